import { messages, plural } from '#kernel/messages.ts'

/** What staff read about payments: the confirm dialog, the history, the overview. */
export const deskTexts = messages({
  markTitle: ['Mark Payment as Paid', 'Märgi makse tasutuks'],
  confirmTitle: ['Confirm Payment', 'Kinnita makse'],
  user: ['User', 'Kasutaja'],
  email: ['E-mail', 'E-post'],
  method: ['Registration method', 'Pääse või pilet'],
  paymentMethod: ['Payment method', 'Makseviis'],
  originalAmount: ['Original amount', 'Esialgne summa'],
  actualAmount: ['Actual Paid Amount', 'Tegelikult tasutud summa'],
  received: ['Received before', 'Varem laekunud'],
  stillDue: ['Still due', 'Veel tasumata'],
  rest: ['The rest', 'Ülejäänud summa'],
  restChoices: {
    letGo: ['let go', 'sellest loobutakse'],
    staysDue: ['stays due', 'jääb tasumata'],
  },
  paidLess: [
    (sum: string) => `${sum} less than is due. It counts as paid in full.`,
    (sum) => `See on ${sum} vähem kui tasumata summa. Makse läheb kirja täielikult tasutuna.`,
  ],
  statedLess: [
    (sum: string) => `${sum} less than is due. An admin decides about the rest.`,
    (sum) => `See on ${sum} vähem kui tasumata summa. Ülejäänu üle otsustab administraator.`,
  ],
  paidMore: [
    (sum: string) => `${sum} more than is due. It is not kept as credit.`,
    (sum) => `See on ${sum} rohkem kui tasumata summa. Ülejääk ei lähe ettemaksuks.`,
  ],
  teacherNote: [
    'This is marked as paid by a teacher. An admin must confirm it for final approval.',
    'Makse märgib tasutuks treener. Lõplikult kinnitab selle administraator.',
  ],
  mark: ['Mark as Paid', 'Märgi tasutuks'],
  confirm: ['Confirm', 'Kinnita'],
  marked: ['Payment marked as paid.', 'Makse on märgitud tasutuks.'],
  confirmed: ['Payment confirmed.', 'Makse on kinnitatud.'],
  partReceived: [
    (rest: string) => `Received in part. ${rest} stays due.`,
    (rest) => `Osa summast on laekunud, ${rest} jääb tasumata.`,
  ],

  letGo: ['Let go of the rest', 'Loobu ülejäänust'],
  letGoQuestion: [
    (rest: string, what: string) => `${rest} of ${what} is still to come. Do without it?`,
    (rest, what) => `${rest} on veel tasumata: ${what}. Kas loobud sellest?`,
  ],
  keepDue: ['It stays due', 'Jääb tasumata'],
  restLetGo: ['The rest is let go, and the payment confirmed.', 'Ülejäänust on loobutud ja makse on kinnitatud.'],
  notReceived: ['Not received', 'Ei ole laekunud'],
  notReceivedQuestion: {
    markedByUser: [
      (name: string, what: string) =>
        `${name} says this is paid: ${what}. Has the studio not received it? It is due again, and can be reminded of.`,
      (name, what) =>
        `${name} märkis tasutuks: ${what}. Kas raha ei ole laekunud? Makse on jälle tasumata ja sellest saab meelde tuletada.`,
    ],
    markedByTeacher: [
      (name: string, what: string) =>
        `A teacher says that ${name} has paid this: ${what}. Has the studio not received it? It is due again.`,
      (name, what) => `Treener märkis tasutuks: ${name}, ${what}. Kas raha ei ole laekunud? Makse on jälle tasumata.`,
    ],
  },
  history: ['History', 'Ajalugu'],
  historyOf: [(name: string) => `Payment history: ${name}`, (name) => `Makse ajalugu: ${name}`],
  payments: ['Payments', 'Maksed'],
  owesFor: [(sum: string, name: string) => `${sum} for ${name}`, (sum, name) => `${sum}: ${name}`],
  payer: ['Payer', 'Maksja'],
  paidBy: [(name: string) => `${name} pays`, (name) => `Maksab ${name}`],
  owes: [(sum: string) => `owes ${sum}`, (sum) => `võlgu ${sum}`],
  /** Some of it may be due later. */
  since: [(day: string) => `earliest due date ${day}`, (day) => `varaseim tähtaeg ${day}`],
  waiting: {
    markedByUser: [
      (payments: number, sum: string) =>
        `${payments} ${plural(payments, 'payment', 'payments')} marked as paid, ${sum}`,
      (payments, sum) => `${payments} tasutuks märgitud ${plural(payments, 'makse', 'makset')}, ${sum}`,
    ],
    markedByTeacher: [
      (payments: number, sum: string) =>
        `${payments} ${plural(payments, 'payment', 'payments')} marked by teachers, ${sum}`,
      (payments, sum) => `${payments} treeneri märgitud ${plural(payments, 'makse', 'makset')}, ${sum}`,
    ],
  },
  references: [
    (numbers: number) => plural(numbers, 'Reference number', 'Reference numbers'),
    (numbers) => plural(numbers, 'Viitenumber', 'Viitenumbrid'),
  ],
  noReference: ['With the first payment', 'Tekib esimese maksega'],
  referenceFromBefore: ['From before', 'Varasem'],
  addReference: ['Add an earlier number', 'Lisa varasem number'],
  addReferenceHint: [
    'Transfers with this number will find the same payer.',
    'Selle numbriga ülekanded leiavad sama maksja.',
  ],
  referenceAdded: ['Reference number added.', 'Viitenumber on lisatud.'],
  add: ['Add', 'Lisa'],
  sale: {
    method: ['Payment method', 'Makseviis'],
    cover: ['Cover group member', 'Coverigrupi liige'],
    notCover: [
      "The user's membership category has no member price: staff will see a mark on the payment.",
      'Kasutaja liikmekategooria ei anna liikmehinda: töötajad näevad makse juures märget.',
    ],
    price: ['Price', 'Hind'],
  },
  creditChanges: ['Changes of the credit', 'Ettemaksu muutused'],
  creditChange: {
    bank: [() => 'More came by the bank than was due', () => 'Pangast laekus rohkem, kui oli tasuda'],
    cancelled: [
      (what: string) => `Cancelled: ${what || 'what it had paid'}`,
      (what) => (what ? `Tühistati: ${what}` : 'Tasutu tühistati'),
    ],
    used: [(what: string) => `Paid for ${what}`, (what) => `Tasuti: ${what}`],
    paidBack: [() => 'Paid back', () => 'Tagastati maksjale'],
    returned: [() => 'The bank took a transfer back', () => 'Pank võttis ülekande tagasi'],
    opening: [() => 'From before', () => 'Varasemast'],
  },
  payBack: ['Mark as paid back', 'Märgi tagastatuks'],
  payBackHint: [
    'Note here what the studio has paid back to the payer.',
    'Märgi siia, mille stuudio on maksjale tagastanud.',
  ],
  payBackSum: ['Amount', 'Summa'],
  payBackWay: ['Paid back by', 'Tagastatud kuidas'],
  undoPaidBack: ['Undo', 'Võta tagasi'],
  undoPaidBackTitle: ['Not paid back', 'Ei ole tagastatud'],
  undoPaidBackQuestion: [
    (sum: string) => `Was ${sum} not paid back to the payer after all? Then it is credit again.`,
    (sum) => `Kas ${sum} jäi siiski maksjale tagastamata? Siis on see jälle ettemaks.`,
  ],
  paidBackUndone: [(sum: string) => `${sum} is credit again.`, (sum) => `${sum} on jälle ettemaks.`],
  paidBack: ['The credit is smaller by what was paid back.', 'Ettemaks on tagastatud summa võrra väiksem.'],
  whichList: ['Which payments', 'Millised maksed'],
  searchLabel: ['Search by name or e-mail', 'Otsi nime või e-posti järgi'],
  searchWithReference: ['Search by name, e-mail or reference', 'Otsi nime, e-posti või viitenumbri järgi'],
  exportName: ['payments', 'maksed'],
  lists: {
    due: ['Due', 'Tasumata'],
    markedByUser: ['Marked as Paid', 'Märgitud tasutuks'],
    markedByTeacher: ['Teacher Marked as Paid', 'Treener märkis tasutuks'],
    confirmed: ['Confirmed', 'Kinnitatud'],
  },
  /** Below the amount of a payment of which another sum came in this month. */
  inMonth: [(sum: string) => `${sum} in this month`, (sum) => `sel kuul ${sum}`],
  receivedInMonth: ['Received in the month', 'Kuu jooksul laekunud'],
  confirmedIn: [(month: string) => `Confirmed: ${month}`, (month) => `Kinnitatud: ${month}`],
  none: ['No payments here', 'Siin makseid ei ole'],
  noneHints: {
    due: [
      'A payment appears here when someone registers or buys a membership.',
      'Makse tekib siia, kui keegi registreerub või ostab pääsme.',
    ],
    markedByUser: [
      'A payment appears here when the user marks it as paid.',
      'Makse jõuab siia, kui kasutaja märgib selle tasutuks.',
    ],
    markedByTeacher: [
      'A payment appears here when a teacher marks it as paid.',
      'Makse jõuab siia, kui treener märgib selle tasutuks.',
    ],
    confirmed: [
      'Once an admin has confirmed a payment, it appears here in the month in which the money came.',
      'Kui administraator on makse kinnitanud, jõuab see siia selle kuu alla, mil raha laekus.',
    ],
  },
  noneFound: ['No payments found', 'Makseid ei leitud'],
  noneOfUser: ['No payments', 'Makseid ei ole'],
  total: ['Total', 'Kokku'],
  totalOf: [
    (count: number, sum: string) => `${count} ${plural(count, 'payment', 'payments')}, total ${sum}`,
    (count, sum) => `${count} ${plural(count, 'makse', 'makset')}, kokku ${sum}`,
  ],
  /** Less than the sum of the prices if some of them are paid in part. */
  openOf: [
    (count: number, sum: string) => `${count} ${plural(count, 'payment', 'payments')}, ${sum} still to pay`,
    (count, sum) => `${count} ${plural(count, 'makse', 'makset')}, tasuda veel ${sum}`,
  ],
  choose: [(name: string) => `Choose: ${name}`, (name) => `Vali: ${name}`],
  chosen: [(payments: number) => `${payments} selected`, (payments) => `Valitud: ${payments}`],
  chooseAll: ['Choose all on this page', 'Vali kõik sellel lehel'],
  clearChoice: ['Clear the choice', 'Tühista valik'],
  confirmMany: [
    (payments: number, sum: string) => `Confirm ${payments} ${plural(payments, 'payment', 'payments')}, ${sum}`,
    (payments, sum) => `Kinnita ${payments} ${plural(payments, 'makse', 'makset')}, ${sum}`,
  ],
  confirmManyTitle: ['Confirm payments', 'Kinnita maksed'],
  confirmManyQuestion: [
    (payments: number, sum: string) =>
      `Has the studio received ${sum} for ${payments === 1 ? 'this payment' : `these ${payments} payments`}?`,
    (payments, sum) =>
      `Kas stuudio on ${payments === 1 ? 'selle' : `nende ${payments}`} makse eest kätte saanud ${sum}?`,
  ],
  confirmedMany: [
    (payments: number) => `${payments} ${plural(payments, 'payment', 'payments')} confirmed.`,
    (payments) => `Kinnitatud: ${payments} ${plural(payments, 'makse', 'makset')}.`,
  ],
  confirmedLast: ['What you confirmed last can still be undone.', 'Viimase kinnituse saab veel tagasi võtta.'],
  undoConfirmed: ['Undo', 'Võta tagasi'],
  receiptsWait: [
    'Nobody is told for two minutes: until then this can be undone.',
    'Kahe minuti jooksul kellelegi sellest ei kirjutata ja kinnituse saab tagasi võtta.',
  ],
  confirmedUndone: [
    (payments: number) => `${payments} ${plural(payments, 'payment', 'payments')} as before.`,
    (payments) => `Nagu enne: ${payments} ${plural(payments, 'makse', 'makset')}.`,
  ],
  confirmedStayed: [
    (payments: number) =>
      `${payments} ${plural(payments, 'confirmation stays', 'confirmations stay')}: it is too late, it was counted with a hand-over, or somebody has changed it since.`,
    (payments) =>
      `Kehtima ${plural(payments, 'jääb', 'jäävad')} ${payments} ${plural(payments, 'kinnitus', 'kinnitust')}: aeg on läbi, makse loeti üle koos üleantud sularahaga või on keegi seda vahepeal muutnud.`,
  ],
  item: ['Item', 'Mille eest'],
  kind: ['Kind', 'Liik'],
  price: ['Price', 'Hind'],
  status: ['Status', 'Olek'],
  deadline: ['Pay by', 'Tähtaeg'],
  payBy: [(day: string) => `pay by ${day}`, (day) => `tähtaeg ${day}`],
  created: ['Created at', 'Loodud'],
  updated: ['Updated at', 'Muudetud'],
  discountCode: ['Discount code', 'Sooduskood'],
  coverDoubt: ['Member price, but the category has none', 'Liikmehind, aga kategooria seda ei anna'],
  overdue: ['Overdue', 'Tähtaeg möödas'],
  actionOn: [(action: string, name: string) => `${action}: ${name}`, (action, name) => `${action}: ${name}`],
  delete: ['Delete', 'Kustuta'],
  deleteTitle: ['Delete payment', 'Kustuta makse'],
  deleteQuestion: [
    (name: string, what: string) =>
      `Are you sure you want to delete this payment? ${name}: ${what}. It is cancelled; its history and what it pays for stay.`,
    (name, what) =>
      `Kas kustutad kindlasti selle makse? ${name}: ${what}. Makse tühistatakse; selle ajalugu ja see, mille eest tasuti, jäävad alles.`,
  ],
  deleteReceived: [
    'This payment was already marked as paid or confirmed: the money may have to be returned. What came by a bank statement becomes credit.',
    'See makse oli juba tasutuks märgitud või kinnitatud: raha tuleb võib-olla tagastada. Pangaväljavõttega laekunu jääb ettemaksuks.',
  ],
  deleted: ['Payment deleted.', 'Makse on kustutatud.'],
  month: ['Month', 'Kuu'],
  year: ['Year', 'Aasta'],
  yearTitle: [(year: number) => `Confirmed payments of ${year}`, (year) => `${year}. aasta kinnitatud maksed`],
  yearFailed: ['Failed to load the year', 'Aastat ei õnnestunud laadida'],
  noneInYear: [
    (year: number) => `No confirmed payments in ${year}`,
    (year) => `${year}. aastal kinnitatud makseid ei ole`,
  ],
  yearOfMonths: [
    (year: number) => `Confirmed payments of ${year} by month and method`,
    (year) => `${year}. aasta kinnitatud maksed kuude ja makseviiside kaupa`,
  ],
  historyFailed: ['Failed to load the payment history', 'Makse ajalugu ei õnnestunud laadida'],
  noHistory: ['No changes yet', 'Muudatusi veel ei ole'],
  theStudio: ['the studio', 'stuudio'],
  wasLetGo: [(rest: string) => `The rest of ${rest} was let go.`, (rest) => `Ülejäänud summast (${rest}) loobuti.`],
})

/** Texts for unexpected failures of each action. */
export const confirmFailures = messages({
  unexpected: ['Failed to confirm payment. Please try again.', 'Makset ei õnnestunud kinnitada. Palun proovi uuesti.'],
  busy: ['Failed to confirm payment. Please try again.', 'Makset ei õnnestunud kinnitada. Palun proovi uuesti.'],
})

export const deleteFailures = messages({
  unexpected: ['Failed to delete payment.', 'Makset ei õnnestunud kustutada.'],
  busy: ['Failed to delete payment.', 'Makset ei õnnestunud kustutada.'],
})

export const referenceRefusals = messages({
  invalidFields: ['Please check the number.', 'Palun kontrolli numbrit.'],
  referenceInvalid: [
    'This is not a reference number: 2 to 20 digits, the last of which is a check digit.',
    'See ei ole viitenumber: 2 kuni 20 numbrit, millest viimane on kontrollnumber.',
  ],
  referenceTaken: ['This reference number is already in use.', 'See viitenumber on juba kasutusel.'],
  userNotFound: ['This person was not found. Search for them again.', 'Seda inimest ei leitud. Otsi inimest uuesti.'],
})
