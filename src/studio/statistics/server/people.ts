import { and, eq, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { startOfDay } from '#kernel/zone.ts'
import { shared } from '#server/procedures.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Cohort } from '../contract.ts'
import { monthsOf, type Span } from '../rules.ts'
import { monthOf, rest, tookPlace } from './classes.ts'

/**
 * Who came. A visit is a class that took place, with a place that was not marked as a no-show, or with a mark that somebody
 * attended. New is whoever had no such place before these days.
 */
export const people = shared(
  [schedule, registrations, attendance],
  async ({ db, now, settings: { timeZone } }, span: Span) => {
    const month = monthOf(timeZone)
    const mark = alias(attendance, 'mark')
    const missed = db
      .select({ one: sql`1` })
      .from(mark)
      .where(
        and(
          eq(mark.scheduleId, registrations.scheduleId),
          eq(mark.userId, registrations.userId),
          eq(mark.value, 'no-show'),
        ),
      )
    const withPlace = db
      .select({ userId: registrations.userId, month: month.as('month') })
      .from(registrations)
      .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
      .where(and(tookPlace(span, timeZone, now), notExists(missed)))
    const marked = db
      .select({ userId: attendance.userId, month: month.as('month') })
      .from(attendance)
      .innerJoin(schedule, eq(schedule.id, attendance.scheduleId))
      .where(and(tookPlace(span, timeZone, now), eq(attendance.value, 'attended')))
    // each person once a month
    const visits = withPlace.union(marked).as('visits')
    const found = await db
      .select({
        userId: visits.userId,
        months: sql<string[]>`array_agg(${visits.month} order by ${visits.month})`,
        isNew: sql<boolean>`not exists (${db
          .select({ one: sql`1` })
          .from(registrations)
          .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
          .where(and(eq(registrations.userId, visits.userId), before(span, timeZone)))}) and not exists (${db
          .select({ one: sql`1` })
          .from(attendance)
          .innerJoin(schedule, eq(schedule.id, attendance.scheduleId))
          .where(and(eq(attendance.userId, visits.userId), before(span, timeZone)))})`,
      })
      .from(visits)
      .groupBy(visits.userId)
    const months = monthsOf(span)
    const newcomers = found.filter(({ isNew }) => isNew)
    const cohorts = months.map((month, place): Cohort => {
      const first = newcomers.filter((person) => person.months[0] === month)
      const stayed = months.slice(place + 1).map((later) => first.filter((one) => one.months.includes(later)).length)
      return { month, size: first.length, stayed }
    })
    const byMonth = months.map((month, place) => ({
      month,
      active: found.filter((person) => person.months.includes(month)).length,
      fresh: cohorts[place]?.size ?? 0,
    }))
    return { byMonth, cohorts }
  },
  { rest },
)

const before = ({ from }: Span, timeZone: string) =>
  and(
    sql`${schedule.startsAt} < ${sql.param(startOfDay(timeZone, from), schedule.startsAt)}`,
    sql`${schedule.cancelledAt} is null`,
  )
