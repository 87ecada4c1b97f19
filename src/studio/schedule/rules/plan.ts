import { addDays, isDate, isTime, type LocalDate, type LocalTime, type Weekday } from '#kernel/time.ts'
import { checkPrices } from './prices.ts'

export interface Plan {
  readonly weekdays: readonly Weekday[]
  readonly startDate: LocalDate
  readonly endDate: LocalDate
  readonly startTime: LocalTime
  readonly endTime: LocalTime
}

/** Most entries of a plan; more mean a mistyped year. */
export const MOST_ENTRIES = 500

/** Returns which of the two days is wrong. */
export function checkSpan(span: {
  readonly startDate: LocalDate
  readonly endDate: LocalDate
}): Partial<Record<'startDate' | 'endDate', string>> {
  const errors: Partial<Record<'startDate' | 'endDate', string>> = {}
  for (const name of ['startDate', 'endDate'] as const) if (!isDate(span[name])) errors[name] = 'fieldMissing'
  if (errors.startDate || errors.endDate) return errors
  if (span.endDate < span.startDate) return { endDate: 'endDateBeforeStart' }
  return span.endDate > addDays(span.startDate, 3 * 366) ? { endDate: 'planTooLong' } : {}
}

/** Returns the wrong fields of the plan. */
export function checkPlan(
  plan: Plan & { readonly classId: string; readonly standardPrice: number | null; readonly memberPrice: number | null },
): Partial<Record<keyof typeof plan, string>> {
  const errors: Partial<Record<keyof typeof plan, string>> = {}
  if (plan.classId === '') errors.classId = 'classMissing'
  if (plan.weekdays.length === 0) errors.weekdays = 'weekdayMissing'
  for (const name of ['startTime', 'endTime'] as const) if (!isTime(plan[name])) errors[name] = 'fieldMissing'
  Object.assign(errors, checkSpan(plan))
  if (!errors.startTime && !errors.endTime && plan.endTime <= plan.startTime) errors.endTime = 'endTimeBeforeStart'
  return { ...errors, ...checkPrices(plan) }
}
