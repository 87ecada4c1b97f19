// Dates that Repeat last term proposes.
import { addDays, daysBetween, weekdayOf, type LocalDate } from '#kernel/time.ts'

interface Span {
  readonly startDate: LocalDate
  readonly endDate: LocalDate
}

/** More days than this between two classes separate two terms; a week off does not. */
const BREAK = 14

const mondayOf = (date: LocalDate) => addDays(date, 1 - weekdayOf(date))
const weeksBetween = (from: LocalDate, until: LocalDate) => daysBetween(mondayOf(from), mondayOf(until)) / 7

interface Held {
  readonly day: LocalDate
  /** The same for classes at the same time of the week. */
  readonly slot: string
  /** The same for classes that were planned together. */
  readonly series: string | null
}

/**
 * The last day of the newest week with at least half of the weekly classes of the fullest week, in a sorted list: one
 * series that runs longer than the others is no plan. Null without classes.
 */
export function fullUntil(held: readonly Held[]): LocalDate | null {
  const seen = new Set<string>()
  const weekly = new Set<string>()
  for (const { slot } of held) (seen.has(slot) ? weekly : seen).add(slot)
  const weeks = new Map<LocalDate, Set<string>>()
  for (const { day, slot } of held) {
    if (weekly.has(slot)) weeks.set(mondayOf(day), (weeks.get(mondayOf(day)) ?? new Set()).add(slot))
  }
  const most = Math.max(...[...weeks.values()].map(({ size }) => size))
  const full = [...weeks].findLast(([, { size }]) => size * 2 >= most)
  return held.findLast(({ day }) => !full || mondayOf(day) === full[0])?.day ?? null
}

/**
 * The last term in a sorted list: back to a long break, or to the week in which most of its weekly series begin, as they
 * do where a term was repeated right after the one before. Null without classes.
 */
export function lastTerm(held: readonly Held[]): Span | null {
  const end = held.at(-1)
  if (end === undefined) return null
  const weeks = weeksOfSeries(held)
  const start = held.findLast(({ day }, place) => {
    const before = held[place - 1]?.day
    if (before === undefined || before < addDays(day, -BREAK)) return true
    return mondayOf(before) !== mondayOf(day) && mostBeginIn(mondayOf(day), weeks)
  })
  return { startDate: (start ?? end).day, endDate: end.day }
}

/** The Mondays of the first and the last week of each series. */
function weeksOfSeries(held: readonly Held[]): Span[] {
  const weeks = new Map<string, Span>()
  for (const { day, slot, series } of held) {
    const week = mondayOf(day)
    // classes that were not planned together, such as imported ones, are weekly by their time of the week
    const key = series ?? slot
    weeks.set(key, { startDate: weeks.get(key)?.startDate ?? week, endDate: week })
  }
  return [...weeks.values()]
}

/** A series of a single week, such as a camp's, counts neither as beginning nor as going on. */
function mostBeginIn(week: LocalDate, series: readonly Span[]): boolean {
  const weekly = series.filter(({ startDate, endDate }) => startDate < endDate && startDate <= week && week <= endDate)
  return weekly.filter(({ startDate }) => startDate === week).length * 2 > weekly.length
}

/**
 * The next term: as many weeks, from the following Monday to the same weekday, not in the past. Null after a single
 * day, which is no term.
 */
export function nextTerm({ startDate, endDate }: Span, today: LocalDate): Span | null {
  if (startDate === endDate) return null
  const after = addDays(mondayOf(endDate), 7)
  const monday = after < today ? mondayOf(addDays(today, 6)) : after
  return {
    startDate: monday,
    endDate: addDays(monday, 7 * weeksBetween(startDate, endDate) + weekdayOf(endDate) - 1),
  }
}
