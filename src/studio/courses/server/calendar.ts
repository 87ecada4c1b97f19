import { eq } from 'drizzle-orm'
import { personal } from '#server/procedures.ts'
import { closedDuring } from '#studio/closures/server/standing.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { courseRegistrations, courses } from '../tables.ts'
import { eveningsOf } from './evenings.ts'
import { findPlace } from './places.ts'

/** All dates of a course. */
export const calendar = personal(
  { on: [courses, closedDays], ownOn: [courseRegistrations.userId] },
  async (q, { id }: { id: string }) => {
    const [course] = await q.db.select().from(courses).where(eq(courses.id, id))
    if (!course || !(await findPlace(q.db, id, q.subjectId))) return []
    return eveningsOf(course, q.settings.timeZone, await closedDuring(q.db, course))
  },
)
