import { weekdayOf, type Instant, type LocalDate, type Weekday } from '#kernel/time.ts'
import type { PlannedEntry } from '../rules/weekly.ts'

export interface PlannedWeekday {
  readonly weekday: Weekday
  readonly entries: readonly PlannedEntry[]
}

/** The planned entries weekday by weekday, Monday first. */
export function byWeekday(entries: readonly PlannedEntry[]): PlannedWeekday[] {
  return [1, 2, 3, 4, 5, 6, 7]
    .map((weekday) => ({ weekday, entries: entries.filter(({ date }) => weekdayOf(date) === weekday) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Minutes between UTC and the clock that shows `date` and `time` at `instant`. */
const offset = (date: LocalDate, time: string, instant: Instant) =>
  Math.round((Date.parse(`${date}T${time}:00Z`) - instant) / 60_000)

/** The first dates on which the clock is another than at the entry before: what a preview points out. */
export function clockChanges(entries: readonly PlannedEntry[], startTime: string): LocalDate[] {
  return entries
    .filter((entry, index) => {
      const before = entries[index - 1]
      if (!before) return false
      return offset(entry.date, startTime, entry.startsAt) !== offset(before.date, startTime, before.startsAt)
    })
    .map(({ date }) => date)
}

/** The planned dates on which the class stands on the schedule already, at a time that overlaps. */
export function alreadyScheduled(
  entries: readonly PlannedEntry[],
  times: readonly { readonly startsAt: Instant; readonly endsAt: Instant }[],
): ReadonlySet<LocalDate> {
  const twice = entries.filter((entry) =>
    times.some(({ startsAt, endsAt }) => startsAt < entry.endsAt && endsAt > entry.startsAt),
  )
  return new Set(twice.map(({ date }) => date))
}
