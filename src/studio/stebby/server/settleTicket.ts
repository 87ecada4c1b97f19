import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { euros } from '#kernel/money.ts'
import { dateIn } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Reason } from '#studio/payments/messages/reasons.ts'
import { restOf, type Payment } from '#studio/payments/rules.ts'
import { cameAt, settle } from '#studio/payments/server/settle.ts'
import { logLines } from '../messages/log.ts'
import { paysOf, takesTicket } from '../rules.ts'
import { stebbyTickets } from '../tables.ts'

export type TicketRow = typeof stebbyTickets.$inferSelect

/** Locks a ticket. To lock both, lock the payment first. */
export async function lockTicket(c: CommandContext, ticketId: string): Promise<TicketRow | null> {
  const [ticket] = await c.tx.select().from(stebbyTickets).where(eq(stebbyTickets.id, ticketId)).for('update')
  return ticket ?? null
}

export async function change(c: CommandContext, { id }: TicketRow, changes: Partial<TicketRow>): Promise<void> {
  await c.tx.update(stebbyTickets).set(changes).where(eq(stebbyTickets.id, id))
}

/** Condition: tickets whose money is being booked in this command by `settleUsed`. */
export const beingSettled = (c: CommandContext) =>
  and(eq(stebbyTickets.settledAt, c.now), isNull(stebbyTickets.receiptId), ne(stebbyTickets.state, 'dropped'))

/** Books a used ticket for its locked payment; if the payment takes no more, the ticket becomes spare. */
export async function settleUsed(
  c: CommandContext,
  payment: Payment,
  ticket: TicketRow,
  worth: Cents,
  reason: Reason,
): Promise<void> {
  const cents = paysOf(worth, restOf(payment))
  const metadata = { paymentId: payment.id, user: payment.userId, ticketId: ticket.id, amount: euros(cents, 'en') }
  const ended = { problem: null, nextAt: null, worth }
  if (ticket.paymentId !== payment.id || !takesTicket(payment) || cents === 0) {
    await change(c, ticket, { ...ended, state: 'spare' })
    const message = logLines.spare
    c.log({ channel: 'payments', level: 'warning', message, metadata })
    return
  }
  // set before booking, so that the receipt settles no other noted code
  await change(c, ticket, { settledAt: c.now })
  // the rest of a payment that it pays in part can still be paid by its own method
  const way = cents < restOf(payment) ? payment.paymentMethod : 'stebby'
  // a noted code was taken when the teacher noted it
  const day = dateIn(c.settings.timeZone, ticket.noted ? await cameAt(c, payment) : c.now)
  const money = { cents, day, way: 'stebby', source: 'desk' } as const
  const receiptId = await settle(c, payment, money, { rest: 'staysDue', reason, way })
  await change(c, ticket, { ...ended, state: 'used', holder: null, noted: false, settledAt: c.now, receiptId })
  c.log({ channel: 'payments', level: 'info', message: logLines.hasPaid, metadata })
}
