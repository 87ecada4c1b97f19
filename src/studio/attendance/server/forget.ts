import { and, eq } from 'drizzle-orm'
import { on } from '#server/events.ts'
import { registrationEnded } from '#studio/registrations/events.ts'
import { attendance } from '../tables.ts'

/** Deletes the mark of a person who no longer comes, else they would be listed as included; who stays keeps theirs. */
export const forgetMark = on(registrationEnded, async (c, { scheduleId, userId, stays }) => {
  if (stays) return
  await c.tx.delete(attendance).where(and(eq(attendance.scheduleId, scheduleId), eq(attendance.userId, userId)))
})
