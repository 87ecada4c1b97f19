import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import { refuse, type Refusal } from '#kernel/result.ts'
import { DAY, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { CommandContext } from '#server/procedures.ts'
import { lockPerson } from '#studio/accounts/server/standing.ts'
import { mustPayFirst, offeredMethods, openStatuses, type PaidItem, type PaymentMethod } from '../rules.ts'
import { paymentHistory, payments } from '../tables.ts'
import { ownPayer, payerFor } from './payers.ts'

interface Order {
  readonly id: string
  readonly userId: string
  readonly item: PaidItem
  readonly itemId: string
  readonly description: string
  /** Cents, computed by the server. */
  readonly price: Cents
  readonly paymentMethod: PaymentMethod
  readonly coverMember: boolean
  readonly discountCode?: string | null
}

export function methodNotOffered(
  { settings }: CommandContext,
  { paymentMethod, coverMember }: { paymentMethod: PaymentMethod; coverMember: boolean },
): Refusal<'methodNotOffered'> | null {
  const studio = { methods: settings.sections.payments.methods, bankAccount: settings.bankAccount }
  if (offeredMethods(coverMember, studio).includes(paymentMethod)) return null
  const byCover = offeredMethods(false, studio).includes(paymentMethod) ? 1 : 0
  return refuse('methodNotOffered', { method: paymentMethod, byCover })
}

/** As `isOpen` of the rules. */
export const stillOpen = and(inArray(payments.status, [...openStatuses]), gt(payments.price, 0))

// a filter and no condition: of one person's payments, so that the index of all that are due is never the way
const openOf = prepared<{ userId: string }, { open: number }[]>((tx) =>
  tx
    .select({ open: sql<number>`count(*) filter (where ${stillOpen})`.mapWith(Number) })
    .from(payments)
    .where(eq(payments.userId, sql.placeholder('userId'))),
)

/** How many payments of a person are open. */
export async function countOpen(tx: Tx, userId: string): Promise<number> {
  const [found] = await openOf(tx, { userId })
  return found?.open ?? 0
}

/**
 * Locks whoever books for themselves, and counts what they have open: of their bookings at the same moment each sees
 * those before it. Null once deleted.
 */
export async function lockPayer(c: CommandContext): Promise<{ open: number } | null> {
  const { subjectId } = c
  const [person, open] = await Promise.all([lockPerson(c.tx, subjectId), countOpen(c.tx, subjectId)])
  return person && { open }
}

/** Refuses whoever has to pay for something first, and says how much they have open. */
export function payFirst(c: CommandContext, open: number): Refusal<'tooManyOpenPayments'> | null {
  const { mostOpenPayments: most } = c.settings.sections.registration
  return mustPayFirst(c.actor.kind, open, most) ? refuse('tooManyOpenPayments', { open, most }) : null
}

type NewPayment = Omit<Order, 'discountCode'> & {
  readonly discountCode: string | null
  readonly by: string | null
  readonly now: Instant
  readonly deadline: Instant
}

/** A payment with its payer and the first line of its history. */
const insertPayment = (payerOf: typeof payerFor) => (tx: Tx) => {
  const agreed = placeholders(
    'id',
    'userId',
    'item',
    'itemId',
    'description',
    'price',
    'paymentMethod',
    'coverMember',
    'discountCode',
    'deadline',
  )
  const { id, by, now } = placeholders('id', 'by', 'now')
  const { payerId, parts } = payerOf(tx, { userId: agreed.userId, by, now })
  const first = { ...agreed, payerId, status: 'due', updatedBy: by, createdAt: now, updatedAt: now } as const
  const payment = tx.$with('payment').as(tx.insert(payments).values(first))
  return tx
    .with(...parts, payment)
    .insert(paymentHistory)
    .values({ paymentId: id, at: now, byUserId: by, toStatus: 'due', reason: 'created' })
}
const insertOwn = prepared<NewPayment, unknown>(insertPayment(ownPayer))
const insertFor = prepared<NewPayment, unknown>(insertPayment(payerFor))

/** Creates a due payment with the first line of its history. */
export async function createPayment(c: CommandContext, order: Order): Promise<void> {
  const by = c.actorId
  const own = 'personId' in c.actor && c.actor.personId === order.userId
  const insert = own ? insertOwn : insertFor
  const deadline = c.now + c.settings.sections.payments.termDays * DAY
  await insert(c.tx, { discountCode: null, ...order, by, now: c.now, deadline })
  const message = `Payment created for ${order.description}.`
  const metadata = { paymentId: order.id, user: order.userId, price: euros(order.price) }
  c.log({ channel: 'payments', level: 'info', message, metadata })
}
