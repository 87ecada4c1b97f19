import { eq } from 'drizzle-orm'
import { personal } from '#server/procedures.ts'
import { planEntries } from '#studio/schedule/rules/weekly.ts'
import { courses } from '../tables.ts'
import { findPlace } from './places.ts'

export const calendar = personal(
  { on: ['courses'], ownOn: ['courseRegistrations'] },
  async (q, { id }: { id: string }) => {
    const [course] = await q.db.select().from(courses).where(eq(courses.id, id))
    if (!course || !(await findPlace(q.db, id, q.subjectId))) return []
    const revision = Math.floor((course.updatedAt - course.createdAt) / 1000)
    return planEntries({ ...course, weekdays: [course.weekday] }, q.settings.timeZone).map(
      ({ date, startsAt, endsAt }) => ({
        id: `${id}-${date}`,
        title: course.name,
        description: course.description,
        startsAt,
        endsAt,
        revision,
        cancelled: false,
      }),
    )
  },
)
