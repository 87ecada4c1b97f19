import type { Cents } from '#kernel/money.ts'
import { DAY, type Instant } from '#kernel/time.ts'
import { hasGroupPrice, may, type Actor, type CallerKind, type MembershipCategory } from '#studio/accounts/rules.ts'
import { paymentMethods } from '#studio/settings/rules/methods.ts'

export const paidItems = ['drop-in ticket', 'course', 'membership', 'monthly fee', 'earlier debt'] as const
export type PaidItem = (typeof paidItems)[number]

export { paymentMethods }
export type PaymentMethod = (typeof paymentMethods)[number]

/** The facts of a payment at each status, and only those. `received` is the sum of its receipts (cents). */
export type Standing =
  | { readonly status: 'due' }
  | { readonly status: 'partlyPaid'; readonly received: Cents }
  | { readonly status: 'markedByUser'; readonly received: Cents }
  /** `stated`: cents that the teacher says were paid now, in addition to what was received before. */
  | { readonly status: 'markedByTeacher'; readonly received: Cents; readonly stated: Cents }
  /** `letGo`: cents that the studio waives, so that price = received + letGo, unless more was received. */
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
/** As shown to staff: users whose category includes the class have a place and no payment. */
export type ShownPaymentStatus = PaymentStatus | 'included'

/** What was agreed when the payment was made; it never changes. */
interface Agreed {
  readonly id: string
  readonly userId: string
  readonly payerId: string
  readonly item: PaidItem
  /** Id of the schedule entry, course or catalogue membership that is paid for, or the month. */
  readonly itemId: string
  readonly description: string
  readonly price: Cents
  /** The VAT within the price, in percent; null if the studio was not liable at the sale. */
  readonly vatRate: number | null
  /** Cents by which a discount code or the sibling discount lowered the price. */
  readonly discount: Cents
  /** The sibling discount at the sale, in percent; null if it was not applied. */
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

/** The deadline of a payment that is made now. */
export const deadlineFrom = (now: Instant, termDays: number): Instant => now + termDays * DAY

/** Cents received so far. */
export const receivedOf = (payment: Standing): Cents => ('received' in payment ? payment.received : 0)

/** Cents still to come. */
export const restOf = (payment: Standing & { readonly price: Cents }): Cents =>
  isSettled(payment) ? 0 : Math.max(0, payment.price - receivedOf(payment))

/** What credit pays: each in this order until it is used up. */
export function paidByCredit<T extends { readonly rest: Cents }>(
  credit: Cents,
  open: readonly T[],
): (T & { readonly pays: Cents })[] {
  let left = credit
  return open.flatMap((one) => {
    const pays = Math.min(left, one.rest)
    left -= pays
    return pays > 0 ? [{ ...one, pays }] : []
  })
}

/** The order in which credit pays: the earliest deadline first. */
export const inOrderOfDeadlines = (
  a: { readonly deadline: Instant; readonly id: string },
  b: { readonly deadline: Instant; readonly id: string },
): number => a.deadline - b.deadline || (a.id < b.id ? -1 : 1)

/** The default amount of a confirmation (cents): what a teacher says was paid, else what is still to come. */
export const expectedOf = (payment: Standing & { readonly price: Cents }): Cents =>
  payment.status === 'markedByTeacher' ? payment.stated : restOf(payment)

/** Maximum number of payments that one press marks or confirms. */
export const MOST_AT_ONCE = 200
/** Maximum number of payers reminded by one press. */
export const MOST_REMINDED = 1000

/** An open payment that a bank transfer may pay. */
export interface OpenPayment {
  readonly id: string
  readonly payerId: string
  readonly description: string
  /** Start of the class that it is for; null for anything else. */
  readonly startsAt: Instant | null
  /** The person for whom it is. */
  readonly userId: string
  readonly person: string
  /** Name of the payer. */
  readonly payer: string
  /** Cents. */
  readonly rest: Cents
  readonly deadline: Instant
  readonly status: PaymentStatus
}

/** What a payment is for, in one text; for a class with its day, since people pay for the same class on many days. */
export const itemText = (
  { description, startsAt }: { readonly description: string; readonly startsAt: Instant | null },
  day: (instant: Instant) => string,
): string => (startsAt === null ? description : `${description}, ${day(startsAt)}`)

/** The part of a transfer that goes to one payment. */
export interface Share {
  readonly paymentId: string
  readonly cents: Cents
}

/** No more money is expected. */
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

/** What came in within the month of the list, if that is not all that was paid; else null. */
export function otherInMonth(payment: Standing & { readonly inMonth: Cents | null }): Cents | null {
  return payment.inMonth === paidAmount(payment) ? null : payment.inMonth
}

/** Cents that nobody says were paid yet. */
export const stillDueOf = (payment: Standing & { readonly price: Cents }): Cents =>
  isSettled(payment) ? 0 : Math.max(0, payment.price - (paidAmount(payment) ?? 0))

/** How much of how much was paid; null if it was not a part. */
export const partOf = (payment: Standing & { readonly price: Cents }): Part | null =>
  payment.status === 'partlyPaid' ? { received: payment.received, price: payment.price } : null

export interface Part {
  readonly received: Cents
  readonly price: Cents
}

/** What becomes of the rest of a price when less has come in. */
export const restChoices = ['letGo', 'staysDue'] as const
export type RestChoice = (typeof restChoices)[number]

/** The state of a payment once its receipts add up to `received` (cents). */
export function standingAt(price: Cents, received: Cents, rest: RestChoice): Standing {
  if (received >= price || rest === 'letGo') {
    return { status: 'confirmed', received, letGo: Math.max(0, price - received) }
  }
  return received > 0 ? { status: 'partlyPaid', received } : { status: 'due' }
}

/** Where the money of a receipt came from. */
export const receiptSources = ['desk', 'bank', 'credit'] as const
export type ReceiptSource = (typeof receiptSources)[number]

/** The lists of a month's journal: what was received in it, and the changes to earlier months that were made in it. */
export const journalLists = ['received', 'before'] as const
export type JournalList = (typeof journalLists)[number]
/** How money came; what is paid from credit came in earlier, by any method. */
export const moneyWays = [...paymentMethods, 'credit'] as const
export type MoneyWay = (typeof moneyWays)[number]

/**
 * Why a payer's credit changed: more came by the bank than was due, what money had paid was cancelled, it paid for
 * something, it was paid back, the bank took it back, or it is from before the studio moved in.
 */
export const creditSources = ['bank', 'cancelled', 'used', 'paidBack', 'returned', 'opening'] as const
export type CreditSource = (typeof creditSources)[number]

/** How credit can be paid back: Stebby takes no money back. */
export const waysBack = ['bankTransfer', 'cash'] as const satisfies readonly PaymentMethod[]
export type WayBack = (typeof waysBack)[number]

/**
 * Where the credit of a transfer went: it paid for something, was paid back, or the bank took another transfer back.
 */
export const creditGoneBy = ['creditSpent', 'creditPaidBack', 'creditTakenBack'] as const
export type CreditGoneBy = (typeof creditGoneBy)[number]

/** Money is still expected; marking one's own payment as paid is not a payment. */
export const openStatuses = ['due', 'partlyPaid', 'markedByUser'] as const satisfies readonly PaymentStatus[]

/** Open, or marked by staff: not confirmed yet. */
export const unsettledStatuses = [...openStatuses, 'markedByTeacher'] as const satisfies readonly PaymentStatus[]

/** Open, and not marked as paid by anybody. */
export const dueStatuses = ['due', 'partlyPaid'] as const satisfies readonly PaymentStatus[]
export const isDue = ({ status }: { readonly status: ShownPaymentStatus }): boolean =>
  dueStatuses.some((due) => due === status)

/** Somebody says that it is paid. */
export const isMarked = (status: PaymentStatus): boolean => status === 'markedByUser' || status === 'markedByTeacher'

/** A payment of 0 cents is never open: nobody could pay it. */
export const isOpen = (payment: { readonly status: PaymentStatus; readonly price: Cents }): boolean =>
  payment.price > 0 && openStatuses.some((status) => status === payment.status)

/** How many payments of a person are open, and how many of those are overdue. */
export interface Owed {
  readonly open: number
  readonly overdue: number
}

export const OWES_NOTHING: Owed = { open: 0, overdue: 0 }

export interface PayFirstLimits {
  readonly mostOpenPayments: number
  readonly overdueStops: boolean
}

/** Why a person who owes that much must pay before booking, or null; staff are exempt. */
export function whyPayFirst(
  kind: Actor['kind'],
  { open, overdue }: Owed,
  { mostOpenPayments, overdueStops }: PayFirstLimits,
): 'tooManyOpenPayments' | 'overduePayments' | null {
  if (may(kind, 'registerOthers')) return null
  if (overdueStops && overdue > 0) return 'overduePayments'
  return open >= mostOpenPayments ? 'tooManyOpenPayments' : null
}

/** Shown as overdue; nothing is cancelled automatically. */
export const isOverdue = (
  payment: { readonly status: ShownPaymentStatus; readonly deadline: Instant },
  now: Instant,
): boolean => isDue(payment) && now > payment.deadline

/** The status as text, marked as overdue where staff see it so on screen. */
export const standingInWords = (
  payment: { readonly status: ShownPaymentStatus; readonly deadline: Instant },
  now: Instant,
  words: { readonly statuses: Readonly<Record<ShownPaymentStatus, string>>; readonly overdue: string },
): string => [words.statuses[payment.status], ...(isOverdue(payment, now) ? [words.overdue] : [])].join(', ')

/**
 * The buyer ticked 'cover group member', and the studio does not count them as one. False for a deleted user, whose
 * category is no longer known.
 */
export const isCoverDoubtful = (
  all: readonly MembershipCategory[],
  payment: { readonly coverMember: boolean },
  user: { readonly membershipCategory: string | null; readonly deletedAt: Instant | null },
): boolean => payment.coverMember && !hasGroupPrice(all, user.membershipCategory) && user.deletedAt === null

/**
 * The lists of the payments overview: partly paid payments are in the due list, cancelled ones only on the user's page.
 */
export const overviewStatuses = ['due', 'markedByUser', 'markedByTeacher', 'confirmed'] as const
export type OverviewStatus = (typeof overviewStatuses)[number]

/** A payment is money that is expected; with 'cover' the buyer claims a group member's price. */
export type Price =
  | { readonly kind: 'single'; readonly price: Cents }
  | { readonly kind: 'two'; readonly standardPrice: Cents; readonly memberPrice: Cents | null }

/** A standard price without a member price is this much lower for cover members. */
export const COVER_REDUCTION: Cents = 500

/**
 * The price before a discount (cents): the standard price; with the 'cover group member' box ticked the member price,
 * or 5 € less if there is none, or half of a single price (rounded to a whole cent).
 */
export function priceFor(price: Price, coverMember: boolean): Cents {
  if (price.kind === 'single') return coverMember ? Math.round(price.price / 2) : price.price
  if (!coverMember) return price.standardPrice
  return price.memberPrice ?? Math.max(0, price.standardPrice - COVER_REDUCTION)
}

export const withDiscount = (price: Cents, discount: Cents): Cents => Math.max(0, price - discount)

/** Stebby is not offered to cover members, and bank transfer not by a studio without a bank account. */
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
  confirm: unsettledStatuses,
  notReceived: ['markedByUser', 'markedByTeacher'],
  letGo: ['partlyPaid'],
  cancel: [...unsettledStatuses, 'confirmed'],
}

/** Whether an action may start from a status. */
export const canMove = (status: ShownPaymentStatus, action: PaymentAction): boolean =>
  (from[action] as readonly string[]).includes(status)

/** Whether the owner may mark a payment as paid: it is due and not in cash. */
export const canMarkOwn = (payment: {
  readonly status: ShownPaymentStatus
  readonly paymentMethod: PaymentMethod
}): boolean => payment.paymentMethod !== 'cash' && canMove(payment.status, 'markAsPaid')

/** What a click on the status badge does for this staff member, or null. */
export function staffAction(kind: CallerKind, status: ShownPaymentStatus): 'markAsPaidByTeacher' | 'confirm' | null {
  if (may(kind, 'confirmPayments')) return canMove(status, 'confirm') ? 'confirm' : null
  if (may(kind, 'markPaidAsTeacher')) return canMove(status, 'markAsPaidByTeacher') ? 'markAsPaidByTeacher' : null
  return null
}

/** A payment that was just made by a sale. */
export interface MadePayment {
  readonly paymentId: string
  readonly price: Cents
}

/** What staff state to settle it at its price; refused if somebody has changed it since. */
export const asMade = ({ paymentId, price }: MadePayment) =>
  ({ paymentId, actualAmount: price, seenStatus: 'due', seenReceived: 0 }) as const

/** Why a payment was cancelled, as its history says when the person who owed it is deleted. */
export const ACCOUNT_DELETED = 'account deleted'

/** The facts that decide whether a payer is reminded. */
export interface Debt {
  /** Without an account there is nobody to write to. */
  readonly hasAccount: boolean
  /** The payer says that they have paid something. */
  readonly saidPaid: boolean
  /** When the bank last took a transfer of theirs back. */
  readonly returnedAt: Instant | null
  readonly remindedAt: Instant | null
}

export const notRemindedReasons = ['noAccount', 'saidPaid', 'returnedLately', 'remindedLately'] as const
export type NotReminded = (typeof notRemindedReasons)[number]

/** Why a payer is not reminded, or null. */
export function notReminded(debt: Debt, now: Instant): NotReminded | null {
  if (!debt.hasAccount) return 'noAccount'
  if (debt.saidPaid) return 'saidPaid'
  const { returned, reminded } = restsUntil(debt)
  if (now < returned) return 'returnedLately'
  return now < reminded ? 'remindedLately' : null
}

/** Until when a payer is left alone after the bank took a transfer back, and after a reminder. */
export const restsUntil = ({ returnedAt, remindedAt }: Pick<Debt, 'returnedAt' | 'remindedAt'>) => ({
  returned: (returnedAt ?? -Infinity) + 3 * DAY,
  reminded: (remindedAt ?? -Infinity) + 7 * DAY,
})
