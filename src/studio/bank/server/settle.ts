// What is done with lines: each waits, is settled or ignored, and can be undone.
import { and, asc, eq, inArray } from 'drizzle-orm'
import { isBlank } from '#kernel/visible.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import type { Share } from '#studio/payments/rules.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { payerOfPerson } from '#studio/payments/server/payers.ts'
import { bookTransfer, openOfPayers, returnTransfer, undoTransfer } from '#studio/payments/server/transfers.ts'
import type { LineState, Outcome } from '../rules.ts'
import { bankLines } from '../tables.ts'
import { seenOf, waiting, type Line, type Waiting } from './waiting.ts'

/** Locks lines; those that somebody else has decided on are left out. */
async function lockWaiting(c: CommandContext, ids: readonly string[]): Promise<Line[]> {
  const locked = await c.tx
    .select()
    .from(bankLines)
    .where(inArray(bankLines.id, [...ids]))
    .orderBy(asc(bankLines.id))
    .for('update')
  return locked.filter(({ state }) => state === 'waits')
}

async function decide(
  c: CommandContext,
  line: Line,
  state: LineState,
  outcome: Outcome | null,
  payerId: string | null,
) {
  const decided = state === 'waits' ? { decidedAt: null, decidedBy: null } : { decidedAt: c.now, decidedBy: c.actorId }
  await c.tx
    .update(bankLines)
    .set({ state, outcome, payerId, ...decided })
    .where(eq(bankLines.id, line.id))
}

export const settle = run(async (c, { lines: asked }: { lines: readonly { lineId: string; seen: string }[] }) => {
  const seen = new Map(asked.map(({ lineId, seen: what }) => [lineId, what]))
  const locked = await lockWaiting(c, [...seen.keys()])
  const payersIn = ({ matches }: Waiting) =>
    locked.flatMap(({ id }) => {
      const match = matches.get(id)
      return match?.kind === 'settles' ? match.payerId : []
    })
  // among all that wait, as on the screen; once more behind the lock of those who pay
  await lockPayers(c, payersIn(await waiting(c.tx)))
  const { matches } = await waiting(c.tx)
  let settled = 0
  for (const line of locked) {
    if (line.kind === 'returned') {
      await comeBack(c, line)
      settled++
      continue
    }
    const match = matches.get(line.id)
    if (match?.kind !== 'settles' || seenOf(match) !== seen.get(line.id)) continue
    const { payerId, parts, credit, way } = match
    await bookTransfer(c, { payerId, parts, credit, day: line.day, sourceId: line.id })
    await decide(c, line, 'settled', { way, shares: parts, credit }, payerId)
    settled++
  }
  return done({ settled, changed: seen.size - settled })
})

/** The bank has taken back a transfer: what it paid is open again, unless it never paid anything. */
async function comeBack(c: CommandContext, line: Line): Promise<void> {
  const [original] = await c.tx
    .select()
    .from(bankLines)
    .where(eq(bankLines.id, line.takesBack ?? ''))
    .for('update')
  const { id: sourceId, cents, day } = line
  if (original?.state === 'waits') {
    await decide(c, original, 'ignored', { way: 'ignored', reason: '' }, null)
  }
  const outcome = original?.outcome
  const shares = outcome && outcome.way !== 'ignored' ? outcome.shares : []
  const left = original?.state === 'settled' ? await returnTransfer(c, { of: original.id, cents, day, sourceId }) : 0
  if (left > 0) {
    const message = 'A returned bank transfer was not found in full among what it had paid.'
    c.log({ channel: 'payments', level: 'warning', message, metadata: { line: line.id, left } })
  }
  await decide(c, line, 'settled', { way: 'returned', shares, credit: 0 }, original?.payerId ?? null)
}

export const assign = run(
  async (c, { lineId, payerId, shares }: { lineId: string; payerId: string; shares: readonly Share[] }) => {
    const [line] = await lockWaiting(c, [lineId])
    if (!line || line.kind !== 'payment' || line.currency !== 'EUR') return refuse('lineMoved')
    const sum = shares.reduce((total, { cents }) => total + cents, 0)
    if (sum > line.cents) return refuse('tooMuch')
    await lockPayers(c, [payerId])
    const open = await openOfPayers(c.tx, [payerId])
    const fits = ({ paymentId, cents }: Share) =>
      cents > 0 &&
      open.some(({ id, rest, status }) => id === paymentId && cents <= rest && status !== 'markedByTeacher')
    const twice = new Set(shares.map(({ paymentId }) => paymentId)).size < shares.length
    if (twice || !shares.every(fits)) return refuse('paymentMoved')
    const credit = line.cents - sum
    await bookTransfer(c, { payerId, parts: shares, credit, day: line.day, sourceId: line.id })
    await decide(c, line, 'settled', { way: 'assigned', shares, credit }, payerId)
    return done({})
  },
)

export const ignore = run(async (c, { lineId, reason }: { lineId: string; reason: string }) => {
  if (isBlank(reason)) return refuseFields({ reason: 'reasonMissing' })
  if (reason.trim().length > 200) return refuseFields({ reason: 'tooLong' })
  const [line] = await lockWaiting(c, [lineId])
  if (!line) return refuse('lineMoved')
  await decide(c, line, 'ignored', { way: 'ignored', reason: reason.trim() }, null)
  return done({})
})

export const undo = run(async (c, { lineId }: { lineId: string }) => {
  const [line] = await c.tx.select().from(bankLines).where(eq(bankLines.id, lineId)).for('update')
  if (!line || line.state === 'waits') return refuse('lineMoved')
  const back = and(eq(bankLines.takesBack, lineId), eq(bankLines.state, 'settled'))
  const [returned] = await c.tx.select({ id: bankLines.id }).from(bankLines).where(back)
  if (returned) return refuse('takenBack')
  if (line.state === 'settled') {
    const spent = await undoTransfer(c, line.id)
    if (spent) return spent
  }
  await decide(c, line, 'waits', null, null)
  c.log({
    channel: 'payments',
    level: 'info',
    message: 'A line of a bank statement was undone.',
    metadata: { line: line.id },
  })
  return done({})
})

/** A person leaves, with an account or without: their transfers stay for the books, and name nobody. */
export async function forgetTransfers(c: CommandContext, accountId: string | null, personId: string): Promise<void> {
  const payerId = payerOfPerson(personId)
  await c.tx
    .update(bankLines)
    .set({ payerId, name: null, iban: null, text: '' })
    .where(inArray(bankLines.payerId, [accountId ?? payerId, payerId]))
}
