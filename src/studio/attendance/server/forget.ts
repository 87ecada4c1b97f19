import { and, eq, inArray, sql } from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { CommandContext } from '#server/procedures.ts'
import { attendance } from '../tables.ts'

/** Takes back marks for entries that the user will not come to. */
export async function forgetMarks(c: CommandContext, userId: string, scheduleIds: readonly string[]): Promise<void> {
  if (scheduleIds.length === 0) return
  await c.tx
    .delete(attendance)
    .where(and(eq(attendance.userId, userId), inArray(attendance.scheduleId, [...scheduleIds])))
}

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

/** Who gives a place back will not come: a mark that stood would list them as included. */
export const takeMarkBack = (c: CommandContext, { scheduleId, userId }: Place): void =>
  c.later(deleteMark, { scheduleId, userId })

const deleteMark = prepared((db) =>
  db
    .delete(attendance)
    .where(
      and(eq(attendance.scheduleId, sql.placeholder('scheduleId')), eq(attendance.userId, sql.placeholder('userId'))),
    )
    .prepare(''),
)
