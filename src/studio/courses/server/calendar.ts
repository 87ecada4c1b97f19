import { eq } from 'drizzle-orm'
import { personal } from '#server/procedures.ts'
import { offDuring } from '#studio/closures/server/closedDays.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { roomsOf } from '#studio/rooms/server/roomOf.ts'
import { rooms } from '#studio/rooms/tables.ts'
import { courseRegistrations, courses } from '../tables.ts'
import { eveningsOf } from './evenings.ts'
import { findPlace } from './places.ts'

/** All dates of a course. */
export const calendar = personal(
  { on: [courses, closedDays, rooms], ownOn: [courseRegistrations.userId] },
  async (q, { id }: { id: string }) => {
    const [course] = await q.db.select().from(courses).where(eq(courses.id, id))
    if (!course || !(await findPlace(q.db, id, q.subjectId))) return []
    const evenings = eveningsOf(course, q.settings.timeZone, await offDuring(q.db, course))
    const roomOf = await roomsOf(q.db, q.settings)
    return evenings.map((evening) => ({ ...evening, ...roomOf(course) }))
  },
)
