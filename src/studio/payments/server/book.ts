import { and, count, eq, gt, inArray } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import { refuse, type Refusal } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { lockPerson } from '#studio/accounts/server/standing.ts'
import {
  mustPayFirst,
  offeredMethods,
  openStatuses,
  PAYMENT_TERM,
  type PaidItem,
  type PaymentMethod,
  type PaymentStatus,
} from '../rules.ts'
import { paymentHistory, payments } from '../tables.ts'

export type Payment = typeof payments.$inferSelect

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

/** How many payments of a person are open. */
export async function countOpen(tx: Tx, userId: string): Promise<number> {
  const [found] = await tx
    .select({ open: count() })
    .from(payments)
    .where(and(eq(payments.userId, userId), stillOpen))
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

/** Creates a due payment with the first line of its history. */
export async function createPayment(c: CommandContext, order: Order): Promise<void> {
  const by = c.me.accountId
  const times = { createdAt: c.now, updatedAt: c.now, deadline: c.now + PAYMENT_TERM }
  await Promise.all([
    c.tx.insert(payments).values({ ...order, status: 'due', updatedBy: by, ...times }),
    c.tx
      .insert(paymentHistory)
      .values({ paymentId: order.id, at: c.now, byUserId: by, toStatus: 'due', toAmount: null, reason: 'created' }),
  ])
  const message = `Payment created for ${order.description}.`
  const metadata = { paymentId: order.id, user: order.userId, price: euros(order.price) }
  c.log({ channel: 'payments', level: 'info', message, metadata })
}

/** Locks a payment; always the last lock of a transaction. */
export async function lockPayment(c: CommandContext, paymentId: string): Promise<Payment | null> {
  const [row] = await lockPayments(c, [paymentId])
  return row ?? null
}

/** The same of several, in the order of their ids: whoever else locks some of them waits for nobody who waits for them. */
async function lockPayments(c: CommandContext, ids: readonly string[]): Promise<Payment[]> {
  return await c.tx.select().from(payments).where(inArray(payments.id, ids)).orderBy(payments.id).for('update')
}

interface Move {
  readonly status: PaymentStatus
  readonly actualAmount: Cents | null
  /** Why, in a word or two: kept in the history. */
  readonly reason: string
}

/** Moves locked payments on, with their history; whether they may move is the caller's decision. */
export async function movePayments(c: CommandContext, moved: readonly Payment[], move: Move): Promise<void> {
  if (moved.length === 0) return
  const { status, actualAmount, reason } = move
  const ids = moved.map(({ id }) => id)
  await c.tx
    .update(payments)
    .set({ status, actualAmount, updatedBy: c.me.accountId, updatedAt: c.now })
    .where(inArray(payments.id, ids))
  await c.tx.insert(paymentHistory).values(
    moved.map((payment) => ({
      paymentId: payment.id,
      at: c.now,
      byUserId: c.me.accountId,
      fromStatus: payment.status,
      toStatus: status,
      fromAmount: payment.actualAmount,
      toAmount: actualAmount,
      reason,
    })),
  )
  for (const payment of moved) {
    const message = `Payment ${payment.status} → ${status}: ${reason}.`
    c.log({ channel: 'payments', level: 'info', message, metadata: { paymentId: payment.id, user: payment.userId } })
  }
}

/** Cancels those payments that still stand; what was already received is kept in the history (READINGS R18). */
export async function cancelPayments(c: CommandContext, ids: readonly string[], reason: string): Promise<void> {
  if (ids.length === 0) return
  const standing = (await lockPayments(c, ids)).filter(({ status }) => status !== 'cancelled')
  await movePayments(c, standing, { status: 'cancelled', actualAmount: 0, reason })
  for (const payment of standing.filter(({ status }) => status !== 'due')) {
    const received = euros(payment.actualAmount ?? payment.price)
    const message = `A payment that was ${payment.status} has been cancelled: money may have to be returned.`
    const metadata = { paymentId: payment.id, user: payment.userId, received }
    c.log({ channel: 'payments', level: 'warning', message, metadata })
  }
}
