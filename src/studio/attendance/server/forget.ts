import { and, eq } from 'drizzle-orm'
import { on } from '#server/events.ts'
import { registrationEnded } from '#studio/registrations/events.ts'
import { attendance } from '../tables.ts'

/** Deletes the mark when a registration ends, else the person would be listed as included. */
export const forgetMark = on(registrationEnded, async (c, { scheduleId, userId }) => {
  await c.tx.delete(attendance).where(and(eq(attendance.scheduleId, scheduleId), eq(attendance.userId, userId)))
})
