import { and, count, eq, notExists, sql, sum } from 'drizzle-orm'
import { shared } from '#server/procedures.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Span } from '../rules.ts'
import { localStart, rest, tookPlace } from './classes.ts'

/** Places of past classes, and how many were taken: by registrations, and by included people who came. */
export const fill = shared(
  [schedule, registrations, attendance],
  async ({ db, now, settings: { timeZone } }, span: Span) => {
    const registered = db
      .select({ one: sql`1` })
      .from(registrations)
      .where(and(eq(registrations.scheduleId, schedule.id), eq(registrations.userId, attendance.userId)))
    // for each class separately: otherwise PostgreSQL reads all registrations ever made
    const included = db
      .select({ came: count().as('came') })
      .from(attendance)
      .where(and(eq(attendance.scheduleId, schedule.id), eq(attendance.value, 'attended'), notExists(registered)))
      .as('included')
    const start = localStart(timeZone)
    // one query for both: by name, and by weekday and hour
    const found = await db
      .select({
        name: sql<string | null>`${schedule.className}`,
        weekday: sql<number | null>`extract(isodow from ${start})::int`,
        hour: sql<number | null>`extract(hour from ${start})::int`,
        classes: count(),
        places: sum(schedule.maxParticipants).mapWith(Number),
        taken: sum(sql`${schedule.registeredCount} + ${included.came}`).mapWith(Number),
      })
      .from(schedule)
      .crossJoinLateral(included)
      .where(tookPlace(span, timeZone, now))
      .groupBy(sql`grouping sets ((1), (2, 3))`)
      .orderBy(sql`1`, sql`2`, sql`3`)
    return {
      byClass: found.flatMap(({ name, classes, places, taken }) =>
        name === null ? [] : { name, classes, places, taken },
      ),
      byHour: found.flatMap(({ weekday, hour, classes, places, taken }) =>
        weekday === null || hour === null ? [] : { weekday, hour, classes, places, taken },
      ),
    }
  },
  { rest },
)
