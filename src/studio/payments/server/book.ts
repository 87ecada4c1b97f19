import { and, eq, gt, gte, inArray, lt, min, sql, type Placeholder } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import { refuse, type Refusal } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { CommandContext } from '#server/procedures.ts'
import { lockPerson } from '#studio/accounts/server/locks.ts'
import { logLines } from '../messages/log.ts'
import {
  deadlineFrom,
  dueStatuses,
  offeredMethods,
  openStatuses,
  OWES_NOTHING,
  whyPayFirst,
  type Owed,
  type PaidItem,
  type PaymentMethod,
} from '../rules.ts'
import { paymentHistory, payments } from '../tables.ts'
import { tellWhoOwes } from './moneyLetter.ts'
import { ownPayer, payerFor } from './payers.ts'

interface Order {
  readonly id: string
  readonly userId: string
  readonly item: PaidItem
  readonly itemId: string
  readonly description: string
  /** Cents; computed by the server. */
  readonly price: Cents
  readonly paymentMethod: PaymentMethod
  readonly coverMember: boolean
  readonly discountCode?: string | null
  /** Cents by which a discount code or the sibling discount lowered the price. */
  readonly discount?: Cents
  readonly siblingPercent?: number | null
  /** When the course, membership or month ends. */
  readonly runsUntil?: Instant
}

const offeredBy = ({ settings }: CommandContext, coverMember: boolean): PaymentMethod[] =>
  offeredMethods(coverMember, {
    methods: settings.sections.payments.methods,
    bankAccount: settings.bankAccount,
  })

/** The method of a payment if nobody chooses one: the preferred one if the studio offers it. */
export function methodUnchosen(c: CommandContext, preferred: PaymentMethod, coverMember = false): PaymentMethod {
  const offered = offeredBy(c, coverMember)
  return offered.includes(preferred) ? preferred : (offered[0] ?? preferred)
}

export function methodNotOffered(
  c: CommandContext,
  { paymentMethod, coverMember }: { paymentMethod: PaymentMethod; coverMember: boolean },
): Refusal<'methodNotOffered'> | null {
  if (offeredBy(c, coverMember).includes(paymentMethod)) return null
  const byCover = offeredBy(c, false).includes(paymentMethod) ? 1 : 0
  return refuse('methodNotOffered', { method: paymentMethod, byCover })
}

/** The SQL of `isOpen` in the rules. */
export const stillOpen = and(inArray(payments.status, [...openStatuses]), gt(payments.price, 0))

/** The SQL of `isOverdue` in the rules; payments of 0 cents do not block booking. */
const overdueAt = (now: Placeholder) =>
  and(
    inArray(payments.status, [...dueStatuses]),
    gt(payments.price, 0),
    lt(payments.deadline, sql`${sql.param(now, payments.deadline)}`),
  )

// `filter` instead of `where`, so that PostgreSQL never scans the index of all due payments for one person's payments
const owedBy = prepared<{ userId: string; now: Instant }, Owed[]>((tx) =>
  tx
    .select({
      open: sql<number>`count(*) filter (where ${stillOpen})`.mapWith(Number),
      overdue: sql<number>`count(*) filter (where ${overdueAt(sql.placeholder('now'))})`.mapWith(Number),
    })
    .from(payments)
    .where(eq(payments.userId, sql.placeholder('userId'))),
)

/** How many payments of a person are open and overdue. */
export async function countOwed(tx: Tx, userId: string, now: Instant): Promise<Owed> {
  const [found] = await owedBy(tx, { userId, now })
  return found ?? OWES_NOTHING
}

/** When the next of a person's due payments will be overdue; null without one. */
export async function nextOverdueAt(tx: Tx, userId: string, now: Instant): Promise<Instant | null> {
  const [next] = await tx
    .select({ deadline: min(payments.deadline) })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        inArray(payments.status, [...dueStatuses]),
        gt(payments.price, 0),
        gte(payments.deadline, now),
      ),
    )
  return next?.deadline ? next.deadline + 1 : null
}

/**
 * Locks a person who books for themselves and counts their open payments, so that concurrent bookings count one
 * another. Null if the person is deleted.
 */
export async function lockAndCountOwed(c: CommandContext, personId: string): Promise<Owed | null> {
  const [person, owed] = await Promise.all([lockPerson(c.tx, personId), countOwed(c.tx, personId, c.now)])
  return person && owed
}

/** Refuses a person who has to pay for earlier bookings first, with the number of their open and overdue payments. */
export function payFirst(c: CommandContext, owed: Owed): Refusal<'tooManyOpenPayments' | 'overduePayments'> | null {
  const limits = c.settings.sections.registration
  const code = whyPayFirst(c.actor.kind, owed, limits)
  return code && refuse(code, { open: owed.open, overdue: owed.overdue, most: limits.mostOpenPayments })
}

type NewPayment = Required<Omit<Order, 'runsUntil'>> & {
  readonly runsUntil: Instant | null
  readonly vatRate: number | null
  readonly by: string | null
  readonly now: Instant
  readonly deadline: Instant
}

/** SQL that inserts a payment, its payer and the first entry of its history. */
const insertPayment = (payerOf: typeof payerFor) => (tx: Tx) => {
  const agreed = placeholders(
    'id',
    'userId',
    'item',
    'itemId',
    'description',
    'price',
    'vatRate',
    'paymentMethod',
    'coverMember',
    'discountCode',
    'discount',
    'siblingPercent',
    'deadline',
  )
  const { id, by, now } = placeholders('id', 'by', 'now')
  const { payerId, parts } = payerOf(tx, { userId: agreed.userId, by, now })
  // a placeholder that may be null does not pass through the column's own encoder, so convert it here
  const runsUntil = sql`to_timestamp(${sql.placeholder('runsUntil')}::double precision / 1000)`
  const dates = { createdAt: now, updatedAt: now, runsUntil }
  const payment = tx
    .$with('payment')
    .as(tx.insert(payments).values({ ...agreed, ...dates, payerId, status: 'due', updatedBy: by }))
  return tx
    .with(...parts, payment)
    .insert(paymentHistory)
    .values({ paymentId: id, at: now, byUserId: by, toStatus: 'due', reason: 'created' })
}
const insertOwn = prepared<NewPayment, unknown>(insertPayment(ownPayer))
const insertFor = prepared<NewPayment, unknown>(insertPayment(payerFor))

/** Creates a due payment with the first entry of its history. */
export async function createPayment(c: CommandContext, order: Order): Promise<void> {
  const by = c.actorId
  const own = 'personId' in c.actor && c.actor.personId === order.userId
  const insert = own ? insertOwn : insertFor
  const { termDays, vatLiable, vatRate } = c.settings.sections.payments
  const agreed = { deadline: deadlineFrom(c.now, termDays), vatRate: vatLiable ? vatRate : null }
  const nothing = { discountCode: null, discount: 0, siblingPercent: null, runsUntil: null }
  await insert(c.tx, { ...nothing, ...order, by, now: c.now, ...agreed })
  if (!own && order.price > 0) await tellWhoOwes(c, order.id)
  const message = logLines.created(order.description)
  const metadata = { paymentId: order.id, user: order.userId, price: euros(order.price, 'en') }
  c.log({ channel: 'payments', level: 'info', message, metadata })
}
