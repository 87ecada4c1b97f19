import { addDays, dateIn, daysBetween, isDate, type Instant, type LocalDate } from '#kernel/time.ts'
import { isBlank, isMisleading } from '#kernel/visible.ts'
import { LONGEST_WHY } from '#studio/memberships/rules/book.ts'

/** States of a freeze. `over` is set on a freeze whose days are past when the next one is made. */
export const freezeStates = ['asked', 'withdrawn', 'refused', 'frozen', 'ended', 'over'] as const
export type FreezeState = (typeof freezeStates)[number]

/** The first and the last frozen day, both included, and the reason. */
export interface FreezeForm {
  readonly firstDay: LocalDate
  readonly lastDay: LocalDate
  readonly reason: string
}

/** Longest freeze, in days; longer than any illness that a pass outlives. */
export const LONGEST_FREEZE = 366

/** Number of days between two dates, both included. */
export const daysOf = ({ firstDay, lastDay }: Pick<FreezeForm, 'firstDay' | 'lastDay'>): number =>
  daysBetween(firstDay, lastDay) + 1

/** Returns the wrong fields. Past days can't be frozen, nor a pass that has ended. */
export function checkFreeze(
  { firstDay, lastDay, reason }: FreezeForm,
  validUntil: Instant,
  zone: string,
  now: Instant,
): Partial<Record<keyof FreezeForm, string>> {
  return {
    ...(!isDate(firstDay)
      ? { firstDay: 'fieldMissing' }
      : firstDay < dateIn(zone, now)
        ? { firstDay: 'freezeInPast' }
        : firstDay > dateIn(zone, validUntil) && { firstDay: 'freezeAfterEnd' }),
    ...(!isDate(lastDay)
      ? { lastDay: 'fieldMissing' }
      : isDate(firstDay) && lastDay < firstDay
        ? { lastDay: 'endDateBeforeStart' }
        : isDate(firstDay) && lastDay >= addDays(firstDay, LONGEST_FREEZE) && { lastDay: 'freezeTooLong' }),
    ...checkWords(reason, 'reason'),
  }
}

/** Checks a required text. */
export const checkWords = <Field extends string>(text: string, field: Field): Partial<Record<Field, string>> => {
  const wrong = isBlank(text)
    ? 'fieldMissing'
    : text.trim().length > LONGEST_WHY
      ? 'reasonTooLong'
      : isMisleading(text)
        ? 'nameMisleading'
        : null
  return (wrong === null ? {} : { [field]: wrong }) as Partial<Record<Field, string>>
}

/** An upcoming class that a pass pays for. */
interface Coming {
  readonly startsAt: Instant
}

/** Upcoming classes on the days of a freeze. */
export const inside = <One extends Coming>(
  coming: readonly One[],
  { firstDay, lastDay }: Pick<FreezeForm, 'firstDay' | 'lastDay'>,
  zone: string,
): One[] =>
  coming.filter(({ startsAt }) => {
    const day = dateIn(zone, startsAt)
    return firstDay <= day && day <= lastDay
  })
