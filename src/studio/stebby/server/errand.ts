import { asc, getTableName, lte } from 'drizzle-orm'
import { errand } from '#server/errands/errand.ts'
import type { CommandContext } from '#server/procedures.ts'
import { pauseAfter } from '#server/retries.ts'
import { lockPayment } from '#studio/payments/server/settle.ts'
import { logLines } from '../messages/log.ts'
import { LEASE, PRESS_HOLDS, USE_SETTLES, type TicketProblem } from '../rules.ts'
import { stebbyTickets } from '../tables.ts'
import { stebbyApi } from './api.ts'
import type { Read, Use } from './port.ts'
import { change, lockTicket, settleUsed, type TicketRow } from './settleTicket.ts'

const AT_A_TIME = 5

interface Taken {
  readonly kind: 'read' | 'use'
  readonly ticketId: string
  readonly paymentId: string
  readonly code: string
  readonly turn: number
  readonly askedAt: number
}

type Answer = { readonly kind: 'read'; readonly read: Read } | { readonly kind: 'use'; readonly use: Use }

/** Asks Stebby about tickets and uses them: each use is called once, after the intent is saved. */
export const asksStebby = errand<Taken, Answer>({
  topic: getTableName(stebbyTickets),
  async due(db, now) {
    const [found] = await db
      .select({ id: stebbyTickets.id })
      .from(stebbyTickets)
      .where(lte(stebbyTickets.nextAt, now))
      .limit(1)
    return found !== undefined
  },
  async take(c) {
    const found = await c.tx
      .select()
      .from(stebbyTickets)
      .where(lte(stebbyTickets.nextAt, c.now))
      .orderBy(asc(stebbyTickets.nextAt), asc(stebbyTickets.id))
      .limit(AT_A_TIME)
      .for('update', { skipLocked: true })
    if (found.length === 0) return null
    const taken: Taken[] = []
    for (const ticket of found) {
      const kind = await takeOne(c, ticket)
      const { id: ticketId, paymentId, code, turn } = ticket
      if (kind) taken.push({ kind, ticketId, paymentId, code, turn: turn + 1, askedAt: c.now })
    }
    return taken
  },
  async call({ kind, code }, { stebby }) {
    if (kind === 'use') return { kind, use: stebby ? await stebbyApi(stebby).use(code) : { kind: 'notSent' } }
    return { kind, read: stebby ? await stebbyApi(stebby).read(code) : { kind: 'noAnswer' } }
  },
  async settle(c, taken, answer) {
    // lock the payment before its ticket
    const payment = await lockPayment(c, taken.paymentId)
    const ticket = await lockTicket(c, taken.ticketId)
    if (!ticket || !payment) return
    const isLate = ticket.turn !== taken.turn
    if (answer.kind === 'read') {
      if (isLate) return
      if (ticket.state === 'unsure') await readAfterUse(c, ticket, answer.read, taken.askedAt)
      else await readFirst(c, ticket, answer.read)
    } else if (answer.use.kind === 'used') {
      // a late response about a use is still true
      if (ticket.state === 'used' || ticket.state === 'spare') return
      await settleUsed(c, payment, ticket, ticket.worth ?? 0, 'Stebby ticket used')
    } else if (!isLate) await notUsed(c, ticket, answer.use)
  },
})

/** Decides the next call for a locked ticket, and sets its lease. */
async function takeOne(c: CommandContext, ticket: TicketRow): Promise<Taken['kind'] | null> {
  const asked = { turn: ticket.turn + 1, nextAt: c.now + LEASE }
  if (ticket.state !== 'using') {
    await change(c, ticket, asked)
    return 'read'
  }
  if (ticket.calledAt !== null) {
    // the worker died during the call: never call again, as the ticket may be used
    await becomeUnsure(c, ticket)
    return null
  }
  if (c.now - ticket.typedAt > PRESS_HOLDS) {
    await change(c, ticket, { state: 'found', problem: 'notSent', nextAt: null })
    return null
  }
  await change(c, ticket, { ...asked, calledAt: c.now, uses: ticket.uses + 1 })
  return 'use'
}

async function becomeUnsure(c: CommandContext, ticket: TicketRow): Promise<void> {
  const nextAt = Math.max(c.now, (ticket.calledAt ?? c.now) + USE_SETTLES)
  await change(c, ticket, { state: 'unsure', problem: 'noAnswer', nextAt, unanswered: 0 })
  const metadata = { paymentId: ticket.paymentId, ticketId: ticket.id }
  const message = logLines.noAnswer
  c.log({ channel: 'payments', level: 'warning', message, metadata })
}

const stop = (c: CommandContext, ticket: TicketRow, state: 'found' | 'failed', problem: TicketProblem | null) =>
  change(c, ticket, { state, problem, nextAt: null })

async function notUsed(c: CommandContext, ticket: TicketRow, use: Exclude<Use, { kind: 'used' }>): Promise<void> {
  if (use.kind === 'noAnswer') return await becomeUnsure(c, ticket)
  // Stebby may refuse because an earlier call without response has used it
  if (use.kind === 'refused' && ticket.uses > 1) return await becomeUnsure(c, ticket)
  if (use.kind === 'notSent') return await stop(c, ticket, 'found', 'notSent')
  await stop(c, ticket, 'failed', use.kind)
}

async function readFirst(c: CommandContext, ticket: TicketRow, read: Read): Promise<void> {
  if (read.kind !== 'listed') return await stop(c, ticket, 'failed', read.kind)
  const { validUntil, worth } = read.ticket
  await change(c, ticket, { ...read.ticket })
  const isOver = validUntil !== null && validUntil < c.now
  const problem = isOver ? 'expired' : worth === 0 ? 'worthNothing' : null
  await stop(c, ticket, problem === null ? 'found' : 'failed', problem)
}

/**
 * A ticket that is still listed was not used. One that is not listed was used by us or elsewhere, which an admin must
 * find out.
 */
async function readAfterUse(c: CommandContext, ticket: TicketRow, read: Read, askedAt: number): Promise<void> {
  if (read.kind === 'absent') return await change(c, ticket, { problem: 'gone', nextAt: null, unanswered: 0 })
  if (read.kind !== 'listed') {
    const unanswered = ticket.unanswered + 1
    return await change(c, ticket, { unanswered, nextAt: c.now + pauseAfter(unanswered) })
  }
  const settledAt = (ticket.calledAt ?? 0) + USE_SETTLES
  if (askedAt < settledAt) return await change(c, ticket, { nextAt: settledAt })
  await stop(c, ticket, 'found', 'notUsed')
}
