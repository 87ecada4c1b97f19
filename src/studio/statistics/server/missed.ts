import { and, count, eq, exists, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { startOfDay } from '#kernel/zone.ts'
import { shared } from '#server/procedures.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { lateCancellations, registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { waiting } from '#studio/waiting/tables.ts'
import { monthsOf, type Span } from '../rules.ts'
import { monthOf, rest, tookPlace } from './classes.ts'

/** No-shows of registered people, late cancellations and waiting lists, by the month of the class. */
export const missed = shared(
  [schedule, registrations, attendance, lateCancellations, waiting],
  async ({ db, now, settings: { timeZone } }, span: Span) => {
    const month = monthOf(timeZone)
    const planned = and(
      gte(schedule.startsAt, startOfDay(timeZone, span.from)),
      lt(schedule.startsAt, startOfDay(timeZone, span.until)),
    )
    const countOf = async (
      table: typeof attendance | typeof registrations | typeof lateCancellations | typeof waiting,
      entry: PgColumn,
      which: SQL | undefined,
    ) => {
      const found = await db
        .select({ month, count: count() })
        .from(table)
        .innerJoin(schedule, eq(schedule.id, entry))
        .where(which)
        .groupBy(sql`1`)
      return new Map(found.map((one) => [one.month, one.count]))
    }
    const past = tookPlace(span, timeZone, now)
    const isRegistered = exists(
      db
        .select({ id: registrations.id })
        .from(registrations)
        .where(and(eq(registrations.scheduleId, attendance.scheduleId), eq(registrations.userId, attendance.userId))),
    )
    const [expected, noShows, late, waited, placed] = await Promise.all([
      countOf(registrations, registrations.scheduleId, past),
      countOf(attendance, attendance.scheduleId, and(past, eq(attendance.value, 'no-show'), isRegistered)),
      countOf(lateCancellations, lateCancellations.scheduleId, planned),
      countOf(waiting, waiting.scheduleId, planned),
      countOf(waiting, waiting.scheduleId, and(planned, inArray(waiting.state, ['taken']))),
    ])
    return monthsOf(span).map((name) => ({
      month: name,
      expected: expected.get(name) ?? 0,
      noShows: noShows.get(name) ?? 0,
      late: late.get(name) ?? 0,
      waited: waited.get(name) ?? 0,
      placed: placed.get(name) ?? 0,
    }))
  },
  { rest },
)
