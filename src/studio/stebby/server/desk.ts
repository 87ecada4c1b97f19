import { and, asc, count, desc, eq, inArray, ne, or } from 'drizzle-orm'
import type { InputOf } from '#kernel/procedures.ts'
import { partOf } from '#kernel/paging.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { run, shared } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { namesOfAccounts } from '#studio/accounts/server/names.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { restOf, type Payment } from '#studio/payments/rules.ts'
import { paymentOf, received } from '#studio/payments/server/rows.ts'
import { lockPayment, marksOf, unmark } from '#studio/payments/server/settle.ts'
import { payments } from '#studio/payments/tables.ts'
import type { DeskTicket, stebby as contract } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { NOTED, takesTicket } from '../rules.ts'
import { stebbyTickets } from '../tables.ts'
import { change, lockTicket, settleUsed, type TicketRow } from './settleTicket.ts'

export const connected = shared([], async (q) => ({ connected: q.settings.stebby !== null }))

export const ofPayment = shared([stebbyTickets], async ({ db }, { paymentId }: InputOf<typeof contract.ofPayment>) => {
  const [found] = await db
    .select()
    .from(stebbyTickets)
    .where(and(eq(stebbyTickets.paymentId, paymentId), ne(stebbyTickets.state, 'dropped')))
    .orderBy(desc(stebbyTickets.typedAt), desc(stebbyTickets.id))
    .limit(1)
  return { ticket: found ? shown(found) : null }
})

const shown = (row: TicketRow) => {
  const { id, code, paymentId, state, problem, service, holder, validUntil, worth, noted, typedAt } = row
  return { id, code, paymentId, state, problem, service, holder, validUntil, worth, noted, typedAt }
}

const USED_SHOWN = 20
const waits = and(eq(stebbyTickets.noted, true), inArray(stebbyTickets.state, ['noted', 'reading', 'found', 'failed']))
const isUnsure = inArray(stebbyTickets.state, ['unsure', 'spare', 'using'])

const isUsed = eq(stebbyTickets.state, 'used')
const reads = [stebbyTickets, payments, people, accounts]

export const desk = shared(reads, async ({ db }) => {
  const open = await listed(db, or(waits, isUnsure), [asc(stebbyTickets.typedAt), asc(stebbyTickets.id)])
  const latest = [desc(stebbyTickets.settledAt), desc(stebbyTickets.id)]
  const used = await listed(db, isUsed, latest, { limit: USED_SHOWN })
  const [all] = await db.select({ count: count() }).from(stebbyTickets).where(isUsed)
  const unsure = open.filter(({ state }) => ['unsure', 'spare', 'using'].includes(state))
  return { waiting: open.filter((one) => !unsure.includes(one)), unsure, used, total: all?.count ?? 0 }
})

export const ticketsForExport = shared(reads, async ({ db }, { part }: { part: number }) => {
  const which = or(waits, isUnsure, isUsed)
  const [all] = await db.select({ count: count() }).from(stebbyTickets).where(which)
  const newest = [desc(stebbyTickets.typedAt), desc(stebbyTickets.id)]
  return await partOf(part, all?.count ?? 0, (limit, offset) => listed(db, which, newest, { limit, offset }))
})

/** Most tickets in a list; far more than are ever open. */
const MOST_LISTED = 500

async function listed(
  db: Tx,
  which: ReturnType<typeof and>,
  order: ReturnType<typeof asc>[],
  { limit = MOST_LISTED, offset = 0 } = {},
): Promise<DeskTicket[]> {
  const found = await db
    .select({
      ticket: stebbyTickets,
      payment: payments,
      received,
      displayName: people.displayName,
      familyName: people.familyName,
    })
    .from(stebbyTickets)
    .innerJoin(payments, eq(payments.id, stebbyTickets.paymentId))
    .innerJoin(people, eq(people.id, payments.userId))
    .where(which)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const names = await namesOfAccounts(
    db,
    found.map(({ ticket }) => ticket.typedBy),
  )
  return found.map(({ ticket, payment, received: came, displayName, familyName }) => ({
    ...shown(ticket),
    description: payment.description,
    name: fullName({ displayName, familyName }),
    rest: restOf(paymentOf({ ...payment, received: came })),
    byName: names.get(ticket.typedBy) ?? '',
  }))
}

export const lookAgain = run(async (c, { ticketId }: InputOf<typeof contract.lookAgain>) => {
  if (c.settings.stebby === null) return refuse('notConnected')
  const ticket = await lockTicket(c, ticketId)
  if (!ticket) return refuse('ticketChanged')
  const turn = { turn: ticket.turn + 1, nextAt: c.now, unanswered: 0 }
  if (ticket.state === 'unsure') {
    await change(c, ticket, turn)
    return done({})
  }
  if (!ticket.noted || !['noted', 'found', 'failed'].includes(ticket.state)) return refuse('ticketChanged')
  await change(c, ticket, { ...turn, state: 'reading', problem: null })
  return done({})
})

/** Saves what an admin has found out at Stebby's own desk. */
export const decide = run(async (c, { ticketId, used, cents }: InputOf<typeof contract.decide>) => {
  const [seen] = await c.tx
    .select({ paymentId: stebbyTickets.paymentId })
    .from(stebbyTickets)
    .where(eq(stebbyTickets.id, ticketId))
  const payment = seen && (await lockPayment(c, seen.paymentId))
  const ticket = await lockTicket(c, ticketId)
  if (!ticket || !payment || ticket.paymentId !== payment.id || !isOpen(ticket)) return refuse('ticketChanged')
  const metadata = { paymentId: payment.id, user: payment.userId, ticketId }
  if (used) {
    if (ticket.state === 'spare' || (ticket.noted && !takesTicket(payment))) return refuse('alreadyPaid')
    if (cents <= 0) return refuseFields({ cents: 'worthMissing' })
    const reason = ticket.noted ? 'Stebby code confirmed' : 'Stebby ticket used, as an admin found out'
    await settleUsed(c, payment, ticket, cents, reason)
    return done({})
  }
  const ended = { state: 'dropped', problem: null, nextAt: null, holder: null, noted: false, settledAt: c.now } as const
  await change(c, ticket, ended)
  if (ticket.noted && (await isMarkedByCode(c.tx, payment))) await unmark(c, payment, 'Stebby code refused')
  const message = ticket.state === 'spare' ? logLines.paysForNothing : logLines.notUsed
  c.log({ channel: 'payments', level: 'warning', message, metadata })
  return done({})
})

/** Whether the payment is marked as paid only because of a noted code. */
async function isMarkedByCode(tx: Tx, payment: Payment): Promise<boolean> {
  if (payment.status !== 'markedByTeacher') return false
  const [mark] = await marksOf(tx, payment)
  return mark?.reason === NOTED
}

/** Whether an admin may decide about it. */
const isOpen = ({ state, noted }: TicketRow): boolean =>
  state === 'unsure' || state === 'spare' || (noted && ['noted', 'found', 'failed'].includes(state))
