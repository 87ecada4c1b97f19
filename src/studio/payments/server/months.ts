import type { Instant } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'

/** "2026-11" -> from its first instant in `zone` to that of the next month. */
export function monthRange(zone: string, month: string): { from: Instant; until: Instant } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: startOfMonth(zone, year, number), until: startOfMonth(zone, year, number + 1) }
}

/** The first instants of a year's months and of the next year: 13 of them. */
export const monthStarts = (zone: string, year: number): Instant[] =>
  Array.from({ length: 13 }, (_, index) => startOfMonth(zone, year, index + 1))

/** Month 13 is January of the next year. */
function startOfMonth(zone: string, year: number, month: number): Instant {
  const [ofYear, number] = month > 12 ? [year + 1, 1] : [year, month]
  return startOfDay(zone, `${ofYear}-${String(number).padStart(2, '0')}-01`)
}
