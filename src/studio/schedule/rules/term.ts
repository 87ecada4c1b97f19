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

/** A class on a day; `slot` is the same for classes at the same time of the week. */
interface Held {
  readonly day: LocalDate
  readonly slot: string
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

/** The last term in a sorted list of days with classes, back to a long break. Null without days. */
export function lastTerm(days: readonly LocalDate[]): Span | null {
  const endDate = days.at(-1)
  if (endDate === undefined) return null
  const startDate = days.findLast((day, place) => {
    const before = days[place - 1]
    return before === undefined || before < addDays(day, -BREAK)
  })
  return { startDate: startDate ?? endDate, endDate }
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
