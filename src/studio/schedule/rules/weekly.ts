// Separate from plan.ts, so that the form can load before the Temporal polyfill.
import { addDays, MINUTE, weekdayOf, type Instant, type LocalDate } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { MOST_ENTRIES, type Plan } from './plan.ts'

export interface PlannedEntry {
  readonly date: LocalDate
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/**
 * One entry for each matching weekday between two dates, both included, at the same local time before and after a clock
 * change. Empty if no day matches; stops after exceeding MOST_ENTRIES.
 */
export function planEntries(plan: Plan, zone: string): PlannedEntry[] {
  const entries: PlannedEntry[] = []
  for (let date = plan.startDate; date <= plan.endDate && entries.length <= MOST_ENTRIES; date = addDays(date, 1)) {
    if (!plan.weekdays.includes(weekdayOf(date))) continue
    const startsAt = instantIn(zone, date, plan.startTime)
    // a start in the hour that a clock change skips moves past it, perhaps past the end
    const endsAt = Math.max(instantIn(zone, date, plan.endTime), startsAt + MINUTE)
    entries.push({ date, startsAt, endsAt })
  }
  return entries
}
