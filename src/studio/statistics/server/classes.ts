import { and, gte, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Span } from '../rules.ts'

/** Least time between two updates of a screen (ms): sums over a year change little. */
export const rest = () => 1_000

/** Condition: classes of these days that have taken place. */
export const tookPlace = ({ from, until }: Span, timeZone: string, now: Instant): SQL | undefined =>
  and(
    gte(schedule.startsAt, startOfDay(timeZone, from)),
    lt(schedule.startsAt, startOfDay(timeZone, until)),
    lte(schedule.endsAt, now),
    isNull(schedule.cancelledAt),
  )

/** Start of a class in the studio's time zone. */
export const localStart = (timeZone: string): SQL => sql`(${schedule.startsAt} at time zone ${timeZone}::text)`

/** '2026-03' */
export const monthOf = (timeZone: string): SQL<string> => sql<string>`to_char(${localStart(timeZone)}, 'YYYY-MM')`
