import { eq } from 'drizzle-orm'
import type { CalendarEvent } from '#kernel/calendar.ts'
import { personal } from '#server/procedures.ts'
import { planEntries } from '#studio/schedule/rules/weekly.ts'
import { courseRegistrations, courses } from '../tables.ts'
import { findPlace } from './places.ts'

/** All dates of a course. */
export function eveningsOf(course: typeof courses.$inferSelect, timeZone: string): CalendarEvent[] {
  const revision = Math.floor((course.updatedAt - course.createdAt) / 1000)
  return planEntries({ ...course, weekdays: [course.weekday] }, timeZone).map(({ date, startsAt, endsAt }) => ({
    id: `${course.id}-${date}`,
    title: course.name,
    description: course.description,
    startsAt,
    endsAt,
    revision,
    cancelled: false,
  }))
}

export const calendar = personal(
  { on: [courses], ownOn: [courseRegistrations.userId] },
  async (q, { id }: { id: string }) => {
    const [course] = await q.db.select().from(courses).where(eq(courses.id, id))
    if (!course || !(await findPlace(q.db, id, q.subjectId))) return []
    return eveningsOf(course, q.settings.timeZone)
  },
)
