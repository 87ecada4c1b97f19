import type { LocalDate } from './time.ts'

/** A calendar month, '2026-11'. */
export type Month = string

export const monthOf = (day: LocalDate): Month => day.slice(0, 7)

export const firstDayOf = (month: Month): LocalDate => `${month}-01`

/** Moves a month by this many months; negative goes back. */
export function monthFrom(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + by
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

export const firstDayAfter = (month: Month): LocalDate => firstDayOf(monthFrom(month, 1))

/** First day of the month, and first day of the next one (exclusive end). */
export const daysOfMonth = (month: Month): { from: LocalDate; until: LocalDate } => ({
  from: firstDayOf(month),
  until: firstDayAfter(month),
})
