import { messages, plural } from '#kernel/messages.ts'
import { monthWords } from './monthWords.ts'

/** Money received, receipt by receipt. */
export const journalTexts = messages(
  {
    exportName: ['money-received', 'laekumised'],
    exportBefore: ['months-before', 'varasemad-kuud'],
    which: ['Which entries', 'Millised laekumised'],
    lists: {
      received: ['Received', 'Laekunud'],
      before: ['Of months before', 'Varasematest kuudest'],
    },
    beforeHint: [
      'These belong to an earlier month, and were booked or taken back in this one. The sums of that month have changed by as much.',
      'Need kuuluvad mõnda varasemasse kuusse, aga kanti sisse või võeti tagasi sel kuul. Varasema kuu summad on selle võrra muutunud.',
    ],
    totalOf: [
      (n: number, sum: string) => `${n} ${plural(n, 'entry', 'entries')}, total ${sum}`,
      (n, sum) => `${n} ${plural(n, 'laekumine', 'laekumist')}, kokku ${sum}`,
    ],
    none: ['No money received in this month', 'Sel kuul raha ei laekunud'],
    noneHint: [
      'It appears here on the day on which it came: once a payment is confirmed, or a bank statement read.',
      'Raha jõuab siia selle päeva alla, mil see laekus: kui makse on kinnitatud või pangaväljavõte loetud.',
    ],
    day: ['Date', 'Kuupäev'],
    payer: ['Payer', 'Maksja'],
    forWhom: ['For', 'Kellele'],
    forName: [(name: string) => `for ${name}`, (name) => `kellele: ${name}`],
    what: ['What', 'Mille eest'],
    kind: ['Kind', 'Liik'],
    way: ['Payment method', 'Makseviis'],
    source: ['Source', 'Allikas'],
    ways: {
      cash: ['Cash', 'Sularaha'],
      bankTransfer: ['Bank transfer', 'Pangaülekanne'],
      stebby: ['Stebby', 'Stebby'],
      credit: ['Credit', 'Ettemaks'],
    },
    sources: {
      desk: ['By hand', 'Käsitsi'],
      bank: ['Bank statement', 'Pangaväljavõte'],
      credit: ['Credit', 'Ettemaks'],
    },
    reference: ['Reference number', 'Viitenumber'],
    rate: ['VAT %', 'KM %'],
    count: ['Count', 'Arv'],
    byWay: ['By way', 'Makseviisi järgi'],
    unknownWay: ['Way not recorded', 'Makseviis teadmata'],
    paidFor: ['For payments', 'Maksete eest'],
    ofCredit: ['Credit', 'Ettemaks'],
    cameIn: ['Came in', 'Laekus kokku'],
    cameInHint: [
      '“Came in” is the money itself: compare it with the bank statement and the counted cash.',
      '„Laekus kokku“ on raha ise: võrdle seda pangaväljavõtte ja loetud sularahaga.',
    ],
    creditInHint: [
      'What was kept as credit is in it, what was paid from credit is not.',
      'Ettemaksuks jäänud raha on selle sees, ettemaksust tasutu mitte.',
    ],
    byRate: ['By VAT rate', 'Käibemaksumäära järgi'],
    ofRate: [(rate: number) => `VAT ${rate}%`, (rate) => `Käibemaks ${rate}%`],
    notTaxed: ['Sold without VAT', 'Müüdud käibemaksuta'],
    total: ['Total', 'Kokku'],
    credit: ['Credit', 'Ettemaks'],
    creditHint: [
      'Money that came before it was due. It counts for a payment on the day on which it pays for it.',
      'Raha, mis laekus enne, kui oli midagi tasuda. Makse eest arvestatakse see päeval, mil sellest tasutakse.',
    ],
    creditChange: ['Change', 'Muutus'],
    creditOf: {
      bank: ['More came by the bank than was due', 'Pangast laekus rohkem, kui oli tasuda'],
      cancelled: ['What it had paid was cancelled', 'Tasutu tühistati'],
      used: ['Paid for something', 'Sellest tasuti'],
      paidBack: ['Paid back', 'Tagastati maksjale'],
      returned: ['The bank took a transfer back', 'Pank võttis ülekande tagasi'],
      opening: ['From before', 'Varasemast'],
    },
    ofMonth: ['Bookkeeping of this month', 'Selle kuu raamatupidamine'],
  },
  monthWords,
)
