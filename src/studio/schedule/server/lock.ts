import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { schedule } from '../tables.ts'

export type ScheduleRow = typeof schedule.$inferSelect

/** Locks an entry: capacity is decided under this lock, and it is always taken first. */
export async function lockEntry(tx: Tx, scheduleId: string): Promise<ScheduleRow | null> {
  const [row] = await tx.select().from(schedule).where(eq(schedule.id, scheduleId)).for('no key update')
  return row ?? null
}
