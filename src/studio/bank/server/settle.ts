// Deciding on lines: a line waits, is settled or ignored, and can be undone.
import { asc, eq, inArray } from 'drizzle-orm'
import { isBlank } from '#kernel/visible.ts'
import { done, refuse, refuseFields, type Refusal } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { payerOfPerson } from '#studio/payments/server/payers.ts'
import { lockPayments } from '#studio/payments/server/settle.ts'
import { returnTransfer } from '#studio/payments/server/returns.ts'
import { bookTransfer, lockReached, payersReached, undoTransfer } from '#studio/payments/server/transfers.ts'
import { logLines } from '../messages/log.ts'
import { LONGEST_REASON, type LineState, type Outcome, type StayReason, type Undone } from '../rules.ts'
import { comingBack, effectOf, type Back } from './comesBack.ts'
import { numbersOf } from '../rules/numbers.ts'
import { bankLines } from '../tables.ts'
import { whyStays } from './stays.ts'
import { tellSoon } from './tell.ts'
import { seenOf, waitingBeside, type Line, type Matched } from './waiting.ts'

/** Locks lines; returns only those that still wait. */
export async function lockWaiting(c: CommandContext, ids: readonly string[]): Promise<Line[]> {
  const locked = await c.tx
    .select()
    .from(bankLines)
    .where(inArray(bankLines.id, [...ids]))
    .orderBy(asc(bankLines.id))
    .for('update')
  return locked.filter(({ state }) => state === 'waits')
}

export async function decide(
  c: CommandContext,
  line: Line,
  state: LineState,
  outcome: Outcome | null,
  payerId: string | null,
) {
  const waits = state === 'waits'
  const decided = waits ? { decidedAt: null, decidedBy: null } : { decidedAt: c.now, decidedBy: c.actorId }
  await c.tx
    .update(bankLines)
    .set({
      state,
      outcome,
      payerId,
      numbers: waits ? numbersOf(line) : null,
      // that it takes back this line was part of what is undone
      ...(waits && isLinked(line) && { takesBack: null }),
      undone: waits ? [...line.undone, ...undoneNow(c, line)] : line.undone,
      ...decided,
    })
    .where(eq(bankLines.id, line.id))
}

const isLinked = ({ outcome }: Line): boolean => outcome?.way !== 'ignored' && outcome?.linked === true

/** The entry that a line keeps when its outcome is undone now. */
function undoneNow(c: CommandContext, { outcome, payerId, decidedAt, decidedBy }: Line): Undone[] {
  return outcome ? [{ outcome, payerId, decidedAt: decidedAt ?? c.now, decidedBy, at: c.now, by: c.actorId }] : []
}

/** The lines that one press sends, or a part of them. */
export interface Sent {
  readonly lines: readonly { readonly lineId: string; readonly seen: string }[]
  readonly press?: string | undefined
}

export const settle = run(async (c, { lines: asked, press }: Sent) => {
  const seen = new Map(asked.map(({ lineId, seen: what }) => [lineId, what]))
  const locked = await lockWaiting(c, [...seen.keys()])
  const isBack = ({ kind }: Line) => kind === 'returned'
  const takenBack = locked.filter(isBack).flatMap(({ takesBack }) => takesBack ?? [])
  await lockWaiting(c, takenBack)
  const payersIn = ({ matches }: Matched) =>
    locked.flatMap(({ id }) => {
      const match = matches.get(id)
      return match?.kind === 'settles' ? match.payerId : []
    })
  const paid = await Promise.all(takenBack.map((id) => payersReached(c.tx, id)))
  // match among all waiting lines, as the screen does; match again after the payers are locked
  await lockPayers(c, [...payersIn(await waitingBeside(c.tx, locked)), ...paid.flat()])
  const coming = takenBack.length === 0 ? [] : [...(await comingBack(c.tx, (which) => lockPayments(c, which))).values()]
  const back = coming.filter((one) => one.seen === seen.get(one.line.id))
  for (const one of back) await comeBack(c, one, { ...(press && { press }) })
  const ignored = new Set(back.map(({ original }) => original.id))
  const { matches } = await waitingBeside(c.tx, locked)
  const reached = new Set(paid.flat())
  let settled = back.length
  for (const line of locked) {
    const match = matches.get(line.id)
    if (ignored.has(line.id) || match?.kind !== 'settles' || seenOf(match) !== seen.get(line.id)) continue
    const { payerId, parts, credit, way } = match
    const shares = await bookTransfer(c, { payerId, parts, credit, day: line.day, sourceId: line.id })
    if (!shares) continue
    await decide(c, line, 'settled', { way, shares, credit, ...(press && { press }) }, payerId)
    reached.add(payerId)
    settled++
  }
  await tellSoon(c, reached)
  return done({ settled, changed: seen.size - settled })
})

/** Settles a return: what the transfer paid is open again; a transfer that never paid anything is ignored. */
export async function comeBack(
  c: CommandContext,
  { line, original, taken }: Back,
  how: { readonly press?: string; readonly linked?: true },
): Promise<void> {
  if (original.state === 'waits') await decide(c, original, 'ignored', { way: 'ignored', reason: '' }, null)
  await returnTransfer(c, taken, { day: line.day, sourceId: line.id })
  await decide(c, line, 'settled', { ...effectOf(taken), ...how }, original.payerId)
  if (taken.missing === 0) return
  const message = logLines.returnNotFound
  c.log({ channel: 'payments', level: 'warning', message, metadata: { line: line.id, missing: taken.missing } })
}

export const ignore = run(async (c, { lineId, reason }: { lineId: string; reason: string }) => {
  if (isBlank(reason)) return refuseFields({ reason: 'reasonMissing' })
  if (reason.trim().length > LONGEST_REASON) return refuseFields({ reason: 'tooLong' })
  const [line] = await lockWaiting(c, [lineId])
  if (!line) return refuse('lineMoved')
  await decide(c, line, 'ignored', { way: 'ignored', reason: reason.trim() }, null)
  return done({})
})

/** Undoes one line, unless something else depends on what it did. */
async function undoLine(c: CommandContext, line: Line): Promise<Refusal<StayReason> | null> {
  const paid = await lockReached(c, line.id)
  const why = (await whyStays(c.tx, [line.id])).get(line.id)
  if (why) return refuse(why)
  if (line.state === 'settled') await undoTransfer(c, line.id, paid)
  await decide(c, line, 'waits', null, null)
  const message = logLines.lineUndone
  c.log({ channel: 'payments', level: 'info', message, metadata: { line: line.id } })
  return null
}

export const undo = run(async (c, { lineId }: { lineId: string }) => {
  const [line] = await c.tx.select().from(bankLines).where(eq(bankLines.id, lineId)).for('update')
  if (!line || line.state === 'waits') return refuse('lineMoved')
  return (await undoLine(c, line)) ?? done({})
})

/**
 * Undoes what one press has settled, as far as possible; newest first, since later lines may depend on earlier ones.
 */
export const undoMany = run(async (c, { lineIds }: { lineIds: readonly string[] }) => {
  const locked = await c.tx
    .select()
    .from(bankLines)
    .where(inArray(bankLines.id, [...lineIds]))
    .orderBy(asc(bankLines.id))
    .for('update')
  const settled = locked.filter(({ state }) => state === 'settled')
  let undone = 0
  for (const line of settled.toSorted(newestDecisionFirst)) {
    if ((await undoLine(c, line)) === null) undone++
  }
  return done({ undone, stayed: new Set(lineIds).size - undone })
})

/** Lines that were decided together have one time: then the newest line first. */
const newestDecisionFirst = (one: Line, other: Line): number =>
  (other.decidedAt ?? 0) - (one.decidedAt ?? 0) ||
  Date.parse(other.day) - Date.parse(one.day) ||
  other.position - one.position

/**
 * When a person is deleted, with or without an account: their lines stay for the books, without name, account and text.
 */
export async function forgetTransfers(c: CommandContext, accountId: string | null, personId: string): Promise<void> {
  const payerId = payerOfPerson(personId)
  await c.tx
    .update(bankLines)
    .set({ payerId, name: null, iban: null, text: '' })
    .where(inArray(bankLines.payerId, [accountId ?? payerId, payerId]))
}
