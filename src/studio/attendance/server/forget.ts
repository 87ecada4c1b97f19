import { and, eq, inArray } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { attendance } from '../tables.ts'

/** Takes back marks for entries that the user will not come to. */
export async function forgetMarks(c: CommandContext, userId: string, scheduleIds: readonly string[]): Promise<void> {
  if (scheduleIds.length === 0) return
  await c.tx
    .delete(attendance)
    .where(and(eq(attendance.userId, userId), inArray(attendance.scheduleId, [...scheduleIds])))
}
