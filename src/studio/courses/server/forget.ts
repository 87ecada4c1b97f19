import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { dateIn } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { courseRegistrations, courses } from '../tables.ts'

/** Locks the courses that have not started in which a user has a place, in one order for all. */
export async function lockComingCourses(c: CommandContext, userId: string): Promise<string[]> {
  const found = await c.tx
    .select({ id: courses.id })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .where(and(eq(courseRegistrations.userId, userId), gt(courses.startDate, dateIn(c.settings.timeZone, c.now))))
    .orderBy(courses.id)
    .for('no key update', { of: courses })
  return found.map(({ id }) => id)
}

/** Gives the places in courses to come of a user who is locked for deletion back; answers them, as for classes. */
export async function forgetCourses(c: CommandContext, userId: string, reason: string) {
  const coming = await lockComingCourses(c, userId)
  if (coming.length === 0) return []
  // found again under the locks, as for classes
  const places = await c.tx
    .delete(courseRegistrations)
    .where(and(eq(courseRegistrations.userId, userId), inArray(courseRegistrations.courseId, coming)))
    .returning()
  for (const { courseId } of places) {
    await c.tx
      .update(courses)
      .set({ registeredCount: sql`${courses.registeredCount} - 1`, updatedAt: c.now })
      .where(eq(courses.id, courseId))
    const metadata = { courseId, user: userId }
    c.log({ channel: 'courses', level: 'info', message: `Course registration ended: ${reason}.`, metadata })
  }
  return places
}
