import { and, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import { DAY, HOUR } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { on } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { paymentsMoved } from '#studio/payments/events.ts'
import { payments, receipts } from '#studio/payments/tables.ts'
import { featureEnds } from '#studio/settings/events.ts'
import { stebbyTickets } from '../tables.ts'
import { change } from './settleTicket.ts'

/** Nobody counts on a code that was only looked at. */
const onlyLookedAt = and(
  eq(stebbyTickets.noted, false),
  inArray(stebbyTickets.state, ['reading', 'found', 'failed', 'dropped']),
)

/** A code that was noted has done its part once its payment is confirmed, wherever that was; of a cancelled one it pays nothing. */
export const followsPayments = on(paymentsMoved, async (c, { moves }) => {
  const settled = moves.filter(({ after }) => after.status === 'confirmed' || after.status === 'cancelled')
  if (settled.length === 0) return
  const ids = settled.map(({ before }) => before.id)
  const found = await c.tx
    .select()
    .from(stebbyTickets)
    .where(
      and(
        inArray(stebbyTickets.paymentId, ids),
        eq(stebbyTickets.noted, true),
        inArray(stebbyTickets.state, ['noted', 'reading', 'found', 'failed']),
      ),
    )
    .for('update')
  for (const ticket of found) {
    const moved = settled.find(({ before }) => before.id === ticket.paymentId)
    const [receipt] = moved?.after.status === 'confirmed' ? await receiptOf(c.tx, ticket.paymentId) : []
    const ended = { nextAt: null, problem: null, holder: null, noted: false, settledAt: c.now }
    if (receipt) await change(c, ticket, { ...ended, state: 'used', worth: receipt.cents, receiptId: receipt.id })
    else await change(c, ticket, { ...ended, state: 'dropped' })
  }
})

/** The last money that came by Stebby, and that no other ticket has brought. */
function receiptOf(tx: Tx, paymentId: string) {
  return tx
    .select({ id: receipts.id, cents: receipts.cents })
    .from(receipts)
    .leftJoin(stebbyTickets, eq(stebbyTickets.receiptId, receipts.id))
    .where(
      and(
        eq(receipts.paymentId, paymentId),
        eq(receipts.way, 'stebby'),
        gt(receipts.cents, 0),
        isNull(receipts.undoneAt),
        isNull(stebbyTickets.id),
      ),
    )
    .orderBy(desc(receipts.id))
    .limit(1)
}

export const keepWhilePending = on(featureEnds, async (c, { feature, keep }) => {
  if (feature !== 'stebbyDesk') return
  const pending = or(eq(stebbyTickets.noted, true), inArray(stebbyTickets.state, ['using', 'unsure', 'spare']))
  const [found] = await c.tx.select({ id: stebbyTickets.id }).from(stebbyTickets).where(pending).limit(1)
  if (found) keep('ticketsPending')
})

/** Codes that came to nothing are forgotten after a day, and with them whose they were. */
export const cleanUpTickets = recurring('stebby.cleanUp', HOUR, async ({ tx, now }) => {
  await tx.delete(stebbyTickets).where(and(onlyLookedAt, lt(stebbyTickets.typedAt, now - DAY)))
  return false
})

/** Of a deleted person codes that count stay, and nobody's name with them. */
export async function forgetTickets(c: CommandContext, personId: string): Promise<void> {
  const theirs = c.tx.select({ id: payments.id }).from(payments).where(eq(payments.userId, personId))
  const ofThem = inArray(stebbyTickets.paymentId, theirs)
  await c.tx.delete(stebbyTickets).where(and(ofThem, onlyLookedAt))
  await c.tx.update(stebbyTickets).set({ holder: null }).where(ofThem)
}
