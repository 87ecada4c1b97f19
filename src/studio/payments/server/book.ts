import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import { refuse, type Refusal } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { CommandContext } from '#server/procedures.ts'
import { lockPerson } from '#studio/accounts/server/standing.ts'
import {
  mustPayFirst,
  offeredMethods,
  openStatuses,
  PAYMENT_TERM,
  type PaidItem,
  type PaymentMethod,
} from '../rules.ts'
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
  const offered = offeredMethods(coverMember, settings.bankAccount !== null)
  return offered.includes(paymentMethod) ? null : refuse('methodNotOffered', { method: paymentMethod })
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
export const payFirst = (c: CommandContext, open: number): Refusal<'tooManyOpenPayments'> | null =>
  mustPayFirst(c.caller.kind, open) ? refuse('tooManyOpenPayments', { open }) : null

type NewPayment = Omit<Order, 'discountCode'> & {
  readonly discountCode: string | null
  readonly by: string
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
  const by = c.me.accountId
  const insert = order.userId === c.me.personId ? insertOwn : insertFor
  await insert(c.tx, { discountCode: null, ...order, by, now: c.now, deadline: c.now + PAYMENT_TERM })
  const message = `Payment created for ${order.description}.`
  const metadata = { paymentId: order.id, user: order.userId, price: euros(order.price) }
  c.log({ channel: 'payments', level: 'info', message, metadata })
}
