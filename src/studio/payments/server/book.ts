import { eq, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { refuse, type Refusal } from '#kernel/result.ts'
import { preparedSql } from '#server/db/prepared.ts'
import type { CommandContext } from '#server/procedures.ts'
import { offeredMethods, PAYMENT_TERM, type PaidItem, type PaymentMethod, type PaymentStatus } from '../rules.ts'
import { paymentHistory, payments } from '../tables.ts'

export type Payment = typeof payments.$inferSelect

interface Order {
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

export function methodNotOffered(order: {
  paymentMethod: PaymentMethod
  coverMember: boolean
}): Refusal<'methodNotOffered'> | null {
  return offeredMethods(order.coverMember).includes(order.paymentMethod) ? null : refuse('methodNotOffered')
}

/** Creates a due payment with the first line of its history, at the command's end; what refers to it comes later still. */
export function createPayment(c: CommandContext, order: Order): string {
  const id = newId()
  const discountCode = order.discountCode ?? null
  const deadline = c.now + PAYMENT_TERM
  c.later(newPayment, { ...order, id, discountCode, deadline, by: c.me.userId, now: c.now })
  const message = `Payment created for ${order.description}.`
  c.log({
    channel: 'payments',
    level: 'info',
    message,
    metadata: { paymentId: id, user: order.userId, price: euros(order.price) },
  })
  return id
}

const newPayment = preparedSql((db) => {
  const [id, by, now] = [sql.placeholder('id'), sql.placeholder('by'), sql.placeholder('now')]
  const payment = db.insert(payments).values({
    id,
    userId: sql.placeholder('userId'),
    item: sql.placeholder('item'),
    itemId: sql.placeholder('itemId'),
    description: sql.placeholder('description'),
    price: sql.placeholder('price'),
    paymentMethod: sql.placeholder('paymentMethod'),
    coverMember: sql.placeholder('coverMember'),
    discountCode: sql.placeholder('discountCode'),
    status: 'due',
    deadline: sql.placeholder('deadline'),
    updatedBy: by,
    createdAt: now,
    updatedAt: now,
  })
  const history = db.insert(paymentHistory).values({
    paymentId: id,
    at: now,
    byUserId: by,
    toStatus: 'due',
    toAmount: null,
    reason: 'created',
  })
  return sql`with payment as (${payment.getSQL()}) ${history.getSQL()}`
})

/** Locks a payment; always the last lock of a transaction. */
export async function lockPayment(c: CommandContext, paymentId: string): Promise<Payment | null> {
  const [row] = await c.tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  return row ?? null
}

interface Move {
  readonly status: PaymentStatus
  readonly actualAmount: Cents | null
  /** Why, in a word or two: kept in the history. */
  readonly reason: string
}

/** Moves a locked payment on, with its history; whether it may move is the caller's decision. */
export async function movePayment(c: CommandContext, payment: Payment, move: Move): Promise<void> {
  const { status, actualAmount, reason } = move
  await c.tx
    .update(payments)
    .set({ status, actualAmount, updatedBy: c.me.userId, updatedAt: c.now })
    .where(eq(payments.id, payment.id))
  await c.tx.insert(paymentHistory).values({
    paymentId: payment.id,
    at: c.now,
    byUserId: c.me.userId,
    fromStatus: payment.status,
    toStatus: status,
    fromAmount: payment.actualAmount,
    toAmount: actualAmount,
    reason,
  })
  const metadata = { paymentId: payment.id, user: payment.userId }
  c.log({ channel: 'payments', level: 'info', message: `Payment ${payment.status} → ${status}: ${reason}.`, metadata })
}

/** Cancels a payment that still stands; what was already received is kept in the history (READINGS R18). */
export async function cancelPayment(c: CommandContext, paymentId: string, reason: string): Promise<void> {
  const payment = await lockPayment(c, paymentId)
  if (!payment || payment.status === 'cancelled') return
  await movePayment(c, payment, { status: 'cancelled', actualAmount: 0, reason })
  if (payment.status !== 'due') {
    const received = euros(payment.actualAmount ?? payment.price)
    const message = `A payment that was ${payment.status} has been cancelled: money may have to be returned.`
    c.log({ channel: 'payments', level: 'warning', message, metadata: { paymentId, user: payment.userId, received } })
  }
}
