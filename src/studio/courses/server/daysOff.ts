// On closed days a course does not take place: its evening then is left out.
import { and, asc, eq, gte } from 'drizzle-orm'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { shared } from '#server/procedures.ts'
import { closedOn } from '#studio/closures/rules.ts'
import { closedDuring, closedFrom } from '#studio/closures/server/standing.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { daysOff } from '../rules.ts'
import { courses } from '../tables.ts'
import { todayAndOn } from './today.ts'

type Weekly = Parameters<typeof daysOff>[0]

export async function withDaysOff<Course extends Weekly>(
  db: Tx,
  found: readonly Course[],
): Promise<(Course & { daysOff: LocalDate[] })[]> {
  const startDate = found.map((course) => course.startDate).toSorted()[0]
  const endDate = found
    .map((course) => course.endDate)
    .toSorted()
    .at(-1)
  const closed = startDate && endDate ? await closedDuring(db, { startDate, endDate }) : []
  return found.map((course) => ({ ...course, daysOff: daysOff(course, closed) }))
}

export const onClosedDays = shared([courses, closedDays], async (q) => {
  const today = todayAndOn(q)
  const closed = await closedFrom(q.db, today)
  if (closed.length === 0) return []
  const running = await q.db
    .select()
    .from(courses)
    .where(and(eq(courses.status, 'active'), gte(courses.endDate, today)))
    .orderBy(asc(courses.startDate), asc(courses.id))
  return running.flatMap((course) =>
    daysOff(course, closed)
      .filter((day) => day >= today)
      .flatMap((day) => {
        const days = closedOn(closed, day)
        const { id, name, registeredCount } = course
        return days ? [{ closedDaysId: days.id, id, name, day, registeredCount }] : []
      }),
  )
})
