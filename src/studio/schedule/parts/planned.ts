import { weekdayOf, type Instant, type LocalDate, type LocalTime, type Weekday } from '#kernel/time.ts'
import type { WeeklyPlan } from '../contract.ts'
import type { PlannedEntry } from '../rules/weekly.ts'

/** A class that is planned with others between the same days. */
export type ClassOfPlan = Omit<WeeklyPlan, 'startDate' | 'endDate'> & { readonly key: number }

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

export interface Standing {
  readonly classId: string | null
  readonly className: string
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** What stands on the schedule at a time that overlaps a planned one, by the date: the class itself, and others. */
export function alreadyScheduled(
  entries: readonly PlannedEntry[],
  standing: readonly Standing[],
  classId: string,
): { same: ReadonlySet<LocalDate>; others: ReadonlyMap<LocalDate, string> } {
  const overlapping = entries.flatMap((entry) =>
    standing
      .filter(({ startsAt, endsAt }) => startsAt < entry.endsAt && endsAt > entry.startsAt)
      .map((other) => ({ date: entry.date, other })),
  )
  const others = new Map<LocalDate, string>()
  for (const { date, other } of overlapping) {
    if (other.classId === classId) continue
    const before = others.get(date)
    others.set(date, before ? `${before}, ${other.className}` : other.className)
  }
  return { same: new Set(overlapping.filter(({ other }) => other.classId === classId).map(({ date }) => date)), others }
}

const minutesOf = (time: LocalTime) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return 60 * hours + minutes
}

/** An hour, while nothing else is known. */
const USUAL_MINUTES = 60
const LAST_MINUTE = 23 * 60 + 59

/** Another class of the same weekdays: it begins when the one before ends. */
export function afterThat({ weekdays, startTime, endTime }: ClassOfPlan, key: number): ClassOfPlan {
  const next = endTime > startTime && startTime !== '' ? endTime : ''
  const times = { startTime: next, endTime: next && endFor(next, { startTime, endTime }) }
  return { key, classId: '', weekdays, ...times, standardPrice: null, memberPrice: null }
}

/** When a class ends whose start is moved: as long as it was, an hour where it had no end. Never past midnight. */
export function endFor(start: LocalTime, before: { readonly startTime: string; readonly endTime: string }): LocalTime {
  const length = before.endTime > before.startTime ? minutesOf(before.endTime) - minutesOf(before.startTime) : 0
  const end = Math.min(minutesOf(start) + (before.startTime !== '' && length > 0 ? length : USUAL_MINUTES), LAST_MINUTE)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

interface Times {
  readonly startDate: string
  readonly startTime: string
  readonly endDate: string
  readonly endTime: string
}

/**
 * An edited class whose start is moved: its end follows, as long as it was. What is half typed moves nothing, and was
 * `saved` before; of a class that goes past midnight the end stays.
 */
export function startMoved(
  to: { startDate: string } | { startTime: string },
  now: Times,
  saved: Times,
): Partial<Times> {
  if ((now.startDate || saved.startDate) !== (now.startDate ? now.endDate : saved.endDate)) return to
  if ('startDate' in to) return to.startDate === '' ? to : { ...to, endDate: to.startDate }
  return to.startTime === '' ? to : { ...to, endTime: endFor(to.startTime, now.startTime === '' ? saved : now) }
}
