import { MINUTE, weekdayOf, type Instant, type LocalDate, type LocalTime, type Weekday } from '#kernel/time.ts'
import type { WeeklyPlan } from '../contract.ts'
import type { PlannedEntry } from '../rules/weekly.ts'

/** One of several classes planned between the same days. */
export type ClassOfPlan = Omit<WeeklyPlan, 'startDate' | 'endDate'> & { readonly key: number }

export interface PlannedWeekday {
  readonly weekday: Weekday
  readonly entries: readonly PlannedEntry[]
}

/** The planned entries by weekday, Monday first. */
export function byWeekday(entries: readonly PlannedEntry[]): PlannedWeekday[] {
  return [1, 2, 3, 4, 5, 6, 7]
    .map((weekday) => ({ weekday, entries: entries.filter(({ date }) => weekdayOf(date) === weekday) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Offset of the time zone from UTC in minutes, at an instant with its local date and time. */
const offset = (date: LocalDate, time: string, instant: Instant) =>
  Math.round((Date.parse(`${date}T${time}:00Z`) - instant) / MINUTE)

/** The first dates with another UTC offset than the entry before, which the preview points out. */
export function clockChanges(entries: readonly PlannedEntry[], startTime: string): LocalDate[] {
  return entries
    .filter((entry, index) => {
      const before = entries[index - 1]
      if (!before) return false
      return offset(entry.date, startTime, entry.startsAt) !== offset(before.date, startTime, before.startsAt)
    })
    .map(({ date }) => date)
}

export interface Existing {
  readonly classId: string | null
  readonly className: string
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** Scheduled entries that overlap a planned one, by date: of the same class, and of others. */
export function alreadyScheduled(
  entries: readonly PlannedEntry[],
  existing: readonly Existing[],
  classId: string,
): { same: ReadonlySet<LocalDate>; others: ReadonlyMap<LocalDate, string> } {
  const overlapping = entries.flatMap((entry) =>
    existing
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

/** The planned entries without those of which the same class is scheduled already at the same time, and their dates. */
export function withoutPlanned(
  entries: readonly PlannedEntry[],
  existing: readonly Existing[],
  classId: string,
): { entries: PlannedEntry[]; already: LocalDate[] } {
  const times = new Set(existing.filter((one) => one.classId === classId).map(timeOf))
  const isThere = (entry: PlannedEntry) => times.has(timeOf(entry))
  return {
    entries: entries.filter((entry) => !isThere(entry)),
    already: entries.filter(isThere).map(({ date }) => date),
  }
}

const timeOf = ({ startsAt, endsAt }: Pick<Existing, 'startsAt' | 'endsAt'>) => `${startsAt} ${endsAt}`

const minutesOf = (time: LocalTime) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return 60 * hours + minutes
}

/** Default length. */
const USUAL_MINUTES = 60
const LAST_MINUTE = 23 * 60 + 59

/** Another class on the same weekdays, starting when the previous one ends. */
export function afterThat({ weekdays, startTime, endTime }: ClassOfPlan, key: number): ClassOfPlan {
  const next = endTime > startTime && startTime !== '' ? endTime : ''
  const times = { startTime: next, endTime: next && endFor(next, { startTime, endTime }) }
  return { key, classId: '', weekdays, ...times, standardPrice: null, memberPrice: null }
}

/** New end of a class whose start is moved: keeps the length, by default an hour. Never past midnight. */
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
 * Moves the end of an edited class with its start, keeping the length. A half-typed value moves nothing, and its
 * `saved` value is used; the end of a class past midnight stays.
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
