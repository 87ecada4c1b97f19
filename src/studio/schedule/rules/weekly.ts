// Apart from plan.ts, so that the form is there before the Temporal polyfill is.
import { addDays, MINUTE, weekdayOf, type Instant, type LocalDate } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { MOST_ENTRIES, type Plan } from './plan.ts'

export interface PlannedEntry {
  readonly date: LocalDate
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/**
 * One entry per matching weekday from the first to the last date, both included, at the same time on the studio's
 * clock on both sides of a clock change. Empty where nothing matches; stops past MOST_ENTRIES.
 */
export function planEntries(plan: Plan, zone: string): PlannedEntry[] {
  const entries: PlannedEntry[] = []
  for (let date = plan.startDate; date <= plan.endDate && entries.length <= MOST_ENTRIES; date = addDays(date, 1)) {
    if (!plan.weekdays.includes(weekdayOf(date))) continue
    const startsAt = instantIn(zone, date, plan.startTime)
    // a start within the hour that a clock change skips moves past it, perhaps past the end on the clock
    const endsAt = Math.max(instantIn(zone, date, plan.endTime), startsAt + MINUTE)
    entries.push({ date, startsAt, endsAt })
  }
  return entries
}
