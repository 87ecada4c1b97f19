import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import { DAY, HOUR } from '#kernel/time.ts'
import { on } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { paymentsMoved, paymentUnconfirmed } from '#studio/payments/events.ts'
import { isSettled } from '#studio/payments/rules.ts'
import { payments, receipts } from '#studio/payments/tables.ts'
import { featureEnds } from '#studio/settings/events.ts'
import { stebbyTickets } from '../tables.ts'
import { beingSettled, change, type TicketRow } from './settleTicket.ts'

/** Condition: codes that were only looked at. */
const onlyLookedAt = and(
  eq(stebbyTickets.noted, false),
  inArray(stebbyTickets.state, ['reading', 'found', 'failed', 'dropped']),
)

/**
 * Settles a noted code when Stebby money for its payment is confirmed, in part or in full, in any way; drops it if the
 * payment is settled without.
 */
export const followsPayments = on(paymentsMoved, async (c, { moves }) => {
  const found = await c.tx
    .select()
    .from(stebbyTickets)
    .where(
      and(
        inArray(
          stebbyTickets.paymentId,
          moves.map(({ before }) => before.id),
        ),
        eq(stebbyTickets.noted, true),
        inArray(stebbyTickets.state, ['noted', 'reading', 'found', 'failed']),
      ),
    )
    .orderBy(asc(stebbyTickets.typedAt), asc(stebbyTickets.id))
    .for('update')
  for (const ticket of found) {
    const after = moves.find(({ before }) => before.id === ticket.paymentId)?.after
    const receipt = await receiptOf(c, ticket)
    const ended = { nextAt: null, problem: null, holder: null, noted: false, settledAt: c.now }
    if (receipt) await change(c, ticket, { ...ended, state: 'used', worth: receipt.cents, receiptId: receipt.id })
    else if (after && isSettled(after)) await change(c, ticket, { ...ended, state: 'dropped' })
  }
})

/** Makes a noted code wait again if the confirmation that settled it is undone; asks Stebby about it again. */
export const waitsAgain = on(paymentUnconfirmed, async (c, { payment, confirmedAt }) => {
  const endedByIt = and(eq(stebbyTickets.paymentId, payment.id), eq(stebbyTickets.settledAt, confirmedAt))
  const found = await c.tx.select().from(stebbyTickets).where(endedByIt).for('update')
  for (const ticket of found) {
    const waits = { noted: true, worth: null, receiptId: null, settledAt: null, turn: ticket.turn + 1, unanswered: 0 }
    const isRead = ticket.service !== null && c.settings.stebby !== null
    if (isRead) await change(c, ticket, { ...waits, state: 'reading', nextAt: c.now })
    else await change(c, ticket, { ...waits, state: 'noted' })
  }
})

/** The Stebby receipt made now for its payment, unless it belongs to another ticket. */
async function receiptOf(c: CommandContext, { id, paymentId }: TicketRow) {
  const [other] = await c.tx
    .select({ id: stebbyTickets.id })
    .from(stebbyTickets)
    .where(and(eq(stebbyTickets.paymentId, paymentId), ne(stebbyTickets.id, id), beingSettled(c)))
    .limit(1)
  if (other) return null
  const [receipt] = await c.tx
    .select({ id: receipts.id, cents: receipts.cents })
    .from(receipts)
    .leftJoin(stebbyTickets, eq(stebbyTickets.receiptId, receipts.id))
    .where(
      and(
        eq(receipts.paymentId, paymentId),
        eq(receipts.way, 'stebby'),
        eq(receipts.at, c.now),
        gt(receipts.cents, 0),
        isNull(receipts.undoneAt),
        isNull(stebbyTickets.id),
      ),
    )
    .orderBy(desc(receipts.id))
    .limit(1)
  return receipt ?? null
}

export const keepWhilePending = on(featureEnds, async (c, { feature, keep }) => {
  if (feature !== 'stebbyDesk') return
  const pending = or(eq(stebbyTickets.noted, true), inArray(stebbyTickets.state, ['using', 'unsure', 'spare']))
  const [found] = await c.tx.select({ id: stebbyTickets.id }).from(stebbyTickets).where(pending).limit(1)
  if (found) keep('ticketsPending')
})

/** Deletes codes that were only looked at after a day, with the holders' names. */
export const cleanUpTickets = recurring('stebby.cleanUp', HOUR, async ({ tx, now }) => {
  await tx.delete(stebbyTickets).where(and(onlyLookedAt, lt(stebbyTickets.typedAt, now - DAY)))
  return false
})

/** Deletes a deleted person's codes that don't count, and the holders' names of the others. */
export async function forgetTickets(c: CommandContext, personId: string): Promise<void> {
  const theirs = c.tx.select({ id: payments.id }).from(payments).where(eq(payments.userId, personId))
  const ofThem = inArray(stebbyTickets.paymentId, theirs)
  await c.tx.delete(stebbyTickets).where(and(ofThem, onlyLookedAt))
  await c.tx.update(stebbyTickets).set({ holder: null }).where(ofThem)
}
