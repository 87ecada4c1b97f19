import { messages } from '#kernel/messages.ts'
import { monthWords } from '#studio/payments/messages/monthWords.ts'

/** Texts of an accountant's month. */
export const bookTexts = messages(
  {
    title: ['Bookkeeping', 'Raamatupidamine'],
    subtitle: ['A month for the accountant', 'Kuu andmed raamatupidajale'],
    whichList: ['Which list', 'Milline nimekiri'],
    money: ['Money received', 'Laekunud raha'],
    papers: ['Papers', 'Dokumendid'],
    searchMoney: ['Search by name or reference', 'Otsi nime või viitenumbri järgi'],
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
    total: [(n: number) => `${n} ${n === 1 ? 'paper' : 'papers'}`, (n) => `${n} ${n === 1 ? 'dokument' : 'dokumenti'}`],
    buyer: ['Buyer', 'Ostja'],
    registryCode: ['Registry code', 'Registrikood'],
    netOf: [(rate: number) => `Without VAT (${rate}%)`, (rate) => `Käibemaksuta (${rate}%)`],
    vatOf: [(rate: number) => `VAT ${rate}%`, (rate) => `Käibemaks ${rate}%`],
    creditedBy: [(numbers: string) => `Credited by ${numbers}`, (numbers) => `Krediteeritud: ${numbers}`],
    partlyCreditedBy: [
      (numbers: string) => `Credited in part by ${numbers}`,
      (numbers) => `Osaliselt krediteeritud: ${numbers}`,
    ],
    ofInvoice: [(number: string) => `For invoice ${number}`, (number) => `Arve ${number} kohta`],
    byKind: ['By kind', 'Liigi järgi'],
    ofInvoices: ['VAT of invoices less credit notes', 'Käibemaks: arved miinus kreeditarved'],
    ofReceipts: ['VAT of receipts', 'Käibemaks: kviitungid'],
    receiptsHint: [
      'A receipt is of money for a payment that may stand on an invoice too: receipts and invoices are not added up.',
      'Kviitung on laekunud raha kohta ja sama makse võib olla ka arvel: kviitungeid ja arveid ei liideta.',
    ],
    ended: [
      (n: number) => `Left out: ${n} ${n === 1 ? 'receipt' : 'receipts'} of money that was taken back.`,
      (n) => `Arvestamata: ${n} ${n === 1 ? 'kviitung' : 'kviitungit'}, mille raha võeti tagasi.`,
    ],
  },
  monthWords,
)
