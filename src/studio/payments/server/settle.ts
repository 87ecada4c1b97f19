// All changes of a payment's state: receipts, status, history, log and events change together, and only here; for
// cancelled payments in cancel.ts.
import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { dateIn, type Instant, type LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import {
  paymentMarked,
  paymentReopened,
  paymentSettled,
  paymentsMoved,
  paymentUnconfirmed,
  paymentUnmarked,
} from '../events.ts'
import { logLines } from '../messages/log.ts'
import type { Reason } from '../messages/reasons.ts'
import {
  isDue,
  isMarked,
  paidAmount,
  receivedOf,
  standingAt,
  type MoneyWay,
  type Payment,
  type PaymentMethod,
  type ReceiptSource,
  type RestChoice,
  type Standing,
} from '../rules.ts'
import { paymentHistory, payments, receipts } from '../tables.ts'
import { tellOfMoney } from './moneyLetter.ts'
import { columnsOf, paymentOf, received } from './rows.ts'

/** Money that came in, or was returned if the cents are negative. */
export interface Money {
  readonly cents: Cents
  /** In the studio's time zone: the day by which it counts for a month. */
  readonly day: LocalDate
  readonly way: MoneyWay
  readonly source: ReceiptSource
  /** The line of a bank statement. */
  readonly sourceId?: string
}

/** Reason in the history for a payment that an admin confirmed in full. */
export const CONFIRMED = 'confirmed by an admin'
/** The same for a part of a payment, whose rest stays due. */
export const PART_RECEIVED = 'part received by an admin'
const UNDONE = 'confirmation undone'

interface Taken {
  readonly cents: Cents
  readonly way: PaymentMethod
  /** The time by whose day it counts. */
  readonly at: Instant
}

/** Money that staff took at the desk or saw on the account. */
export const takenAtDesk = (c: CommandContext, { cents, way, at }: Taken): Money => ({
  cents,
  day: dateIn(c.settings.timeZone, at),
  way,
  source: 'desk',
})

/** When the money of a locked payment came that an admin confirms now: when a teacher marked it, else now. */
export async function cameAt(c: CommandContext, payment: Payment): Promise<Instant> {
  if (payment.status !== 'markedByTeacher') return c.now
  const marks = await marksOf(c.tx, payment)
  return marks.find(({ toStatus }) => toStatus === 'markedByTeacher')?.at ?? c.now
}

/** Locks a payment. docs/architecture.md lists what must be locked before it. */
export async function lockPayment(c: CommandContext, paymentId: string): Promise<Payment | null> {
  const [payment] = await lockPayments(c, eq(payments.id, paymentId))
  return payment ?? null
}

/** Locks several payments in the order of their ids, so that concurrent calls cannot deadlock. */
export async function lockPayments(c: CommandContext, which: SQL | undefined): Promise<Payment[]> {
  const locked = await c.tx.select().from(payments).where(which).orderBy(payments.id).for('update')
  if (locked.length === 0) return []
  const ids = locked.map(({ id }) => id)
  // a second statement: while the first one waits for a lock, others may add receipts that it would not see
  const sums = await c.tx.select({ id: payments.id, received }).from(payments).where(inArray(payments.id, ids))
  const sumOf = new Map(sums.map((sum) => [sum.id, sum.received]))
  return locked.map((row) => paymentOf({ ...row, received: sumOf.get(row.id) ?? 0 }))
}

/**
 * Books money on a locked payment; returns the id of the receipt. The payment is confirmed when its receipts reach the
 * price or the rest is let go; returned money may open it again. `way` replaces the payment's method. Throws if more is
 * returned than came in.
 */
export async function settle(
  c: CommandContext,
  payment: Payment,
  money: Money,
  { rest, reason, way }: { readonly rest: RestChoice; readonly reason: Reason; readonly way?: PaymentMethod },
): Promise<number> {
  const total = receivedOf(payment) + money.cents
  if (total < 0) throw new Error(`More would go back for payment ${payment.id} than came in.`)
  const receipt = { paymentId: payment.id, item: payment.item, ...money, at: c.now, byUserId: c.actorId }
  const [added] = await c.tx.insert(receipts).values(receipt).returning({ id: receipts.id })
  if (!added) throw new Error(`The receipt of payment ${payment.id} was not added.`)
  if (money.cents > 0 && money.source !== 'credit') await tellOfMoney(c, payment.id)
  const standing = money.cents < 0 ? withLess(payment, total, rest) : standingAt(payment.price, total, rest)
  await move(c, [payment], standing, reason, { returned: Math.max(0, -money.cents), ...(way && { way }) })
  return added.id
}

/** After money was taken back: what somebody says about other money still holds. */
function withLess(payment: Payment, received: Cents, rest: RestChoice): Standing {
  if (payment.status === 'markedByTeacher') return { status: payment.status, received, stated: payment.stated }
  if (payment.status === 'markedByUser') return { status: payment.status, received }
  return standingAt(payment.price, received, rest)
}

/**
 * Notes that the owner or a teacher says a locked payment is paid; the studio has not seen the money yet. `at` is when
 * it was said, which may be before the call arrived.
 */
export async function mark(
  c: CommandContext,
  payment: Payment,
  said: { readonly status: 'markedByUser' } | { readonly status: 'markedByTeacher'; readonly stated: Cents },
  reason: Reason,
  { way = payment.paymentMethod, at = c.now }: { readonly way?: PaymentMethod; readonly at?: Instant } = {},
): Promise<void> {
  await move(c, [payment], { ...said, received: receivedOf(payment) }, reason, { way, at })
  const marked = { ...payment, paymentMethod: way }
  if (said.status === 'markedByTeacher') await c.raise(paymentMarked, { payment: marked, cents: said.stated, at })
}

/** Withdraws the mark of a locked payment: what came in stays, and it is due again by its former payment method. */
export async function unmark(c: CommandContext, payment: Payment, reason: Reason): Promise<void> {
  const marks = await marksOf(c.tx, payment)
  // the first mark holds the original payment method
  const way = marks.findLast(({ fromMethod }) => fromMethod !== null)?.fromMethod ?? payment.paymentMethod
  await move(c, [payment], standingAt(payment.price, receivedOf(payment), 'staysDue'), reason, { way })
}

/** Undoes some receipts of a locked payment as a mistake: their sum is open again. */
export async function takeBack(c: CommandContext, payment: Payment, which: SQL, reason: Reason): Promise<void> {
  const { count, left } = await undoReceipts(c, payment, which)
  if (count > 0) await move(c, [payment], withLess(payment, left, 'staysDue'), reason)
}

/** Marks receipts as a mistake; `left` is what stays received (cents). */
async function undoReceipts(c: CommandContext, payment: Payment, which: SQL): Promise<{ count: number; left: Cents }> {
  const undone = await c.tx
    .update(receipts)
    .set({ undoneAt: c.now, undoneBy: c.actorId })
    .where(and(eq(receipts.paymentId, payment.id), isNull(receipts.undoneAt), which))
    .returning({ cents: receipts.cents })
  return { count: undone.length, left: undone.reduce((left, { cents }) => left - cents, receivedOf(payment)) }
}

type Change = typeof paymentHistory.$inferSelect

/**
 * Finds the change that a press made to a locked payment: null if it made none, 'changed' if there are later changes.
 */
export async function stillAsMade(
  c: CommandContext,
  { id }: Payment,
  isThePress: (change: Change) => boolean,
): Promise<Change | 'changed' | null> {
  const changes = await changesOf(c.tx, id)
  const place = changes.findIndex(isThePress)
  return place > 0 ? 'changed' : (changes[place] ?? null)
}

/** Undoes, as a mistake, the desk receipt of the last change of a locked payment and restores its former state. */
export async function unconfirm(c: CommandContext, payment: Payment, last: Change): Promise<void> {
  const its = and(
    eq(receipts.paymentId, payment.id),
    eq(receipts.source, 'desk'),
    eq(receipts.at, last.at),
    isNull(receipts.undoneAt),
  )
  // an earlier part may have come in the same moment
  const newest = c.tx
    .select({ id: sql`max(${receipts.id})` })
    .from(receipts)
    .where(its)
  const { left: received } = await undoReceipts(c, payment, inArray(receipts.id, newest))
  await move(c, [payment], before(), UNDONE, { ...(last.fromMethod && { way: last.fromMethod }) })
  await c.raise(paymentUnconfirmed, { payment, confirmedAt: last.at })

  function before(): Standing {
    if (last.fromStatus === 'markedByUser') return { status: 'markedByUser', received }
    // other money may have been confirmed than a teacher said
    const stated = Math.max(0, (last.fromAmount ?? 0) - received)
    if (last.fromStatus === 'markedByTeacher') return { status: 'markedByTeacher', received, stated }
    return standingAt(payment.price, received, 'staysDue')
  }
}

/** The changes by which a payment counts as marked, newest first; undone confirmations are left out. */
export async function marksOf(tx: Tx, { id }: Payment) {
  const all = await changesOf(tx, id)
  const changes = all.filter(({ reason }, place) => reason !== UNDONE && all[place - 1]?.reason !== UNDONE)
  const dueUntil = changes.findIndex(({ toStatus }) => isDue({ status: toStatus }))
  const since = dueUntil === -1 ? changes : changes.slice(0, dueUntil)
  return since.filter(({ toStatus }) => isMarked(toStatus))
}

/** Newest first. */
const changesOf = (tx: Tx, paymentId: string) =>
  tx.select().from(paymentHistory).where(eq(paymentHistory.paymentId, paymentId)).orderBy(desc(paymentHistory.id))

/** Lets the rest of a locked payment go without more money. */
export async function letGo(c: CommandContext, payment: Payment, reason: Reason): Promise<void> {
  await move(c, [payment], standingAt(payment.price, receivedOf(payment), 'letGo'), reason)
}

/** Moves locked payments to a state, with history and events; the caller decides whether the move is allowed. */
export async function move(
  c: CommandContext,
  moved: readonly Payment[],
  to: Standing,
  reason: Reason,
  {
    returned = 0,
    way,
    at = c.now,
  }: { readonly returned?: Cents; readonly way?: PaymentMethod; readonly at?: Instant } = {},
): Promise<void> {
  const ids = moved.map(({ id }) => id)
  const changes = { ...columnsOf(to), ...(way && { paymentMethod: way }), updatedBy: c.actorId, updatedAt: c.now }
  await c.tx.update(payments).set(changes).where(inArray(payments.id, ids))
  await c.tx.insert(paymentHistory).values(
    moved.map((payment) => ({
      paymentId: payment.id,
      at,
      byUserId: c.actorId,
      fromStatus: payment.status,
      toStatus: to.status,
      fromAmount: paidAmount(payment),
      toAmount: paidAmount(to),
      fromMethod: way === undefined || way === payment.paymentMethod ? null : payment.paymentMethod,
      reason,
    })),
  )
  await c.raise(paymentsMoved, { moves: moved.map((before) => ({ before, after: to, returned })) })
  for (const payment of moved) {
    const message = logLines.moved(payment.status, to.status, reason)
    c.log({ channel: 'payments', level: 'info', message, metadata: { paymentId: payment.id, user: payment.userId } })
    const event = eventOf(payment, to)
    if (event) await c.raise(event, { before: payment, after: to, returned })
    const unmarked = payment.status === 'markedByTeacher' && to.status !== 'markedByTeacher'
    if (unmarked) await c.raise(paymentUnmarked, { payment, after: to })
  }
}

function eventOf(before: Standing, after: Standing) {
  if (before.status === after.status) return null
  if (after.status === 'confirmed') return paymentSettled
  return before.status === 'confirmed' ? paymentReopened : null
}
