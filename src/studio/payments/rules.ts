import type { Cents } from '#kernel/money.ts'
import { DAY, type Instant } from '#kernel/time.ts'
import { hasGroupPrice, may, type Actor, type CallerKind, type MembershipCategory } from '#studio/accounts/rules.ts'
import { paymentMethods } from '#studio/settings/rules/methods.ts'

export const paidItems = ['drop-in ticket', 'course', 'membership', 'monthly fee', 'earlier debt'] as const
export type PaidItem = (typeof paidItems)[number]

export { paymentMethods }
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * What is true of a payment at each status, and only that. `received` is what its receipts add up to.
 */
export type Standing =
  | { readonly status: 'due' }
  | { readonly status: 'partlyPaid'; readonly received: Cents }
  | { readonly status: 'markedByUser'; readonly received: Cents }
  /** `stated`: what the teacher says was paid now, besides what was received before. */
  | { readonly status: 'markedByTeacher'; readonly received: Cents; readonly stated: Cents }
  /** `letGo`: what the studio does without, so that price = received + letGo, or more was received. */
  | { readonly status: 'confirmed'; readonly received: Cents; readonly letGo: Cents }
  | { readonly status: 'cancelled' }

export type PaymentStatus = Standing['status']
export const paymentStatuses = [
  'due',
  'partlyPaid',
  'markedByUser',
  'markedByTeacher',
  'confirmed',
  'cancelled',
] as const satisfies readonly PaymentStatus[]
/** As shown to staff: users included by category have a place and no payment. */
export type ShownPaymentStatus = PaymentStatus | 'included'

/** What was agreed when the payment was made, whatever has become of it. */
interface Agreed {
  readonly id: string
  readonly userId: string
  readonly payerId: string
  readonly item: PaidItem
  /** The schedule entry, course or catalogue membership that is paid for, or the month. */
  readonly itemId: string
  readonly description: string
  readonly price: Cents
  /** The value added tax within the price, in percent; null where the studio was not liable at the sale. */
  readonly vatRate: number | null
  /** By how much a code or the sibling discount made the price lower. */
  readonly discount: Cents
  /** The sibling discount of the sale; null where it counted for nothing. */
  readonly siblingPercent: number | null
  readonly paymentMethod: PaymentMethod
  readonly deadline: Instant
  readonly coverMember: boolean
  readonly discountCode: string | null
  readonly updatedBy: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export type Payment = Agreed & Standing

/** When a payment that is made now is to be paid. */
export const deadlineFrom = (now: Instant, termDays: number): Instant => now + termDays * DAY

/** What of the price has come in. */
export const receivedOf = (payment: Standing): Cents => ('received' in payment ? payment.received : 0)

/** What is still to come. */
export const restOf = (payment: Standing & { readonly price: Cents }): Cents =>
  isSettled(payment) ? 0 : Math.max(0, payment.price - receivedOf(payment))

/** What is confirmed where nobody says otherwise: what a teacher says was paid, else what is still to come. */
export const expectedOf = (payment: Standing & { readonly price: Cents }): Cents =>
  payment.status === 'markedByTeacher' ? payment.stated : restOf(payment)

/** Payments that one press marks or confirms. */
export const MOST_AT_ONCE = 200

/** A payment for which a bank transfer may come. */
export interface OpenPayment {
  readonly id: string
  readonly payerId: string
  readonly description: string
  /** When the class begins that it is for; null of all else. */
  readonly startsAt: Instant | null
  /** Whom it is for. */
  readonly userId: string
  readonly person: string
  /** Who pays it. */
  readonly payer: string
  /** Cents. */
  readonly rest: Cents
  readonly deadline: Instant
  readonly status: PaymentStatus
}

/** What a payment is for, in one text: of a class also its day, since one pays for the same class on many days. */
export const itemText = (
  { description, startsAt }: { readonly description: string; readonly startsAt: Instant | null },
  day: (instant: Instant) => string,
): string => (startsAt === null ? description : `${description}, ${day(startsAt)}`)

/** How much of a transfer goes to a payment. */
export interface Share {
  readonly paymentId: string
  readonly cents: Cents
}

/** Nothing more is to come. */
export const isSettled = ({ status }: Standing): boolean => status === 'confirmed' || status === 'cancelled'

/** The 'Actual Paid Amount' in lists and histories; null while nothing is known to have been paid. */
export function paidAmount(payment: Standing): Cents | null {
  switch (payment.status) {
    case 'due':
      return null
    case 'markedByUser':
      return payment.received === 0 ? null : payment.received
    case 'markedByTeacher':
      return payment.received + payment.stated
    case 'partlyPaid':
    case 'confirmed':
      return payment.received
    case 'cancelled':
      return 0
    default:
      return payment satisfies never
  }
}

/** How much of how much was paid, where that is worth saying. */
export const partOf = (payment: Standing & { readonly price: Cents }): Part | null =>
  payment.status === 'partlyPaid' ? { received: payment.received, price: payment.price } : null

export interface Part {
  readonly received: Cents
  readonly price: Cents
}

/** What becomes of the rest of a price when less has come in. */
export const restChoices = ['letGo', 'staysDue'] as const
export type RestChoice = (typeof restChoices)[number]

/** How a payment stands once its receipts add up to so much. */
export function standingAt(price: Cents, received: Cents, rest: RestChoice): Standing {
  if (received >= price || rest === 'letGo') {
    return { status: 'confirmed', received, letGo: Math.max(0, price - received) }
  }
  return received > 0 ? { status: 'partlyPaid', received } : { status: 'due' }
}

/** Where money came from, for a receipt. */
export const receiptSources = ['desk', 'bank', 'credit'] as const
export type ReceiptSource = (typeof receiptSources)[number]

/** The journal of a month: what was received in it, and what of months before was taken back in it. */
export const journalLists = ['received', 'before'] as const
export type JournalList = (typeof journalLists)[number]
/** How money came; what is paid from credit came before, by whatever way. */
export const journalWays = [...paymentMethods, 'credit'] as const
export type JournalWay = (typeof journalWays)[number]

/**
 * Why a payer's credit changed: more came than was due, what was paid for is forgiven, it paid for something, it was paid
 * back, or the bank took it back.
 */
export const creditSources = ['bank', 'forgiven', 'used', 'paidBack', 'returned', 'opening'] as const
export type CreditSource = (typeof creditSources)[number]

/** Where the credit went that a transfer had brought: it paid for something, was paid back, or the bank took another one back. */
export const creditGoneBy = ['creditSpent', 'creditPaidBack', 'creditTakenBack'] as const
export type CreditGoneBy = (typeof creditGoneBy)[number]

/** Money is still expected; whoever marks their own payment as paid has not paid by that. */
export const openStatuses = ['due', 'partlyPaid', 'markedByUser'] as const satisfies readonly PaymentStatus[]

/** Nobody says yet that the rest is paid. */
export const dueStatuses = ['due', 'partlyPaid'] as const satisfies readonly PaymentStatus[]
export const isDue = ({ status }: { readonly status: ShownPaymentStatus }): boolean =>
  dueStatuses.some((due) => due === status)

/** What costs nothing is never open: nobody could pay it. */
export const isOpen = (payment: { readonly status: PaymentStatus; readonly price: Cents }): boolean =>
  payment.price > 0 && openStatuses.some((status) => status === payment.status)

/** How many payments of somebody are open, and how many of those are overdue. */
export interface Owed {
  readonly open: number
  readonly overdue: number
}

export const OWES_NOTHING: Owed = { open: 0, overdue: 0 }

export interface PayFirstLimits {
  readonly mostOpenPayments: number
  readonly overdueStops: boolean
}

/** Why somebody who owes that much books only once something of it is paid, or null; staff go beyond. */
export function whyPayFirst(
  kind: Actor['kind'],
  { open, overdue }: Owed,
  { mostOpenPayments, overdueStops }: PayFirstLimits,
): 'tooManyOpenPayments' | 'overduePayments' | null {
  if (may(kind, 'registerOthers')) return null
  if (overdueStops && overdue > 0) return 'overduePayments'
  return open >= mostOpenPayments ? 'tooManyOpenPayments' : null
}

/** Shown as overdue; nothing is cancelled by itself. */
export const isOverdue = (
  payment: { readonly status: ShownPaymentStatus; readonly deadline: Instant },
  now: Instant,
): boolean => isDue(payment) && now > payment.deadline

/** The status as one text, marked as overdue where staff see it marked on screen. */
export const standingInWords = (
  payment: { readonly status: ShownPaymentStatus; readonly deadline: Instant },
  now: Instant,
  words: { readonly statuses: Readonly<Record<ShownPaymentStatus, string>>; readonly overdue: string },
): string => [words.statuses[payment.status], ...(isOverdue(payment, now) ? [words.overdue] : [])].join(', ')

/**
 * The buyer ticked 'cover group member', and the studio does not count them as one. The category of a
 * deleted user is not known any more.
 */
export const isCoverDoubtful = (
  all: readonly MembershipCategory[],
  payment: { readonly coverMember: boolean },
  user: { readonly membershipCategory: string | null; readonly deletedAt: Instant | null },
): boolean => payment.coverMember && !hasGroupPrice(all, user.membershipCategory) && user.deletedAt === null

/** The lists of the payments overview: a partly paid payment is among the due, a cancelled one on its user's page only. */
export const overviewStatuses = ['due', 'markedByUser', 'markedByTeacher', 'confirmed'] as const
export type OverviewStatus = (typeof overviewStatuses)[number]

/** A payment is money that is expected; 'cover' is the buyer's word that they pay a group member's price. */
export type Price =
  | { readonly kind: 'single'; readonly price: Cents }
  | { readonly kind: 'two'; readonly standardPrice: Cents; readonly memberPrice: Cents | null }

/** A standard price without a member price is this much lower for cover members. */
export const COVER_REDUCTION: Cents = 500

/**
 * What the buyer owes before a discount: the standard price; with the 'cover group member' box
 * ticked the member price, or 5 € less where there is none, or half of a single price (rounded to a whole cent).
 */
export function priceFor(price: Price, coverMember: boolean): Cents {
  if (price.kind === 'single') return coverMember ? Math.round(price.price / 2) : price.price
  if (!coverMember) return price.standardPrice
  return price.memberPrice ?? Math.max(0, price.standardPrice - COVER_REDUCTION)
}

export const withDiscount = (price: Cents, discount: Cents): Cents => Math.max(0, price - discount)

/** Stebby is not offered to cover members, and no transfer to a studio without a bank account. */
export const offeredMethods = (
  coverMember: boolean,
  studio: { readonly methods: readonly PaymentMethod[]; readonly bankAccount: object | null },
): PaymentMethod[] =>
  studio.methods.filter(
    (method) => !(coverMember && method === 'stebby') && (studio.bankAccount !== null || method !== 'bankTransfer'),
  )

export type PaymentAction =
  | 'markAsPaid'
  | 'unmarkAsPaid'
  | 'markAsPaidByTeacher'
  | 'confirm'
  | 'notReceived'
  | 'letGo'
  | 'cancel'

const from: Readonly<Record<PaymentAction, readonly PaymentStatus[]>> = {
  markAsPaid: dueStatuses,
  unmarkAsPaid: ['markedByUser'],
  markAsPaidByTeacher: [...dueStatuses, 'markedByUser'],
  confirm: [...dueStatuses, 'markedByUser', 'markedByTeacher'],
  notReceived: ['markedByUser', 'markedByTeacher'],
  letGo: ['partlyPaid'],
  cancel: [...dueStatuses, 'markedByUser', 'markedByTeacher', 'confirmed'],
}

/** Which statuses an action may start from. */
export const canMove = (status: ShownPaymentStatus, action: PaymentAction): boolean =>
  (from[action] as readonly string[]).includes(status)

/** The owner marks a non-cash due payment as paid. */
export const canMarkOwn = (payment: {
  readonly status: ShownPaymentStatus
  readonly paymentMethod: PaymentMethod
}): boolean => payment.paymentMethod !== 'cash' && canMove(payment.status, 'markAsPaid')

/** What a click on the status badge does for this member of staff, if anything. */
export function staffAction(kind: CallerKind, status: ShownPaymentStatus): 'markAsPaidByTeacher' | 'confirm' | null {
  if (kind === 'admin') return canMove(status, 'confirm') ? 'confirm' : null
  if (kind === 'teacher') return canMove(status, 'markAsPaidByTeacher') ? 'markAsPaidByTeacher' : null
  return null
}

/** Why a payment was cancelled, as its history keeps it: the person who owed it is no longer known. */
export const ACCOUNT_DELETED = 'account deleted'

/** What decides whether somebody is reminded of what they owe. */
export interface Debt {
  /** Without one there is nobody to write to. */
  readonly hasAccount: boolean
  /** They say that they have paid something. */
  readonly saidPaid: boolean
  /** When the bank took a transfer of theirs back. */
  readonly returnedAt: Instant | null
  readonly remindedAt: Instant | null
}

export const notRemindedReasons = ['noAccount', 'saidPaid', 'returnedLately', 'remindedLately'] as const
export type NotReminded = (typeof notRemindedReasons)[number]

/** Why a payer is not reminded, or null. */
export function notReminded({ hasAccount, saidPaid, returnedAt, remindedAt }: Debt, now: Instant): NotReminded | null {
  if (!hasAccount) return 'noAccount'
  if (saidPaid) return 'saidPaid'
  if (returnedAt !== null && now - returnedAt < 3 * DAY) return 'returnedLately'
  return remindedAt !== null && now - remindedAt < 7 * DAY ? 'remindedLately' : null
}
