import { and, eq, gt } from 'drizzle-orm'
import { dateIn } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Reason } from '#studio/payments/messages/reasons.ts'
import { logLines } from '../messages/log.ts'
import { courseRegistrations, courses } from '../tables.ts'
import { endPlace, findPlace } from './places.ts'

/** Locks the courses that have not started in which a user has a place, in a fixed order. */
async function lockComingCourses(c: CommandContext, userId: string) {
  const found = await c.tx
    .select({ course: courses })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .where(and(eq(courseRegistrations.userId, userId), gt(courses.startDate, dateIn(c.settings.timeZone, c.now))))
    .orderBy(courses.id)
    .for('no key update', { of: courses })
  return found.map(({ course }) => course)
}

/** Frees the coming places of a user who is locked for deletion; returns them. */
export async function forgetCourses(c: CommandContext, userId: string, reason: Reason) {
  const places = []
  for (const course of await lockComingCourses(c, userId)) {
    // read again under the locks
    const place = await findPlace(c.tx, course.id, userId)
    if (!place) continue
    await endPlace(c, course, place)
    const metadata = { courseId: course.id, user: userId }
    c.log({ channel: 'courses', level: 'info', message: logLines.registrationEnded(reason), metadata })
    places.push(place)
  }
  return places
}
