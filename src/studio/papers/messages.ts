import { messages, plural } from '#kernel/messages.ts'
import { registryCodeInvalid } from '#studio/settings/messages/registryCode.ts'

/** Every refusal of papers/contract.ts, and its field codes. */
export const refusals = messages({
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  unexpected: [
    'The paper could not be made. Please try again.',
    'Dokumenti ei õnnestunud koostada. Palun proovi uuesti.',
  ],
  paymentNotFound: [
    'This payment is not there any more. Look at the list again.',
    'Seda makset enam ei ole. Vaata nimekiri uuesti üle.',
  ],
  paymentNotConfirmed: [
    'There is a receipt once the studio has confirmed the payment.',
    'Kviitungi saab siis, kui stuudio on makse kinnitanud.',
  ],
  alreadyInvoiced: [
    'One of these payments is on an invoice already. Close this and look again.',
    'Mõni neist maksetest on juba arvel. Sulge see aken ja vaata uuesti.',
  ],
  buyerNameMissing: ['Please enter whom the invoice is to.', 'Palun sisesta, kellele arve on.'],
  nameMisleading: [
    'Please remove line breaks and invisible characters.',
    'Palun eemalda reavahetused ja nähtamatud märgid.',
  ],
  registryCodeMissing: ['Please enter the registry code of the company.', 'Palun sisesta ettevõtte registrikood.'],
  registryCodeInvalid,
  tooLong: ['This text is too long.', 'See tekst on liiga pikk.'],
  nothingChosen: ['Please choose at least one payment.', 'Palun vali vähemalt üks makse.'],
})

export const texts = messages({
  title: ['Papers', 'Dokumendid'],
  none: ['No papers yet', 'Dokumente veel ei ole'],
  noneHint: [
    'Make a receipt of a confirmed payment, or an invoice for one or several payments.',
    'Kviitungi saab kinnitatud makse juurest, arve ühe või mitme makse kohta.',
  ],
  exportName: ['papers', 'dokumendid'],
  kind: ['Kind', 'Liik'],
  state: ['State', 'Seis'],
  number: ['Number', 'Number'],
  day: ['Date', 'Kuupäev'],
  about: ['For', 'Mille eest'],
  sum: ['Sum', 'Summa'],
  kinds: {
    receipt: ['Receipt', 'Kviitung'],
    invoice: ['Invoice', 'Arve'],
    creditNote: ['Credit note', 'Kreeditarve'],
    statement: ['Statement', 'Õiend'],
  },
  ended: {
    receipt: ['Taken back', 'Tagasi võetud'],
    invoice: ['Credited', 'Krediteeritud'],
  },
  statementFor: [(year: number) => `Statement for ${year}`, (year) => `${year}. aasta õiend`],
  statementHint: [
    'What was paid in a year, for an employer or the tax office.',
    'Mis aasta jooksul tasuti, tööandjale või maksuametile.',
  ],
  receiptOf: [(what: string) => `Receipt: ${what}`, (what) => `Kviitung: ${what}`],
  newInvoice: ['New invoice', 'Uus arve'],
  nothingToInvoice: ['Every payment is on an invoice.', 'Kõik maksed on arvel.'],
  invoiceTitle: ['Invoice', 'Arve'],
  sellerLacks: {
    registryCode: ["The studio's registry code is not in the settings.", 'Seadetes ei ole stuudio registrikoodi.'],
    address: ["The studio's address is not in the settings.", 'Seadetes ei ole stuudio aadressi.'],
  },
  /** The same for payers. */
  studioLacks: {
    registryCode: ['The studio has not entered its registry code.', 'Stuudio ei ole oma registrikoodi lisanud.'],
    address: ['The studio has not entered its address.', 'Stuudio ei ole oma aadressi lisanud.'],
  },
  askStudio: ['If you need it there, write to the studio first:', 'Kui seda arvel vaja on, kirjuta enne stuudiole:'],
  papersLack: ['Data of the studio is missing on invoices', 'Arvetel puuduvad stuudio andmed'],
  staysWithout: ['An invoice made now stays without it.', 'Praegu koostatud arve jääb selleta.'],
  toSettings: ['To the settings', 'Seadetesse'],
  openOnes: ['Not paid yet', 'Tasumata'],
  paidOnes: ['Paid', 'Tasutud'],
  isPaid: ['paid', 'tasutud'],
  to: ['To', 'Kellele'],
  person: ['A person', 'Eraisikule'],
  company: ['A company', 'Ettevõttele'],
  name: ['Name', 'Nimi'],
  companyName: ['Company', 'Ettevõte'],
  registryCode: ['Registry code', 'Registrikood'],
  address: ['Address', 'Aadress'],
  keptHint: ['Kept for the next invoice.', 'Jääb järgmise arve jaoks meelde.'],
  make: [
    (n: number, sum: string) => `Make an invoice for ${n} ${plural(n, 'payment', 'payments')}, ${sum}`,
    (n, sum) => `Koosta arve: ${n} ${plural(n, 'makse', 'makset')}, ${sum}`,
  ],
  makeNone: ['Make an invoice', 'Koosta arve'],
  made: [(number: string) => `${number} is saved as a PDF.`, (number) => `${number} on salvestatud PDF-ina.`],
  more: [(n: number) => `Show ${n} more`, (n) => `Näita veel ${n}`],
})
