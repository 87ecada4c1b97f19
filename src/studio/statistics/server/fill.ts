import { and, eq, notExists, sql, sum, count } from 'drizzle-orm'
import { shared } from '#server/procedures.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Span } from '../rules.ts'
import { localStart, rest, tookPlace } from './classes.ts'

/** Places of classes that took place, and how many were taken: by registrations, and by included people who came. */
export const fill = shared(
  [schedule, registrations, attendance],
  async ({ db, now, settings: { timeZone } }, span: Span) => {
    const registered = db
      .select({ one: sql`1` })
      .from(registrations)
      .where(and(eq(registrations.scheduleId, schedule.id), eq(registrations.userId, attendance.userId)))
    const included = db
      .select({ scheduleId: attendance.scheduleId, came: count().as('came') })
      .from(attendance)
      .innerJoin(schedule, eq(schedule.id, attendance.scheduleId))
      .where(and(tookPlace(span, timeZone, now), eq(attendance.value, 'attended'), notExists(registered)))
      .groupBy(attendance.scheduleId)
      .as('included')
    const figures = {
      classes: count(),
      places: sum(schedule.maxParticipants).mapWith(Number),
      taken: sum(sql`${schedule.registeredCount} + coalesce(${included.came}, 0)`).mapWith(Number),
    }
    const start = localStart(timeZone)
    const [byClass, byHour] = await Promise.all([
      db
        .select({ name: schedule.className, ...figures })
        .from(schedule)
        .leftJoin(included, eq(included.scheduleId, schedule.id))
        .where(tookPlace(span, timeZone, now))
        .groupBy(schedule.className)
        .orderBy(schedule.className),
      db
        .select({
          weekday: sql`extract(isodow from ${start})`.mapWith(Number),
          hour: sql`extract(hour from ${start})`.mapWith(Number),
          ...figures,
        })
        .from(schedule)
        .leftJoin(included, eq(included.scheduleId, schedule.id))
        .where(tookPlace(span, timeZone, now))
        .groupBy(sql`1`, sql`2`)
        .orderBy(sql`1`, sql`2`),
    ])
    return { byClass, byHour }
  },
  { rest },
)
