import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { schedule } from '../tables.ts'

export type ScheduleRow = typeof schedule.$inferSelect

const locked = prepared<{ scheduleId: string }, ScheduleRow[]>((tx) =>
  tx
    .select()
    .from(schedule)
    .where(eq(schedule.id, sql.placeholder('scheduleId')))
    .for('no key update'),
)

/** Locks an entry. Its capacity is decided under this lock, which is always taken first. */
export async function lockEntry(tx: Tx, scheduleId: string): Promise<ScheduleRow | null> {
  const [row] = await locked(tx, { scheduleId })
  return row ?? null
}

/** Locks existing entries, always in the same order. */
export async function lockEntries(tx: Tx, ids: readonly string[]): Promise<ScheduleRow[]> {
  if (ids.length === 0) return []
  return await tx
    .select()
    .from(schedule)
    .where(inArray(schedule.id, [...ids]))
    .orderBy(asc(schedule.id))
    .for('no key update')
}
