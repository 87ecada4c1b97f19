import { and, eq, inArray, ne } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { momentOf } from '#studio/attendance/rules.ts'
import { restOf } from '#studio/payments/rules.ts'
import { lockPayment, mark } from '#studio/payments/server/settle.ts'
import type { stebby as contract } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { codeOf, NOTED, takesTicket } from '../rules.ts'
import { stebbyTickets } from '../tables.ts'
import { change, lockTicket, settleUsed, type TicketRow } from './settleTicket.ts'

export const look = run(async (c, { paymentId, code: typed }: InputOf<typeof contract.look>) => {
  const payment = await lockPayment(c, paymentId)
  if (!payment) return refuse('paymentNotFound')
  if (!takesTicket(payment)) return refuse('alreadyPaid')
  const code = codeOf(typed)
  if (code === null) return refuse('codeInvalid')
  if (c.settings.stebby === null) return refuse('notConnected')
  const reading = { state: 'reading', nextAt: c.now, ...blank } as const
  const id = await claimCode(c, code, paymentId, reading)
  return id === null ? refuse('codeTaken') : done({ id })
})

/** Saves the intent to use a ticket before Stebby is called; the errand makes the call and saves its result. */
export const use = run(async (c, { ticketId, paymentId }: InputOf<typeof contract.use>) => {
  const payment = await lockPayment(c, paymentId)
  if (!payment) return refuse('paymentNotFound')
  if (!takesTicket(payment)) return refuse('alreadyPaid')
  const ticket = await lockTicket(c, ticketId)
  if (!ticket || ticket.paymentId !== paymentId) return refuse('ticketChanged')
  if (ticket.state === 'spare') {
    await settleUsed(c, payment, ticket, ticket.worth ?? 0, 'Stebby ticket used')
    return done({})
  }
  if (ticket.state !== 'found') return refuse('ticketChanged')
  if (c.settings.stebby === null) return refuse('notConnected')
  // another ticket in use for this payment would make this one be used for nothing
  const [other] = await c.tx
    .select({ id: stebbyTickets.id })
    .from(stebbyTickets)
    .where(
      and(
        eq(stebbyTickets.paymentId, paymentId),
        inArray(stebbyTickets.state, ['using', 'unsure']),
        ne(stebbyTickets.id, ticketId),
      ),
    )
    .limit(1)
  if (other) return refuse('otherTicket')
  const pressed = { typedBy: c.me.accountId, typedAt: c.now, nextAt: c.now }
  await change(c, ticket, { state: 'using', problem: null, calledAt: null, ...pressed })
  const metadata = { paymentId, user: payment.userId, ticketId }
  c.log({ channel: 'payments', level: 'info', message: logLines.toBeUsed, metadata })
  return done({})
})

export const note = run(
  async (c, { paymentId, code: typed, cents, tappedAt = c.now }: InputOf<typeof contract.note>) => {
    const payment = await lockPayment(c, paymentId)
    if (!payment) return refuse('paymentNotFound')
    if (!takesTicket(payment) || payment.status === 'markedByTeacher') return refuse('alreadyPaid')
    if (restOf(payment) !== cents) return refuse('anotherSum', { rest: String(restOf(payment)) })
    const code = codeOf(typed)
    if (code === null) return refuse('codeInvalid')
    const id = await claimCode(c, code, paymentId, { state: 'noted', nextAt: null, noted: true, ...blank })
    if (id === null) return refuse('codeTaken')
    await mark(c, payment, { status: 'markedByTeacher', stated: cents }, NOTED, {
      way: 'stebby',
      at: momentOf(tappedAt, c.now),
    })
    return done({ now: c.now })
  },
)

/** No details of the ticket yet. */
const blank = { problem: null, service: null, holder: null, validUntil: null, worth: null }

/**
 * Assigns a code to a locked payment; null if it is in use for another one. A spare ticket stays spare, and is assigned
 * as it is.
 */
async function claimCode(
  c: CommandContext,
  code: string,
  paymentId: string,
  wanted: Partial<TicketRow> & Pick<TicketRow, 'state'>,
): Promise<string | null> {
  const mine = { paymentId, typedBy: c.me.accountId, typedAt: c.now }
  const [known] = await c.tx.select().from(stebbyTickets).where(eq(stebbyTickets.code, code)).for('update')
  if (!known) {
    const [added] = await c.tx
      .insert(stebbyTickets)
      .values({ id: newId(), code, ...wanted, ...mine })
      .onConflictDoNothing({ target: stebbyTickets.code })
      .returning({ id: stebbyTickets.id })
    return added?.id ?? null
  }
  if (known.state === 'spare' && wanted.state === 'reading') {
    await change(c, known, mine)
    return known.id
  }
  if (!isFree(known)) return null
  await change(c, known, { ...wanted, ...mine, turn: known.turn + 1, unanswered: 0 })
  return known.id
}

/** Whether the code can be assigned again. */
const isFree = ({ state, noted }: TicketRow): boolean =>
  !noted && ['reading', 'found', 'failed', 'dropped'].includes(state)
