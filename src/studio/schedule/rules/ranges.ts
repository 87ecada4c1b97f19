import { firstDayAfter, firstDayOf, monthFrom, monthOf } from '#kernel/months.ts'
import { addDays, dateIn, MINUTE, weekdayOf, type Instant, type LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { EntryRange } from '../rules.ts'

/** The entries in a range at one moment, and when time alone changes them. */
export type Span = { readonly changesAt: Instant | null } & (
  | { readonly kind: 'endsAfter'; readonly instant: Instant }
  | { readonly kind: 'endsBy'; readonly instant: Instant }
  /** Starts at or after `from`, and before `until`. */
  | { readonly kind: 'startsWithin'; readonly from: Instant; readonly until: Instant }
)

/** How long an ended class stays among the upcoming ones (ms), so that staff can finish the attendance there. */
export const LINGER = 30 * MINUTE

/** Weeks start on Monday; days, weeks and months are in the studio's time zone. */
export function spanOf(range: EntryRange, now: Instant, zone: string): Span {
  const today = dateIn(zone, now)
  const monday = addDays(today, 1 - weekdayOf(today))
  const month = monthOf(today)
  const [first, next] = [firstDayOf(month), firstDayAfter(month)]
  switch (range) {
    case 'upcoming':
      return { kind: 'endsAfter', instant: now - LINGER, changesAt: null }
    case 'past':
      return { kind: 'endsBy', instant: now, changesAt: null }
    case 'thisWeek':
      return within(zone, monday, addDays(monday, 7), addDays(monday, 7))
    case 'lastWeek':
      return within(zone, addDays(monday, -7), monday, addDays(monday, 7))
    case 'thisMonth':
      return within(zone, first, next, next)
    case 'lastMonth':
      return within(zone, firstDayOf(monthFrom(month, -1)), first, next)
    default:
      return range satisfies never
  }
}

const within = (zone: string, from: LocalDate, until: LocalDate, changesOn: LocalDate): Span => ({
  kind: 'startsWithin',
  from: startOfDay(zone, from),
  until: startOfDay(zone, until),
  changesAt: startOfDay(zone, changesOn),
})
