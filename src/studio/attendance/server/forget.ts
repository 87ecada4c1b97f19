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

/** Who gives a place back will not come: a mark that stood would list them as included. */
export const takeMarkBack = (c: CommandContext, place: { readonly scheduleId: string; readonly userId: string }) =>
  forgetMarks(c, place.userId, [place.scheduleId])
