import { and, sql } from 'drizzle-orm'
import { startOfDay } from '#kernel/zone.ts'
import { rows } from '#server/db/database.ts'
import { shared } from '#server/procedures.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Cohort } from '../contract.ts'
import { monthsOf, type Span } from '../rules.ts'
import { monthOf, rest, tookPlace } from './classes.ts'

/**
 * Visitors by month. A visit is a class that took place, with a registration that is not marked as a no-show, or with
 * an attendance mark. A visitor is new without a registration or mark, even a no-show, in any earlier class.
 */
export const people = shared(
  [schedule, registrations, attendance],
  async ({ db, now, settings: { timeZone } }, span: Span) => {
    // joins class by class, and earlier classes are materialized once: otherwise PostgreSQL reads all registrations and
    // marks ever made
    const found = rows<{ months: string[]; isNew: boolean }>(
      await db.execute(sql`
        with earlier as materialized (select id from ${schedule} where ${before(span, timeZone)}),
          classes as materialized (
            select id, ${monthOf(timeZone)} as month from ${schedule} where ${tookPlace(span, timeZone, now)}),
          months as (
            select distinct user_id, month
            from classes, lateral (
              select coalesce(place.user_id, mark.user_id) as user_id
              from (select user_id from ${registrations} where schedule_id = classes.id) place
                full join (select user_id, value from ${attendance} where schedule_id = classes.id) mark
                on mark.user_id = place.user_id
              where mark.value is distinct from 'no-show') visit),
          visitors as (select user_id, array_agg(month order by month) as months from months group by user_id)
        select months,
          not exists (select 1 from ${registrations} place
            where place.user_id = visitors.user_id and (place.schedule_id in (select id from earlier)) is true)
          and not exists (select 1 from ${attendance} mark
            where mark.user_id = visitors.user_id and (mark.schedule_id in (select id from earlier)) is true) as "isNew"
        from visitors`),
    )
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
