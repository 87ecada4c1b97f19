import { messages, type Language } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { MOST_OPEN_PAYMENTS, type PaymentMethod, type ShownPaymentStatus } from './rules.ts'

const methodNames = { cash: 'Cash in Person', bankTransfer: 'Bank Transfer', stebby: 'Stebby' } as const
// as they stand after 'maksta': how one pays
const payingBy = { cash: 'kohapeal sularahas', bankTransfer: 'pangaülekandega', stebby: 'Stebby kaudu' } as const

export const texts = messages({
  en: {
    methods: methodNames,
    methodButtons: { cash: 'Cash', bankTransfer: 'Bank Transfer', stebby: 'Stebby' },
    statuses: {
      due: 'Due',
      partlyPaid: 'Partly paid',
      markedByUser: 'Marked as Paid',
      markedByTeacher: 'Teacher Marked as Paid',
      confirmed: 'Paid',
      cancelled: 'Cancelled',
      included: 'Included',
    },
    partPaid: (received: Cents, price: Cents) => `${euros(received)} of ${euros(price)} paid`,
    items: { 'drop-in ticket': 'Drop-in ticket', course: 'Course', membership: 'Membership' },

    price: 'Price',
    coverMember: 'Cover group member',
    coverMemberHint: 'Cover group members pay less, and not with Stebby.',
    discountCode: 'Discount code',
    apply: 'Apply',
    discountApplied: (amount: Cents) => `Discount applied: -${euros(amount)}`,
    choose: 'How would you like to pay?',
    confirmTitle: 'Confirm payment',
    confirmQuestion: (amount: Cents, method: PaymentMethod) =>
      `Are you sure you want to pay ${euros(amount)} with ${methodNames[method]}?`,

    placeIsYours: 'All set! Please make the bank transfer.',
    bankDetails: 'Bank details',
    holder: 'Recipient',
    iban: 'IBAN',
    amount: 'Amount',
    explanation: 'Explanation',
    copy: (what: string) => `Copy: ${what}`,
    copied: (what: string) => `Copied: ${what}`,
    copyFailed: 'This browser does not allow copying. Please select the text and copy it yourself.',
    askWhereTo: 'Please ask the studio where to transfer the money:',
    noBankAccount: 'Bank Transfer is not offered',
    noBankAccountHint:
      'The studio has no bank account set. Please set BANK_IBAN and BANK_ACCOUNT_HOLDER in the environment of the server, such as its .env file, and start it again.',

    due: 'Due payments',
    nothingDue: 'No due payments',
    nothingDueHint: 'Everything is paid. Thank you!',
    loadFailed: 'Failed to load payments',
    overdue: 'Overdue',
    payBy: (day: string) => `Pay by ${day}`,
    payInCash: 'Pay in cash at the studio.',
    payInStebby: 'Pay in your Stebby account, then mark it as paid.',
    awaiting: 'The studio will confirm it soon.',
    markAsPaid: 'Mark as paid',
    markQuestion: (amount: Cents, description: string) => `Have you paid ${euros(amount)} for ${description}?`,
    marked: 'Thank you! The studio will confirm the payment.',
  },
  et: {
    methods: { cash: 'Sularaha kohapeal', bankTransfer: 'Pangaülekanne', stebby: 'Stebby' },
    methodButtons: { cash: 'Sularaha', bankTransfer: 'Pangaülekanne', stebby: 'Stebby' },
    statuses: {
      due: 'Tasumata',
      partlyPaid: 'Osaliselt tasutud',
      markedByUser: 'Märgitud tasutuks',
      markedByTeacher: 'Treener märkis tasutuks',
      confirmed: 'Tasutud',
      cancelled: 'Tühistatud',
      included: 'Sisaldub liikmesuses',
    },
    partPaid: (received, price) => `${euros(price)}-st tasutud ${euros(received)}`,
    items: { 'drop-in ticket': 'Üksikpilet', course: 'Kursus', membership: 'Pääse' },

    price: 'Hind',
    coverMember: 'Coverigrupi liige',
    coverMemberHint: 'Coverigrupi liige maksab vähem, kuid Stebby kaudu maksta ei saa.',
    discountCode: 'Sooduskood',
    apply: 'Rakenda',
    discountApplied: (amount) => `Soodustus rakendatud: -${euros(amount)}`,
    choose: 'Kuidas soovid maksta?',
    confirmTitle: 'Kinnita makse',
    confirmQuestion: (amount, method) => `Kas soovid kindlasti maksta ${euros(amount)} ${payingBy[method]}?`,

    placeIsYours: 'Tehtud! Nüüd tee palun pangaülekanne.',
    bankDetails: 'Ülekande andmed',
    holder: 'Saaja',
    iban: 'IBAN',
    amount: 'Summa',
    explanation: 'Selgitus',
    copy: (what) => `Kopeeri: ${what}`,
    copied: (what) => `Kopeeritud: ${what}`,
    copyFailed: 'See brauser ei luba kopeerida. Palun märgi tekst ise ja kopeeri see.',
    askWhereTo: 'Palun küsi stuudiost, kuhu raha üle kanda:',
    noBankAccount: 'Pangaülekannet ei pakuta',
    noBankAccountHint:
      'Stuudio pangakonto on määramata. Palun lisa BANK_IBAN ja BANK_ACCOUNT_HOLDER serveri keskkonda, näiteks selle faili .env, ja käivita server uuesti.',

    due: 'Tasumata maksed',
    nothingDue: 'Tasumata makseid ei ole',
    nothingDueHint: 'Kõik on tasutud. Aitäh!',
    loadFailed: 'Makseid ei õnnestunud laadida',
    overdue: 'Tähtaeg möödas',
    payBy: (day) => `Tasu hiljemalt ${day}`,
    payInCash: 'Tasu stuudios sularahas.',
    payInStebby: 'Tasu oma Stebby kontolt ja märgi seejärel tasutuks.',
    awaiting: 'Stuudio kinnitab makse peagi.',
    markAsPaid: 'Märgi tasutuks',
    markQuestion: (amount, description) => `Kas oled tasunud ${euros(amount)} (${description})?`,
    marked: 'Aitäh! Stuudio kinnitab makse.',
  },
})

/** What whoever sells through PaymentDialog may be refused for; part of their own refusals. */
export const choiceRefusals = messages({
  en: {
    tooManyOpenPayments: ({ open }: { open: number }) =>
      `You have ${open} unpaid bookings, and ${MOST_OPEN_PAYMENTS} is the most. Pay one of them: as soon as the studio has confirmed it, you can book again.`,
    methodNotOffered: ({ method }: { method: PaymentMethod }) =>
      method === 'bankTransfer'
        ? 'The studio does not offer Bank Transfer at the moment. Please choose another way to pay.'
        : 'Stebby is not available for cover group members. Please choose another way to pay.',
    discountInvalid: 'Invalid discount code.',
    discountOtherCourse: 'This discount code is not valid for this course.',
    discountForOthers: 'This discount code is only available for non-members.',
    discountForMembers: 'This discount code is only available for members.',
  },
  et: {
    tooManyOpenPayments: ({ open }) =>
      `Sul on ${open} tasumata makset ja üle ${MOST_OPEN_PAYMENTS} korraga olla ei saa. Tasu neist üks: kui stuudio on makse kinnitanud, saad jälle registreeruda ja osta.`,
    methodNotOffered: ({ method }) =>
      method === 'bankTransfer'
        ? 'Stuudio praegu pangaülekannet ei paku. Palun vali teine makseviis.'
        : 'Coverigrupi liige Stebby kaudu maksta ei saa. Palun vali teine makseviis.',
    discountInvalid: 'Sellist sooduskoodi ei ole.',
    discountOtherCourse: 'See sooduskood ei kehti sellele kursusele.',
    discountForOthers: 'See sooduskood on ainult neile, kes ei ole liikmed.',
    discountForMembers: 'See sooduskood on ainult liikmetele.',
  },
})

/** Who was first, and how the payment stands since. */
interface Moved {
  readonly name: string
  readonly status: ShownPaymentStatus
}
const statusName = ({ status }: Moved, language: Language): string => texts[language].statuses[status]

export const refusals = messages({
  en: {
    paymentNotFound: 'Payment not found',
    paymentIsCash: 'Cash is paid at the studio, where a teacher marks it as paid.',
    paymentNotDue: 'This payment is not due any more.',
    paymentMoved: (now: Moved) =>
      `${now.name || 'Someone else'} was first. This payment is now: ${statusName(now, 'en')}.`,
    invalidFields: 'Please check the amount.',
    amountMissing: 'Please enter the amount that was paid.',
    amountNegative: "The amount can't be negative.",
  },
  et: {
    paymentNotFound: 'Makset ei leitud.',
    paymentIsCash: 'Sularahas maksad stuudios kohapeal, kus treener märgib makse tasutuks.',
    paymentNotDue: 'See makse ei ole enam tasumata.',
    paymentMoved: (now: Moved) =>
      `${now.name || 'Keegi teine'} jõudis ette. Makse olek on nüüd: ${statusName(now, 'et')}.`,
    invalidFields: 'Palun kontrolli summat.',
    amountMissing: 'Palun sisesta tasutud summa.',
    amountNegative: 'Summa ei saa olla negatiivne.',
  },
})

export const markFailures = messages({
  en: { unexpected: 'Failed to update payment status.', busy: 'Payment update failed. Please try again.' },
  et: {
    unexpected: 'Makse olekut ei õnnestunud muuta.',
    busy: 'Makset ei õnnestunud muuta. Palun proovi uuesti.',
  },
})
