import { DAY, type LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { useLives } from '#web/live/useLives.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { registrations } from '../calls.ts'
import { FIRST_WEEKS, spanOf } from '../rules.ts'
import { categoryOfMost, usableFor, type MakeUp } from '../rules/makeUps.ts'

export interface MakeUpClasses {
  /** Whether any class that it could pay for is planned. */
  readonly planned: boolean
  /** View of the class list that shows these classes. */
  readonly search: { readonly category?: string | undefined; readonly weeks?: number | undefined }
}

/** Classes that one of these make-up classes could pay for; null while they are loading. */
export function useMakeUpClasses(
  makeUps: readonly MakeUp[],
): (makeUp: MakeUp, person: FamilyPerson) => MakeUpClasses | null {
  const { classCategories: all, timeZone } = useStudio()
  const now = useNow()
  const weeksUntil = (day: LocalDate) => Math.ceil((startOfDay(timeZone, day) - now) / (7 * DAY)) + 1
  const weeks = Math.max(...makeUps.map(({ validUntil }) => weeksUntil(validUntil)))
  const [live] = useLives(registrations.upcoming, makeUps.length > 0 ? [{ weeks: spanOf(weeks) }] : [])
  return (makeUp, { membershipCategory }) => {
    if (live?.state !== 'ready') return null
    const classes = usableFor(makeUp, { all, membershipCategory }, live.answer.entries, now, timeZone)
    const category = categoryOfMost(makeUp, classes)
    const first = classes.find(({ categories }) => category !== undefined && categories.includes(category))
    const shown = spanOf(Math.ceil(((first?.startsAt ?? now) - now) / (7 * DAY)) + 1)
    return { planned: classes.length > 0, search: { category, ...(shown > FIRST_WEEKS && { weeks: shown }) } }
  }
}
