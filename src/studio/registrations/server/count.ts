import { eq, sql, type Placeholder } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { CommandContext } from '#server/procedures.ts'
import { schedule } from '#studio/schedule/tables.ts'

const { scheduleId: entryId, by, now } = placeholders('scheduleId', 'by', 'now')

/** Changes an entry's number of registrations by a difference. */
export const count = (tx: Pick<Tx, 'update'>, difference: Placeholder | number) =>
  tx
    .update(schedule)
    .set({
      registeredCount: sql`${schedule.registeredCount} + ${difference}::int`,
      updatedAt: sql`${sql.param(now, schedule.updatedAt)}`,
    })
    .where(eq(schedule.id, entryId))

const counted = prepared<{ scheduleId: string; by: number; now: Instant }, unknown>((tx) => count(tx, by))

export async function changeCount(c: CommandContext, scheduleId: string, change: number): Promise<void> {
  await counted(c.tx, { scheduleId, by: change, now: c.now })
}
