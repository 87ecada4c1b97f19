import { inARow, messages, plural, type Language } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'
import type { PaymentMethod, ShownPaymentStatus } from './rules.ts'

const methodNames = { cash: 'Cash in Person', bankTransfer: 'Bank Transfer', stebby: 'Stebby' } as const
// completes a sentence after 'maksta'
const payingBy = { cash: 'kohapeal sularahas', bankTransfer: 'pangaülekandega', stebby: 'Stebby kaudu' } as const

const sureToPay = (amount: Cents, method: PaymentMethod) =>
  `Are you sure you want to pay ${euros(amount, 'en')} with ${methodNames[method]}?`

export const texts = messages({
  methods: [methodNames, { cash: 'Sularaha kohapeal', bankTransfer: 'Pangaülekanne', stebby: 'Stebby' }],
  methodButtons: {
    cash: ['Cash', 'Sularaha'],
    bankTransfer: ['Bank Transfer', 'Pangaülekanne'],
    stebby: ['Stebby', 'Stebby'],
  },
  statuses: {
    due: ['Due', 'Tasumata'],
    partlyPaid: ['Partly paid', 'Osaliselt tasutud'],
    markedByUser: ['Marked as Paid', 'Märgitud tasutuks'],
    markedByTeacher: ['Teacher Marked as Paid', 'Treener märkis tasutuks'],
    confirmed: ['Paid', 'Tasutud'],
    cancelled: ['Cancelled', 'Tühistatud'],
    included: ['Included', 'Kuulub gruppi'],
  },
  partPaid: [
    (received: Cents, price: Cents) => `${euros(received, 'en')} of ${euros(price, 'en')} paid`,
    (received, price) => `${euros(price, 'et')}-st tasutud ${euros(received, 'et')}`,
  ],
  items: {
    'drop-in ticket': ['Drop-in ticket', 'Üksikpilet'],
    course: ['Course', 'Kursus'],
    membership: ['Membership', 'Pääse'],
    'monthly fee': ['Monthly fee', 'Kuutasu'],
    'earlier debt': ['Earlier debt', 'Varasem võlg'],
  },

  all: {
    title: ['Payments', 'Maksed'],
    none: ['No payments yet', 'Makseid veel ei ole'],
    item: ['For', 'Mille eest'],
    added: ['Added', 'Lisatud'],
    addedOn: [(day: string) => `Added ${day}`, (day) => `Lisatud: ${day}`],
    paid: ['Paid', 'Tasutud'],
    status: ['Status', 'Olek'],
    receipt: ['Receipt', 'Kviitung'],
  },
  pay: [(cents: Cents) => `Pay ${euros(cents, 'en')}`, (cents) => `Maksa ${euros(cents, 'et')}`],
  payRest: ['Pay the rest', 'Maksa ülejäänu'],
  price: ['Price', 'Hind'],
  coverMember: ['Cover group member', 'Coverigrupi liige'],
  coverMemberHint: [
    "Cover group members get the member price. Stebby can't be used.",
    'Coverigrupi liige maksab vähem, kuid Stebby kaudu maksta ei saa.',
  ],
  allWithReceipts: ['Payments and receipts', 'Maksed ja kviitungid'],
  nothingToPay: ['There is nothing to pay.', 'Maksta ei ole midagi.'],
  haveDiscountCode: ['I have a discount code', 'Mul on sooduskood'],
  discountCode: ['Discount code', 'Sooduskood'],
  apply: ['Apply', 'Rakenda'],
  discountApplied: [
    (amount: Cents) => `Discount applied: -${euros(amount, 'en')}`,
    (amount) => `Soodustus rakendatud: -${euros(amount, 'et')}`,
  ],
  siblingDiscount: [
    (percent: number) => `Sibling discount (${percent}%)`,
    (percent) => `Õdede-vendade soodustus (${percent}%)`,
  ],
  choose: ['How would you like to pay?', 'Kuidas soovid maksta?'],
  chooseForAnother: ['How is it paid?', 'Kuidas makstakse?'],
  confirmTitle: ['Confirm payment', 'Kinnita makse'],
  confirmQuestion: [
    sureToPay,
    (amount, method) => `Kas soovid kindlasti maksta ${euros(amount, 'et')} ${payingBy[method]}?`,
  ],
  confirmQuestionForAnother: [
    sureToPay,
    (amount, method) => `Kas makstakse ${euros(amount, 'et')} ${payingBy[method]}?`,
  ],

  youAreIn: [
    (amount: Cents, day: string) => `You're in. Please transfer ${euros(amount, 'en')} by ${day}.`,
    (amount, day) => `Oled kirjas. Palun kanna ${euros(amount, 'et')} üle hiljemalt ${day}.`,
  ],
  theyAreIn: [
    (names: readonly string[], amount: Cents, day: string) =>
      `${inARow(names, 'and')} ${plural(names.length, 'is', 'are')} registered. Please transfer ${euros(amount, 'en')} by ${day}.`,
    (names, amount, day) =>
      `${inARow(names, 'ja')} on kirjas. Palun kanna ${euros(amount, 'et')} üle hiljemalt ${day}.`,
  ],
  itIsYours: [
    (amount: Cents, day: string) => `It's yours. Please transfer ${euros(amount, 'en')} by ${day}.`,
    (amount, day) => `Pääse on sinu. Palun kanna ${euros(amount, 'et')} üle hiljemalt ${day}.`,
  ],
  itIsTheirs: [
    (names: readonly string[], amount: Cents, day: string) =>
      `Bought for ${inARow(names, 'and')}. Please transfer ${euros(amount, 'en')} by ${day}.`,
    (names, amount, day) =>
      `${plural(names.length, 'Pääse on', 'Pääsmed on')} ostetud (${inARow(names, 'ja')}). Palun kanna ${euros(amount, 'et')} üle hiljemalt ${day}.`,
  ],
  toTransfer: [
    (amount: Cents, day: string) => `Done. ${euros(amount, 'en')} is to be transferred by ${day}.`,
    (amount, day) => `Tehtud. ${euros(amount, 'et')} tuleb üle kanda hiljemalt ${day}.`,
  ],
  bankDetails: ['Bank details', 'Ülekande andmed'],
  holder: ['Recipient', 'Saaja'],
  iban: ['IBAN', 'IBAN'],
  amount: ['Amount', 'Summa'],
  explanation: ['Explanation', 'Selgitus'],
  reference: ['Reference number', 'Viitenumber'],
  payer: ['Payer', 'Maksja'],
  credit: ['Credit', 'Ettemaks'],
  creditLeft: [
    (cents: Cents) => `You have ${euros(cents, 'en')} of credit`,
    (cents) => `Sul on ettemaksu ${euros(cents, 'et')}`,
  ],
  creditHint: [
    'You have paid more than was due. It is used when you press the button.',
    'Oled tasunud rohkem, kui oli vaja. Ettemaksu kasutatakse siis, kui vajutad nuppu.',
  ],
  creditNothingDue: ['It can pay for your next booking.', 'Sellega saad tasuda järgmise registreeringu eest.'],
  useCredit: ['Pay with credit', 'Tasu ettemaksuga'],
  payWithCredit: [
    (cents: Cents) => `Pay ${euros(cents, 'en')} with credit`,
    (cents) => `Tasu ettemaksuga ${euros(cents, 'et')}`,
  ],
  creditPays: [
    (n: number) => `Credit pays ${plural(n, 'this payment', `these ${n} payments`)}:`,
    (n) => `Ettemaksuga ${plural(n, 'tasutakse see makse', `tasutakse need ${n} makset`)}:`,
  ],
  paysPart: [
    (pays: Cents, rest: Cents) => `${euros(pays, 'en')} of ${euros(rest, 'en')}`,
    (pays, rest) => `${euros(pays, 'et')}, kokku ${euros(rest, 'et')}`,
  ],
  creditUsed: [
    (cents: Cents) => `${euros(cents, 'en')} paid with credit.`,
    (cents) => `Ettemaksuga on tasutud ${euros(cents, 'et')}.`,
  ],
  payWithYourCredit: [
    (cents: Cents) => `Pay with your credit (${euros(cents, 'en')})`,
    (cents) => `Tasu ettemaksuga (${euros(cents, 'et')})`,
  ],
  nothingLeft: ['Nothing is left to pay.', 'Rohkem tasuda ei ole.'],
  leftToPay: [
    (cents: Cents) => `${euros(cents, 'en')} is left to pay.`,
    (cents) => `Veel on tasuda ${euros(cents, 'et')}.`,
  ],
  // what becomes of the money of a cancelled booking
  becomesCredit: [
    (cents: Cents) => `${euros(cents, 'en')} becomes your credit.`,
    (cents) => `${euros(cents, 'et')} läheb sinu ettemaksuks.`,
  ],
  becomesPayersCredit: [
    (cents: Cents) => `${euros(cents, 'en')} becomes the payer’s credit.`,
    (cents) => `${euros(cents, 'et')} läheb maksja ettemaksuks.`,
  ],
  askForMoney: [
    'If you have paid already, please ask the studio about getting the money back.',
    'Kui oled juba maksnud, küsi stuudiost, kuidas raha tagasi saada.',
  ],
  showQr: ['Show QR code', 'Näita QR-koodi'],
  hideQr: ['Hide QR code', 'Peida QR-kood'],
  qr: ['QR code of this bank transfer', 'Selle ülekande QR-kood'],
  qrText: ['QR code as text', 'QR-kood tekstina'],
  copy: [(what: string) => `Copy: ${what}`, (what) => `Kopeeri: ${what}`],
  copied: [(what: string) => `Copied: ${what}`, (what) => `Kopeeritud: ${what}`],
  copyFailed: [
    'This browser does not allow copying. Please select the text and copy it yourself.',
    'See brauser ei luba kopeerida. Palun märgi tekst ise ja kopeeri see.',
  ],
  askWhereTo: ['Please ask the studio where to transfer the money:', 'Palun küsi stuudiost, kuhu raha üle kanda:'],
  noBankAccount: ['Bank Transfer is not offered', 'Pangaülekannet ei pakuta'],
  toSettings: ['Settings', 'Seaded'],
  noBankAccountHint: [
    'The studio has no bank account set. Please enter it in the settings.',
    'Stuudio pangakonto on määramata. Palun sisesta see seadetes.',
  ],

  due: ['Due payments', 'Tasumata maksed'],
  chosen: ['Payment that you chose', 'Valitud makse'],
  nothingDue: ['Nothing to pay', 'Sul ei ole midagi tasuda'],
  nothingDueHint: ['What you owe appears here.', 'Kui midagi on tasuda, on see siin.'],
  loadFailed: ['Failed to load payments', 'Makseid ei õnnestunud laadida'],
  overdue: ['Overdue', 'Tähtaeg möödas'],
  payBy: [(day: string) => `Pay by ${day}`, (day) => `Tasu hiljemalt ${day}`],
  payInCash: [
    (day: string) => `Pay in cash at the studio by ${day}`,
    (day) => `Tasu sularahas stuudios hiljemalt ${day}`,
  ],
  payInStebby: [
    'Pay in your Stebby account, then mark it as paid.',
    'Tasu oma Stebby kontolt ja märgi seejärel tasutuks.',
  ],
  awaiting: ['The studio will confirm it soon.', 'Stuudio kinnitab makse peagi.'],
  markAsPaid: ['Mark as paid', 'Märgi tasutuks'],
  notPaid: ['Take back', 'Võta märge tagasi'],
  dueAgain: ['The payment is due again.', 'Makse on jälle tasumata.'],
  markQuestion: [
    (amount: Cents, description: string) => `Have you paid ${euros(amount, 'en')} for ${description}?`,
    (amount, description) => `Kas oled tasunud ${euros(amount, 'et')} (${description})?`,
  ],
  payAll: [(payments: number) => `Pay all ${payments} at once`, (payments) => `Tasu kõik ${payments} makset koos`],
  payByTransfer: ['Pay by bank transfer', 'Tasu pangaülekandega'],
  transferHint: [
    'Instead of what you chose. The studio confirms it when the transfer has arrived.',
    'Seni valitud makseviisi asemel. Stuudio kinnitab makse, kui ülekanne on laekunud.',
  ],
  payAllHint: ['One transfer for all that you pay by bank.', 'Üks ülekanne kõige eest, mida tasud panga kaudu.'],
  besides: {
    cash: [
      (sum: Cents) => `In addition, ${euros(sum, 'en')} in cash at the studio.`,
      (sum) => `Lisaks ${euros(sum, 'et')} sularahas stuudios.`,
    ],
    stebby: [
      (sum: Cents) => `In addition, ${euros(sum, 'en')} with Stebby.`,
      (sum) => `Lisaks ${euros(sum, 'et')} Stebby kaudu.`,
    ],
  },
  payAllItem: [(payments: number) => `${payments} payments`, (payments) => `${payments} makset`],
  havePaid: ['I have paid', 'Olen tasunud'],
  havePaidQuestion: [
    (amount: Cents) => `Have you paid ${euros(amount, 'en')} in one transfer?`,
    (amount) => `Kas oled ühe ülekandega tasunud ${euros(amount, 'et')}?`,
  ],
  marked: ['Thank you! The studio will confirm the payment.', 'Aitäh! Stuudio kinnitab makse.'],
})

/** Refusals of a sale through PaymentDialog, which each kind of sale includes in its own refusals. */
export const choiceRefusals = messages({
  tooManyOpenPayments: [
    ({ open, most }: { open: number; most: number }) =>
      `You have ${open} unpaid bookings, and ${most} is the most. Pay one of them: as soon as the studio has confirmed it, you can book again.`,
    ({ open, most }) =>
      `Sul on ${open} tasumata makset ja üle ${most} korraga olla ei saa. Tasu neist üks: kui stuudio on makse kinnitanud, saad jälle registreeruda ja osta.`,
  ],
  overduePayments: [
    ({ overdue }: { overdue: number }) =>
      `${overdue === 1 ? 'A payment of yours is' : `${overdue} of your payments are`} overdue. Pay first: as soon as the studio has confirmed it, you can book again.`,
    ({ overdue }) =>
      `${overdue === 1 ? 'Sul on üks makse' : `Sul on ${overdue} makset`}, mille tähtaeg on möödas. Tasu enne ära: kui stuudio on makse kinnitanud, saad jälle registreeruda ja osta.`,
  ],
  methodNotOffered: [
    ({ method, byCover }: { method: PaymentMethod; byCover: 0 | 1 }) =>
      byCover === 0
        ? `The studio does not offer ${methodNames[method]} at the moment. Please choose another way to pay.`
        : 'Stebby is not available for cover group members. Please choose another way to pay.',
    ({ method, byCover }) =>
      byCover === 0
        ? `Praegu ei saa stuudios ${payingBy[method]} maksta. Palun vali teine makseviis.`
        : 'Coverigrupi liige Stebby kaudu maksta ei saa. Palun vali teine makseviis.',
  ],
  discountInvalid: ['Invalid discount code.', 'Sellist sooduskoodi ei ole.'],
  discountInvalidHelps: [
    'Check how it is written, or leave it out.',
    'Kontrolli, kuidas see on kirjutatud, või jäta väli tühjaks.',
  ],
  discountOtherCourse: [
    'This discount code is not valid for this course.',
    'See sooduskood ei kehti sellele kursusele.',
  ],
  discountOtherCourseHelps: ['Use another code, or none.', 'Kasuta teist koodi või jäta väli tühjaks.'],
  discountForOthers: [
    'This discount code is only available for non-members.',
    'See sooduskood on ainult neile, kes ei ole liikmed.',
  ],
  discountForOthersHelps: ['Use another code, or none.', 'Kasuta teist koodi või jäta väli tühjaks.'],
  discountForMembers: ['This discount code is only available for members.', 'See sooduskood on ainult liikmetele.'],
  discountForMembersHelps: ['Use another code, or none.', 'Kasuta teist koodi või jäta väli tühjaks.'],
})

/** Who changed the payment first, and its status since. */
interface Moved {
  readonly name: string
  readonly status: ShownPaymentStatus
}
const statusName = ({ status }: Moved, language: Language): string => texts[language].statuses[status]

export const refusals = messages({
  paymentNotFound: ['Payment not found', 'Makset ei leitud.'],
  paymentNotFoundHelps: ['Look at the list again.', 'Vaata nimekiri uuesti üle.'],
  paymentIsCash: [
    'Cash is paid at the studio, where a teacher marks it as paid.',
    'Sularahas maksad stuudios kohapeal, kus treener märgib makse tasutuks.',
  ],
  paymentNotDue: ['This payment is not due any more.', 'See makse ei ole enam tasumata.'],
  paymentMoved: [
    (now: Moved) => `${now.name || 'Someone else'} was first. This payment is now: ${statusName(now, 'en')}.`,
    (now: Moved) => `${now.name || 'Keegi teine'} jõudis ette. Makse olek on nüüd: ${statusName(now, 'et')}.`,
  ],
  paymentsMoved: [
    'Some of them have changed meanwhile, and none was confirmed. Please look at the list again.',
    'Mõni makse on vahepeal muutunud ja ühtegi ei kinnitatud. Palun vaata nimekiri uuesti üle.',
  ],
  invalidFields: ['Please check the amount.', 'Palun kontrolli summat.'],
  amountMissing: ['Please enter the amount that was paid.', 'Palun sisesta tasutud summa.'],
  amountNegative: ["The amount can't be negative.", 'Summa ei saa olla negatiivne.'],
})

export const markFailures = messages({
  unexpected: ['Failed to update payment status.', 'Makse olekut ei õnnestunud muuta.'],
  busy: ['Payment update failed. Please try again.', 'Makset ei õnnestunud muuta. Palun proovi uuesti.'],
})

export const creditRefusals = messages({
  noCredit: ['There is not that much credit. Choose a smaller sum.', 'Nii palju ettemaksu ei ole. Vali väiksem summa.'],
  amountMissing: ['Please enter an amount.', 'Palun sisesta summa.'],
  creditMoved: [
    'Somebody has undone this already. What stands here now is how the credit is.',
    'Keegi on selle juba tagasi võtnud. Siin on näha, kui palju ettemaksu praegu on.',
  ],
  transferTakenBack: [
    'The bank has taken a transfer of this payer back since, and found this sum paid out. Undo that line on the Bank statements page first.',
    'Pank on vahepeal selle maksja ülekande tagasi võtnud ja see summa oli siis juba maksjale tagastatud. Võta enne see rida pangaväljavõtete lehel tagasi.',
  ],
})
