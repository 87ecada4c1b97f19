// A course does not take place on closed days: its evening is left out.
import { and, asc, eq, gte } from 'drizzle-orm'
import { dateIn, type Instant, type LocalDate } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { instantIn } from '#kernel/zone.ts'
import type { Tx } from '#server/db/database.ts'
import { shared, type CommandContext } from '#server/procedures.ts'
import type { ClosedDays } from '#studio/closures/rules.ts'
import { closedFrom, offDuring, type ClosedDaysRow } from '#studio/closures/server/closedDays.ts'
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
  const closed = startDate && endDate ? await offDuring(db, { startDate, endDate }) : []
  return found.map((course) => ({ ...course, daysOff: daysOff(course, closed) }))
}

export const onClosedDays = shared([courses, closedDays], async (q) => {
  const today = todayAndOn(q)
  const closed = await closedFrom(q.db, today)
  if (closed.length === 0) return []
  const off = closed.filter(isOff)
  q.changesAt(nextUndone(off, q.now))
  const running = await runningFrom(q.db, today)
  return running.flatMap((course) => {
    const { id, name, registeredCount } = course
    const leftOut = daysOff(course, off)
    const startsOn = (day: LocalDate) => instantIn(q.settings.timeZone, day, course.startTime)
    if (startsOn(today) > q.now) q.changesAt(startsOn(today))
    return closed.flatMap((days) =>
      daysOff(course, [days])
        .filter((day) => day >= today)
        // if courses take place on these days, other closed days may still leave the evening out
        .filter((day) => days.coursesOffAt !== null || (!leftOut.includes(day) && startsOn(day) > q.now))
        .map((day) => ({ ...leftOutBy(days, q.now), id, name, day, registeredCount })),
    )
  })
})

/** Coming evenings of courses that take place on these days, soonest first. */
export async function eveningsOnClosedDays(
  db: Tx,
  days: readonly ClosedDays[],
  { now, settings: { timeZone } }: Pick<CommandContext, 'now' | 'settings'>,
) {
  const today = dateIn(timeZone, now)
  const [off, running] = [await closedFrom(db, today), await runningFrom(db, today)]
  return running
    .flatMap((course) => {
      const leftOut = daysOff(course, off.filter(isOff))
      return daysOff(course, days)
        .filter((day) => !leftOut.includes(day))
        .map((day) => ({
          id: course.id,
          name: course.name,
          day,
          startsAt: instantIn(timeZone, day, course.startTime),
        }))
        .filter(({ startsAt }) => startsAt > now)
    })
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

const runningFrom = (db: Tx, today: LocalDate) =>
  db
    .select()
    .from(courses)
    .where(and(eq(courses.status, 'active'), gte(courses.endDate, today)))
    .orderBy(asc(courses.startDate), asc(courses.id))

const isOff = ({ coursesOffAt }: ClosedDaysRow): boolean => coursesOffAt !== null

const undoneUntil = ({ coursesOffAt }: ClosedDaysRow): Instant => (coursesOffAt ?? -Infinity) + UNDO_WITHIN

const leftOutBy = (days: ClosedDaysRow, now: Instant) => {
  return { closedDaysId: days.id, offAt: days.coursesOffAt, undoable: undoneUntil(days) > now }
}

/** When the next of these stops being undoable. */
const nextUndone = (off: readonly ClosedDaysRow[], now: Instant): Instant | undefined =>
  off
    .map(undoneUntil)
    .filter((at) => at > now)
    .toSorted((a, b) => a - b)[0]
