import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { dateIn } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { waiting } from '../tables.ts'
import { offerFreed, withdraw } from './offer.ts'
import { isActive, targetOf } from './rows.ts'

/**
 * Locks first the classes and then the courses in which people have a coming place or wait, each in the order of ids.
 */
export async function lockPlacesOf(c: CommandContext, userIds: readonly string[]): Promise<void> {
  const ids = [...userIds]
  const waits = and(inArray(waiting.userId, ids), isActive)
  const comes = c.tx
    .select({ id: registrations.scheduleId })
    .from(registrations)
    .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
    .where(and(inArray(registrations.userId, ids), gt(schedule.startsAt, c.now)))
  const waitsForClass = c.tx.select({ id: waiting.scheduleId }).from(waiting).where(waits)
  await c.tx
    .select({ id: schedule.id })
    .from(schedule)
    .where(inArray(schedule.id, sql`(${comes} union ${waitsForClass})`))
    .orderBy(schedule.id)
    .for('no key update')
  const joins = c.tx
    .select({ id: courseRegistrations.courseId })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .where(and(inArray(courseRegistrations.userId, ids), gt(courses.startDate, dateIn(c.settings.timeZone, c.now))))
  const waitsForCourse = c.tx.select({ id: waiting.courseId }).from(waiting).where(waits)
  await c.tx
    .select({ id: courses.id })
    .from(courses)
    .where(inArray(courses.id, sql`(${joins} union ${waitsForCourse})`))
    .orderBy(courses.id)
    .for('no key update')
}

/** Deletes a deleted person's waits; places held for them go to the next person. */
export async function forgetWaiting(c: CommandContext, userId: string): Promise<void> {
  const rows = await c.tx
    .select()
    .from(waiting)
    .where(and(eq(waiting.userId, userId), isActive))
  for (const row of rows) await withdraw(c, row, 'left')
  await c.tx.delete(waiting).where(eq(waiting.userId, userId))
  for (const row of rows) if (row.state === 'offered') await offerFreed(c, targetOf(row))
}
