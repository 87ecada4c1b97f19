import { messages } from '#kernel/messages.ts'

/** The month for an accountant. */
export const bookTexts = messages({
  title: ['Bookkeeping', 'Raamatupidamine'],
  subtitle: ['A month for the accountant', 'Kuu andmed raamatupidajale'],
  whichList: ['Which list', 'Milline nimekiri'],
  money: ['Money received', 'Laekunud raha'],
  papers: ['Papers', 'Dokumendid'],
  searchMoney: ['Search by name or reference', 'Otsi nime või viitenumbriga'],
  searchPapers: ['Search by number or name', 'Otsi numbri või nime järgi'],
  exportName: ['papers', 'dokumendid'],
  whichKind: ['Which papers', 'Millised dokumendid'],
  allKinds: ['All', 'Kõik'],
  kinds: {
    invoice: ['Invoices', 'Arved'],
    creditNote: ['Credit notes', 'Kreeditarved'],
    receipt: ['Receipts', 'Kviitungid'],
  },
  none: ['No papers in this month', 'Sel kuul dokumente ei ole'],
  noneHint: [
    'A receipt or an invoice is made at a payment, a credit note by itself where an invoice no longer holds.',
    'Kviitung või arve koostatakse makse juures, kreeditarve tekib ise, kui arve enam ei kehti.',
  ],
  noneFound: ['Nothing found in this month', 'Sellest kuust ei leitud midagi'],
  total: [(n: number) => `${n} ${n === 1 ? 'paper' : 'papers'}`, (n) => `${n} ${n === 1 ? 'dokument' : 'dokumenti'}`],
  buyer: ['Buyer', 'Ostja'],
  registryCode: ['Registry code', 'Registrikood'],
  net: ['Without VAT', 'Käibemaksuta'],
  vat: ['VAT', 'Käibemaks'],
  netOf: [(rate: number) => `Without VAT (${rate}%)`, (rate) => `Käibemaksuta (${rate}%)`],
  vatOf: [(rate: number) => `VAT ${rate}%`, (rate) => `Käibemaks ${rate}%`],
  sum: ['Total', 'Kokku'],
  creditedBy: [(numbers: string) => `Credited by ${numbers}`, (numbers) => `Krediteeritud: ${numbers}`],
  partlyCreditedBy: [
    (numbers: string) => `Credited in part by ${numbers}`,
    (numbers) => `Osaliselt krediteeritud: ${numbers}`,
  ],
  ofInvoice: [(number: string) => `For invoice ${number}`, (number) => `Arve ${number} kohta`],
  totals: ['Totals of the month', 'Kuu kokkuvõte'],
  byKind: ['By kind', 'Liigi järgi'],
  ofInvoices: ['VAT of invoices less credit notes', 'Käibemaks: arved miinus kreeditarved'],
  ofReceipts: ['VAT of receipts', 'Käibemaks: kviitungid'],
  receiptsHint: [
    'A receipt is of money for a payment that may stand on an invoice too: receipts and invoices are not added up.',
    'Kviitung on raha kohta, mille makse võib olla ka arvel: kviitungeid ja arveid ei liideta.',
  ],
  ended: [
    (n: number) => `Left out: ${n} ${n === 1 ? 'receipt' : 'receipts'} of money that was taken back.`,
    (n) => `Arvestamata: ${n} ${n === 1 ? 'kviitung' : 'kviitungit'}, mille raha võeti tagasi.`,
  ],
})
