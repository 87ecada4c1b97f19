// The evenings of a course, as calendar events.
import type { CalendarEvent } from '#kernel/calendar.ts'
import type { Instant } from '#kernel/time.ts'
import { closedOn, type ClosedDays } from '#studio/closures/rules.ts'
import type { ClosedDaysRow } from '#studio/closures/server/closedDays.ts'
import { planEntries } from '#studio/schedule/rules/weekly.ts'
import type { courseEdits, courses } from '../tables.ts'

type Course = typeof courses.$inferSelect
export type EditRow = typeof courseEdits.$inferSelect
type Evenings = Pick<
  Course,
  | 'id'
  | 'name'
  | 'description'
  | 'weekday'
  | 'startDate'
  | 'endDate'
  | 'startTime'
  | 'endTime'
  | 'createdAt'
  | 'updatedAt'
>

/** Leaves out `closed` days; rooms stay reserved on them, since the studio may open after all. */
export function eveningsOf(course: Evenings, timeZone: string, closed: readonly ClosedDays[] = []): CalendarEvent[] {
  const revision = Math.floor((course.updatedAt - course.createdAt) / 1000)
  const planned = planEntries({ ...course, weekdays: [course.weekday] }, timeZone)
  return planned
    .filter(({ date }) => !closedOn(closed, date))
    .map(({ date, startsAt, endsAt }) => ({
      id: `${course.id}-${date}`,
      title: course.name,
      description: course.description,
      startsAt,
      endsAt,
      revision,
      cancelled: false,
    }))
}

type When = Pick<Course, 'startDate' | 'endDate' | 'weekday' | 'startTime' | 'endTime'>

export const whenOf = ({ startDate, endDate, weekday, startTime, endTime }: When): When => {
  return { startDate, endDate, weekday, startTime, endTime }
}

/**
 * Its evenings for a calendar that follows them. One that was left out later than the course was made, and later than
 * `since`, was there before, and is cancelled; its place in the order of changes stays, for the studio may open after all.
 * So is one that was to come when one of the `edits` took it away.
 */
export function eveningsFollowed(
  course: Evenings,
  timeZone: string,
  closed: readonly ClosedDaysRow[],
  { since, edits }: { readonly since: Instant; readonly edits: readonly EditRow[] },
): CalendarEvent[] {
  const known = closed.filter(({ coursesOffAt }) => (coursesOffAt ?? 0) <= Math.max(course.createdAt, since))
  const open = new Set(eveningsOf(course, timeZone, closed).map(({ id }) => id))
  const events = new Map(
    edits
      .filter(({ at }) => at > since)
      .flatMap((edit) =>
        eveningsOf({ ...course, ...whenOf(edit) }, timeZone, known).filter(({ startsAt }) => startsAt > edit.at),
      )
      .map((event) => [event.id, { ...event, cancelled: true }]),
  )
  for (const event of eveningsOf(course, timeZone, known)) {
    events.set(event.id, { ...event, cancelled: !open.has(event.id) })
  }
  return [...events.values()].toSorted((one, other) => one.startsAt - other.startsAt)
}
