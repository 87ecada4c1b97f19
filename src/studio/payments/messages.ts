import { messages, type Language } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { MOST_OPEN_PAYMENTS, type PaymentMethod, type ShownPaymentStatus } from './rules.ts'

const methodNames = { cash: 'Cash in Person', bankTransfer: 'Bank Transfer', stebby: 'Stebby' } as const
// as they stand after 'maksta': how one pays
const payingBy = { cash: 'kohapeal sularahas', bankTransfer: 'pangaülekandega', stebby: 'Stebby kaudu' } as const

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
    included: ['Included', 'Sisaldub liikmesuses'],
  },
  partPaid: [
    (received: Cents, price: Cents) => `${euros(received)} of ${euros(price)} paid`,
    (received, price) => `${euros(price)}-st tasutud ${euros(received)}`,
  ],
  items: {
    'drop-in ticket': ['Drop-in ticket', 'Üksikpilet'],
    course: ['Course', 'Kursus'],
    membership: ['Membership', 'Pääse'],
  },

  price: ['Price', 'Hind'],
  coverMember: ['Cover group member', 'Coverigrupi liige'],
  coverMemberHint: [
    'Cover group members pay less, and not with Stebby.',
    'Coverigrupi liige maksab vähem, kuid Stebby kaudu maksta ei saa.',
  ],
  discountCode: ['Discount code', 'Sooduskood'],
  apply: ['Apply', 'Rakenda'],
  discountApplied: [
    (amount: Cents) => `Discount applied: -${euros(amount)}`,
    (amount) => `Soodustus rakendatud: -${euros(amount)}`,
  ],
  choose: ['How would you like to pay?', 'Kuidas soovid maksta?'],
  confirmTitle: ['Confirm payment', 'Kinnita makse'],
  confirmQuestion: [
    (amount: Cents, method: PaymentMethod) =>
      `Are you sure you want to pay ${euros(amount)} with ${methodNames[method]}?`,
    (amount, method) => `Kas soovid kindlasti maksta ${euros(amount)} ${payingBy[method]}?`,
  ],

  placeIsYours: ['All set! Please make the bank transfer.', 'Tehtud! Nüüd tee palun pangaülekanne.'],
  bankDetails: ['Bank details', 'Ülekande andmed'],
  holder: ['Recipient', 'Saaja'],
  iban: ['IBAN', 'IBAN'],
  amount: ['Amount', 'Summa'],
  explanation: ['Explanation', 'Selgitus'],
  copy: [(what: string) => `Copy: ${what}`, (what) => `Kopeeri: ${what}`],
  copied: [(what: string) => `Copied: ${what}`, (what) => `Kopeeritud: ${what}`],
  copyFailed: [
    'This browser does not allow copying. Please select the text and copy it yourself.',
    'See brauser ei luba kopeerida. Palun märgi tekst ise ja kopeeri see.',
  ],
  askWhereTo: ['Please ask the studio where to transfer the money:', 'Palun küsi stuudiost, kuhu raha üle kanda:'],
  noBankAccount: ['Bank Transfer is not offered', 'Pangaülekannet ei pakuta'],
  noBankAccountHint: [
    'The studio has no bank account set. Please set BANK_IBAN and BANK_ACCOUNT_HOLDER in the environment of the server, such as its .env file, and start it again.',
    'Stuudio pangakonto on määramata. Palun lisa BANK_IBAN ja BANK_ACCOUNT_HOLDER serveri keskkonda, näiteks selle faili .env, ja käivita server uuesti.',
  ],

  due: ['Due payments', 'Tasumata maksed'],
  nothingDue: ['No due payments', 'Tasumata makseid ei ole'],
  nothingDueHint: ['Everything is paid. Thank you!', 'Kõik on tasutud. Aitäh!'],
  loadFailed: ['Failed to load payments', 'Makseid ei õnnestunud laadida'],
  overdue: ['Overdue', 'Tähtaeg möödas'],
  payBy: [(day: string) => `Pay by ${day}`, (day) => `Tasu hiljemalt ${day}`],
  payInCash: ['Pay in cash at the studio.', 'Tasu stuudios sularahas.'],
  payInStebby: [
    'Pay in your Stebby account, then mark it as paid.',
    'Tasu oma Stebby kontolt ja märgi seejärel tasutuks.',
  ],
  awaiting: ['The studio will confirm it soon.', 'Stuudio kinnitab makse peagi.'],
  markAsPaid: ['Mark as paid', 'Märgi tasutuks'],
  markQuestion: [
    (amount: Cents, description: string) => `Have you paid ${euros(amount)} for ${description}?`,
    (amount, description) => `Kas oled tasunud ${euros(amount)} (${description})?`,
  ],
  marked: ['Thank you! The studio will confirm the payment.', 'Aitäh! Stuudio kinnitab makse.'],
})

/** What whoever sells through PaymentDialog may be refused for; part of their own refusals. */
export const choiceRefusals = messages({
  tooManyOpenPayments: [
    ({ open }: { open: number }) =>
      `You have ${open} unpaid bookings, and ${MOST_OPEN_PAYMENTS} is the most. Pay one of them: as soon as the studio has confirmed it, you can book again.`,
    ({ open }) =>
      `Sul on ${open} tasumata makset ja üle ${MOST_OPEN_PAYMENTS} korraga olla ei saa. Tasu neist üks: kui stuudio on makse kinnitanud, saad jälle registreeruda ja osta.`,
  ],
  methodNotOffered: [
    ({ method }: { method: PaymentMethod }) =>
      method === 'bankTransfer'
        ? 'The studio does not offer Bank Transfer at the moment. Please choose another way to pay.'
        : 'Stebby is not available for cover group members. Please choose another way to pay.',
    ({ method }) =>
      method === 'bankTransfer'
        ? 'Stuudio praegu pangaülekannet ei paku. Palun vali teine makseviis.'
        : 'Coverigrupi liige Stebby kaudu maksta ei saa. Palun vali teine makseviis.',
  ],
  discountInvalid: ['Invalid discount code.', 'Sellist sooduskoodi ei ole.'],
  discountOtherCourse: [
    'This discount code is not valid for this course.',
    'See sooduskood ei kehti sellele kursusele.',
  ],
  discountForOthers: [
    'This discount code is only available for non-members.',
    'See sooduskood on ainult neile, kes ei ole liikmed.',
  ],
  discountForMembers: ['This discount code is only available for members.', 'See sooduskood on ainult liikmetele.'],
})

/** Who was first, and how the payment stands since. */
interface Moved {
  readonly name: string
  readonly status: ShownPaymentStatus
}
const statusName = ({ status }: Moved, language: Language): string => texts[language].statuses[status]

export const refusals = messages({
  paymentNotFound: ['Payment not found', 'Makset ei leitud.'],
  paymentIsCash: [
    'Cash is paid at the studio, where a teacher marks it as paid.',
    'Sularahas maksad stuudios kohapeal, kus treener märgib makse tasutuks.',
  ],
  paymentNotDue: ['This payment is not due any more.', 'See makse ei ole enam tasumata.'],
  paymentMoved: [
    (now: Moved) => `${now.name || 'Someone else'} was first. This payment is now: ${statusName(now, 'en')}.`,
    (now: Moved) => `${now.name || 'Keegi teine'} jõudis ette. Makse olek on nüüd: ${statusName(now, 'et')}.`,
  ],
  invalidFields: ['Please check the amount.', 'Palun kontrolli summat.'],
  amountMissing: ['Please enter the amount that was paid.', 'Palun sisesta tasutud summa.'],
  amountNegative: ["The amount can't be negative.", 'Summa ei saa olla negatiivne.'],
})

export const markFailures = messages({
  unexpected: ['Failed to update payment status.', 'Makse olekut ei õnnestunud muuta.'],
  busy: ['Payment update failed. Please try again.', 'Makset ei õnnestunud muuta. Palun proovi uuesti.'],
})
