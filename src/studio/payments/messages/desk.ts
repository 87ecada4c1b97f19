import { messages, plural } from '#kernel/messages.ts'

/** What staff read about payments: the confirm dialog, the history, the overview. */
export const deskTexts = messages({
  markTitle: ['Mark Payment as Paid', 'Märgi makse tasutuks'],
  confirmTitle: ['Confirm Payment', 'Kinnita makse'],
  user: ['User', 'Kasutaja'],
  email: ['E-mail', 'E-post'],
  method: ['Registration method', 'Osalemisviis'],
  paymentMethod: ['Payment method', 'Makseviis'],
  originalAmount: ['Original amount', 'Esialgne summa'],
  actualAmount: ['Actual Paid Amount', 'Tegelikult tasutud summa'],
  received: ['Received before', 'Varem laekunud'],
  rest: ['The rest', 'Ülejäänud summa'],
  restChoices: {
    letGo: ['let go', 'loobutakse'],
    staysDue: ['stays due', 'jääb tasumata'],
  },
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

  history: ['History', 'Ajalugu'],
  historyOf: [(name: string) => `Payment history: ${name}`, (name) => `Makse ajalugu: ${name}`],
  payments: ['Payments', 'Maksed'],
  onThisPage: ['On this page', 'Sellel lehel'],
  searchLabel: ['Search by name or e-mail', 'Otsi nime või e-posti järgi'],
  exportName: ['payments', 'maksed'],
  lists: {
    due: ['Due', 'Tasumata'],
    markedByUser: ['Marked as Paid', 'Märgitud tasutuks'],
    markedByTeacher: ['Teacher Marked as Paid', 'Treener märkis tasutuks'],
    confirmed: ['Confirmed', 'Kinnitatud'],
  },
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
      'A payment appears here in the month in which an admin confirms it.',
      'Makse jõuab siia selle kuu alla, mil administraator selle kinnitab.',
    ],
  },
  noneFound: ['No payments found', 'Makseid ei leitud'],
  noneOfUser: ['No payments', 'Makseid ei ole'],
  total: ['Total', 'Kokku'],
  totalOf: [
    (count: number, sum: string) => `${count} ${plural(count, 'payment', 'payments')}, total ${sum}`,
    (count, sum) => `${count} ${plural(count, 'makse', 'makset')}, kokku ${sum}`,
  ],
  item: ['Item', 'Mille eest'],
  kind: ['Kind', 'Liik'],
  price: ['Price', 'Hind'],
  status: ['Status', 'Olek'],
  deadline: ['Pay by', 'Tähtaeg'],
  created: ['Created at', 'Loodud'],
  updated: ['Updated at', 'Muudetud'],
  discountCode: ['Discount code', 'Sooduskood'],
  coverDoubt: ['Cover price, not in Cover', 'Coverigrupi hind, kuid pole liige'],
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
    'This payment was already marked as paid or confirmed: the money may have to be returned.',
    'See makse oli juba tasutuks märgitud või kinnitatud: raha tuleb võib-olla tagastada.',
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
  /** The server's reasons, as it keeps them; an unknown one is shown as it is. */
  reasons: {
    created: ['Created', 'Loodud'],
    'marked as paid by the user': ['Marked as paid by the user', 'Kasutaja märkis tasutuks'],
    'marked as paid by a teacher': ['Marked as paid by a teacher', 'Treener märkis tasutuks'],
    'part received by an admin': ['Part received by an admin', 'Administraator sai osa summast kätte'],
    'confirmed by an admin': ['Confirmed by an admin', 'Administraator kinnitas'],
    'deleted by staff': ['Deleted by staff', 'Töötaja kustutas'],
    'account deleted': ['Account deleted', 'Konto kustutati'],
    'membership cancelled by the user': ['Membership cancelled by the user', 'Kasutaja tühistas pääsme'],
    'membership cancelled by staff': ['Membership cancelled by staff', 'Töötaja tühistas pääsme'],
    'course registration cancelled by the user': [
      'Course registration cancelled by the user',
      'Kasutaja tühistas kursuse registreeringu',
    ],
    'course registration deleted by staff': [
      'Course registration deleted by staff',
      'Töötaja kustutas kursuse registreeringu',
    ],
    'cancelled by the user': ['Registration cancelled by the user', 'Kasutaja tühistas registreeringu'],
    'class cancelled by the studio': ['Class cancelled by the studio', 'Stuudio jättis trenni ära'],
    'registration removed by staff': ['Registration removed by staff', 'Töötaja eemaldas registreeringu'],
  },
})

/** SPEC section 8: the wording around unexpected failures of each action. */
export const confirmFailures = messages({
  unexpected: ['Failed to confirm payment. Please try again.', 'Makset ei õnnestunud kinnitada. Palun proovi uuesti.'],
  busy: ['Failed to confirm payment. Please try again.', 'Makset ei õnnestunud kinnitada. Palun proovi uuesti.'],
})

export const deleteFailures = messages({
  unexpected: ['Failed to delete payment.', 'Makset ei õnnestunud kustutada.'],
  busy: ['Failed to delete payment.', 'Makset ei õnnestunud kustutada.'],
})
