// Separate from time.ts, so that only code that needs time zone rules loads the Temporal polyfill.
import { Temporal } from 'temporal-polyfill'
import { addDays, dateIn, MINUTE, timeIn, type Instant, type LocalDate, type LocalTime } from './time.ts'

/**
 * The instant at which a clock in `zone` shows `date` and `time`. A time skipped by a clock change counts as the
 * same time after it, a repeated one as its first (Temporal's "compatible" disambiguation).
 */
export function instantIn(zone: string, date: LocalDate, time: LocalTime): Instant {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds
}

/** The first instant of a day in `zone`; not always midnight. */
export function startOfDay(zone: string, date: LocalDate): Instant {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
}

/** The last millisecond of a day in `zone`: what ends then is shown as lasting until that day. */
export const endOfDay = (zone: string, date: LocalDate): Instant => startOfDay(zone, addDays(date, 1)) - 1

/** The instant `days` later (negative: earlier) at the same time of the clock, whatever clock changes lie between. */
export const daysAfter = (zone: string, at: Instant, days: number): Instant =>
  instantIn(zone, addDays(dateIn(zone, at), days), timeIn(zone, at)) + (at % MINUTE)
