import { and, asc, eq, inArray } from 'drizzle-orm'
import { does, job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import { logLines } from '../messages/log.ts'
import { activeStates, canMove, isActive, type Reason, type State } from '../rules/states.ts'
import { standIns } from '../tables.ts'
import { tellBegun } from './letters.ts'

export type Row = typeof standIns.$inferSelect

export interface Found {
  readonly row: Row
  readonly entry: ScheduleRow
}

/** Finds one and locks its class, under which lock all of it is decided. */
export async function lockStandIn(c: CommandContext, standInId: string): Promise<Found | null> {
  const find = () => c.tx.select().from(standIns).where(eq(standIns.id, standInId))
  const [seen] = await find()
  const entry = seen ? await lockEntry(c.tx, seen.scheduleId) : null
  // found again under the lock: it may have moved meanwhile
  const [row] = entry ? await find() : []
  return row && entry ? { row, entry } : null
}

/** Those of a class that are not over. */
export const activeOf = (c: CommandContext, scheduleId: string): Promise<Row[]> =>
  c.tx
    .select()
    .from(standIns)
    .where(and(eq(standIns.scheduleId, scheduleId), inArray(standIns.state, [...activeStates])))
    .orderBy(asc(standIns.askedAt), asc(standIns.id))

/** Moves one to another state; its class is locked. */
export async function move(
  c: CommandContext,
  row: Row,
  to: State,
  change: Partial<Pick<Row, 'offeredBy' | 'fell' | 'fellOf'>> = {},
): Promise<void> {
  if (!canMove(row.state, to)) throw new Error(`A stand-in does not go from ${row.state} to ${to}.`)
  const endedAt = isActive(to) ? null : c.now
  await c.tx
    .update(standIns)
    .set({ state: to, ...change, endedAt })
    .where(eq(standIns.id, row.id))
  if (!isActive(to)) await c.cancelLater(beginsAt, row.id)
  const metadata = { scheduleId: row.scheduleId, teacher: row.teacherId }
  c.log({ channel: 'registrations', level: 'info', message: logLines.moved(row.state, to), metadata })
}

/** An offer falls, and somebody is looked for again. */
export const reopen = (c: CommandContext, row: Row, reason: Reason): Promise<void> =>
  move(c, row, 'open', { offeredBy: null, fell: reason, fellOf: row.offeredBy })

export const beginsAt = job<{ standInId: string }>('standIns.begins', ({ standInId }) => standInId)

/** The class begins, and nobody has taken it over: it is its teacher's, and the admins hear of it. */
export const begins = does(beginsAt, async (c, { standInId }) => {
  const found = await lockStandIn(c, standInId)
  if (!found || !isActive(found.row.state) || found.entry.startsAt > c.now) return
  await move(c, found.row, 'begun', { offeredBy: null })
  await tellBegun(c, found)
})
