import type { LocalDate } from './time.ts'

/** On the calendar, '2026-11'. */
export type Month = string

export const monthOf = (day: LocalDate): Month => day.slice(0, 7)

export const firstDayOf = (month: Month): LocalDate => `${month}-01`

/** So many months later, or earlier. */
export function monthFrom(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + by
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

export const firstDayAfter = (month: Month): LocalDate => firstDayOf(monthFrom(month, 1))

/** Its first day, and that of the next month. */
export const daysOfMonth = (month: Month): { from: LocalDate; until: LocalDate } => ({
  from: firstDayOf(month),
  until: firstDayAfter(month),
})
