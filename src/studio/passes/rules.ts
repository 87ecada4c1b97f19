import { addDays, dateIn, isDate, type Instant, type LocalDate } from '#kernel/time.ts'
import { isBlank, isMisleading } from '#kernel/visible.ts'
import { LONGEST_WHY } from '#studio/memberships/rules/book.ts'

/** What becomes of a freeze. `over` is one whose days have gone by, once another is asked for. */
export const freezeStates = ['asked', 'withdrawn', 'refused', 'frozen', 'ended', 'over'] as const
export type FreezeState = (typeof freezeStates)[number]

/** The first and the last day, both frozen, and why. */
export interface FreezeForm {
  readonly firstDay: LocalDate
  readonly lastDay: LocalDate
  readonly reason: string
}

/** Longer than any illness that a pass outlives. */
export const LONGEST_FREEZE = 366

/** How many days there are from one to another, both included. */
export const daysOf = ({ firstDay, lastDay }: Pick<FreezeForm, 'firstDay' | 'lastDay'>): number =>
  Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000) + 1

/** Which fields are wrong. What is past stays as it was, and a pass that has ended is frozen no more. */
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

/** What somebody has to say in words. */
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

/** A class to come that a pass pays for. */
interface Coming {
  readonly startsAt: Instant
}

/** Those that lie on the days of a freeze, and have not begun. */
export const inside = <One extends Coming>(
  coming: readonly One[],
  { firstDay, lastDay }: Pick<FreezeForm, 'firstDay' | 'lastDay'>,
  zone: string,
): One[] =>
  coming.filter(({ startsAt }) => {
    const day = dateIn(zone, startsAt)
    return firstDay <= day && day <= lastDay
  })
