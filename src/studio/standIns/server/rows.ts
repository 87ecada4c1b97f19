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

/** Finds a request and locks its class, under which all decisions are made. */
export async function lockStandIn(c: CommandContext, standInId: string): Promise<Found | null> {
  const find = () => c.tx.select().from(standIns).where(eq(standIns.id, standInId))
  const [seen] = await find()
  const entry = seen ? await lockEntry(c.tx, seen.scheduleId) : null
  // read again under the lock, as its state may have changed
  const [row] = entry ? await find() : []
  return row && entry ? { row, entry } : null
}

/** Requests for a class that are still open or offered. */
export const activeOf = (c: CommandContext, scheduleId: string): Promise<Row[]> =>
  c.tx
    .select()
    .from(standIns)
    .where(and(eq(standIns.scheduleId, scheduleId), inArray(standIns.state, [...activeStates])))
    .orderBy(asc(standIns.askedAt), asc(standIns.id))

/** Changes the state; the class must be locked. */
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
  if (!isActive(to)) await c.cancelQueued(beginsAt, row.id)
  const metadata = { scheduleId: row.scheduleId, teacher: row.teacherId }
  c.log({ channel: 'registrations', level: 'info', message: logLines.moved(row.state, to), metadata })
}

/** Ends an offer and opens the request again. */
export const reopen = (c: CommandContext, row: Row, reason: Reason): Promise<void> =>
  move(c, row, 'open', { offeredBy: null, fell: reason, fellOf: row.offeredBy })

export const beginsAt = job<{ standInId: string }>('standIns.begins', ({ standInId }) => standInId)

/** The class begins without a stand-in: it stays with its teacher, and the admins are told. */
export const begins = does(beginsAt, async (c, { standInId }) => {
  const found = await lockStandIn(c, standInId)
  if (!found || !isActive(found.row.state) || found.entry.startsAt > c.now) return
  await move(c, found.row, 'begun', { offeredBy: null })
  await tellBegun(c, found)
})
