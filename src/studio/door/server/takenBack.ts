// Undoes hand-overs and counts made by mistake.
import { and, eq, inArray } from 'drizzle-orm'
import { euros } from '#kernel/money.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { cashKept, hasCredit, takeCashBack } from '#studio/payments/server/cancel.ts'
import { lockPayments, stillAsMade, unconfirm } from '#studio/payments/server/settle.ts'
import { payments } from '#studio/payments/tables.ts'
import { logLines } from '../messages/log.ts'
import { countUndoableUntil } from '../rules.ts'
import { handOvers, takings } from '../tables.ts'
import { HANDED_OVER, paymentsOf } from './cash.ts'

interface Which {
  readonly handOverId: string
}

async function lockHandOver(c: CommandContext, id: string) {
  const [found] = await c.tx.select().from(handOvers).where(eq(handOvers.id, id)).for('update')
  return found
}

/** Puts the cash of a hand-over not counted yet back into its box. */
export const undoHandOver = run(async (c, { handOverId }: Which) => {
  const found = await lockHandOver(c, handOverId)
  if (!found) return refuse('handOverNotFound')
  if (found.handedBy !== c.me.accountId && !may(c.me.kind, 'confirmPayments')) return refuse('notYourBox')
  if (found.confirmedAt !== null) return refuse('countedAlready')
  const inIt = eq(takings.handOverId, handOverId)
  await lockPayments(c, inArray(payments.id, paymentsOf(c, inIt)))
  await c.tx.update(takings).set({ handOverId: null }).where(inIt)
  await c.tx.delete(handOvers).where(eq(handOvers.id, handOverId))
  const { boxOf, cents } = found
  const metadata = { boxOf, amount: euros(cents, 'en') }
  c.log({ channel: 'payments', level: 'info', message: logLines.handOverUndone(cents), metadata })
  return done({ cents })
})

/**
 * Undoes a count: its payments get their previous status, and credit from cancelled ones is taken back. Refused if
 * anything was built on one of them since.
 */
export const undoConfirmHandOver = run(async (c, { handOverId }: Which) => {
  const found = await lockHandOver(c, handOverId)
  if (!found) return refuse('handOverNotFound')
  const { confirmedAt, counted } = found
  if (confirmedAt === null) return refuse('notCounted')
  if (c.now >= countUndoableUntil(found)) return refuse('countedLongAgo')
  const itsCash = and(eq(takings.handOverId, handOverId), eq(takings.settledAt, confirmedAt))
  const paymentIds = (await paymentsOf(c, itsCash)).map(({ id }) => id)
  const kept = await lockedCredit(c, paymentIds, confirmedAt)
  if (kept === null) return refuse('builtOnCount')
  const made = []
  for (const payment of await lockPayments(c, inArray(payments.id, paymentIds))) {
    const change = await stillAsMade(c, payment, ({ at, reason }) => at === confirmedAt && reason === HANDED_OVER)
    // in a studio without credit, cash of cancelled payments created none
    const asItWas = change === null ? kept.some(({ paymentId }) => paymentId === payment.id) || !hasCredit(c) : change
    if (change === 'changed' || !asItWas) return refuse('builtOnCount')
    if (change !== null) made.push({ payment, change })
  }
  if (!(await takeCashBack(c, kept))) return refuse('builtOnCount')
  for (const { payment, change } of made) await unconfirm(c, payment, change)
  await c.tx.update(takings).set({ settledAt: null }).where(itsCash)
  const waiting = { counted: null, reason: '', confirmedAt: null, confirmedBy: null }
  await c.tx.update(handOvers).set(waiting).where(eq(handOvers.id, handOverId))
  const sum = counted ?? 0
  const metadata = { handOverId, boxOf: found.boxOf, amount: euros(found.cents, 'en'), counted: euros(sum, 'en') }
  c.log({ channel: 'payments', level: 'warning', message: logLines.countUndone(sum), metadata })
  return done({})
})

/** The credit that the count created, with its payers locked; null if it moved to another payer meanwhile. */
async function lockedCredit(c: CommandContext, paymentIds: readonly string[], at: number) {
  const before = await cashKept(c.tx, paymentIds, at)
  const payers = await c.tx
    .selectDistinct({ id: payments.payerId })
    .from(payments)
    .where(inArray(payments.id, [...paymentIds]))
  const locked = new Set([...before.map(({ payerId }) => payerId), ...payers.map(({ id }) => id)])
  await lockPayers(c, [...locked])
  const kept = await cashKept(c.tx, paymentIds, at)
  return kept.every(({ payerId }) => locked.has(payerId)) ? kept : null
}
