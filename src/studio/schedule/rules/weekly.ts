import { addDays, weekdayOf, type Instant, type LocalDate, type LocalTime, type Weekday } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'

export interface Plan {
  readonly weekdays: readonly Weekday[]
  readonly startDate: LocalDate
  readonly endDate: LocalDate
  readonly startTime: LocalTime
  readonly endTime: LocalTime
}

export interface PlannedEntry {
  readonly date: LocalDate
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** A plan of more than this many entries is a slip of the year, not a plan. */
export const MOST_ENTRIES = 500

/**
 * One entry per matching weekday from the first to the last date, both included, at the same time on the studio's
 * clock on both sides of a clock change (READINGS R7). Empty where nothing matches; stops past MOST_ENTRIES.
 */
export function planEntries(plan: Plan, zone: string): PlannedEntry[] {
  const entries: PlannedEntry[] = []
  for (let date = plan.startDate; date <= plan.endDate && entries.length <= MOST_ENTRIES; date = addDays(date, 1)) {
    if (!plan.weekdays.includes(weekdayOf(date))) continue
    entries.push({ date, startsAt: instantIn(zone, date, plan.startTime), endsAt: instantIn(zone, date, plan.endTime) })
  }
  return entries
}

/** Which fields of the plan are wrong. */
export function checkPlan(
  plan: Plan & { readonly classId: string; readonly standardPrice: number | null; readonly memberPrice: number | null },
): Partial<Record<keyof typeof plan, string>> {
  const errors: Partial<Record<keyof typeof plan, string>> = {}
  if (plan.classId === '') errors.classId = 'classMissing'
  if (plan.weekdays.length === 0) errors.weekdays = 'weekdayMissing'
  if (plan.endDate < plan.startDate) errors.endDate = 'endDateBeforeStart'
  else if (plan.endDate > addDays(plan.startDate, 3 * 366)) errors.endDate = 'planTooLong'
  if (plan.endTime <= plan.startTime) errors.endTime = 'endTimeBeforeStart'
  if (plan.standardPrice !== null && plan.standardPrice < 0) errors.standardPrice = 'priceNegative'
  if (plan.memberPrice !== null && plan.memberPrice < 0) errors.memberPrice = 'priceNegative'
  else if (plan.memberPrice !== null && plan.standardPrice === null) errors.standardPrice = 'standardPriceMissing'
  return errors
}
