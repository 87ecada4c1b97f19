import { isIncluded } from '#studio/classes/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { addDays, dateIn, type Instant, type LocalDate } from '#kernel/time.ts'

export interface MakeUp {
  readonly categories: readonly string[]
  /** Last day of a class it can be used for. */
  readonly validUntil: LocalDate
}

/** Last day of use, counted in days from the missed class. */
export const makeUpUntil = (missed: { readonly startsAt: Instant }, days: number, timeZone: string): LocalDate =>
  addDays(dateIn(timeZone, missed.startsAt), days)

export const isOver = ({ validUntil }: Pick<MakeUp, 'validUntil'>, now: Instant, timeZone: string): boolean =>
  dateIn(timeZone, now) > validUntil

export type MakeUpMisfit = 'makeUpEnded' | 'makeUpCategory' | 'makeUpExpiresBefore'

/** Why it can't pay for this class, or null. */
export function makeUpMisfit(
  makeUp: MakeUp,
  entry: { readonly startsAt: Instant; readonly categories: readonly string[] },
  now: Instant,
  timeZone: string,
): MakeUpMisfit | null {
  if (isOver(makeUp, now, timeZone)) return 'makeUpEnded'
  if (!entry.categories.some((category) => makeUp.categories.includes(category))) return 'makeUpCategory'
  return isOver(makeUp, entry.startsAt, timeZone) ? 'makeUpExpiresBefore' : null
}

interface Planned {
  readonly startsAt: Instant
  readonly categories: readonly string[]
  readonly cancelledAt: Instant | null
}

/** Planned classes that it can be used for; not those that include the person already. */
export const usableFor = <Entry extends Planned>(
  makeUp: MakeUp,
  { all, membershipCategory }: { readonly all: readonly ClassCategory[]; readonly membershipCategory: string | null },
  entries: readonly Entry[],
  now: Instant,
  timeZone: string,
): Entry[] =>
  entries.filter(
    (entry) =>
      entry.cancelledAt === null &&
      entry.startsAt > now &&
      makeUpMisfit(makeUp, entry, now, timeZone) === null &&
      !isIncluded(all, membershipCategory, entry.categories),
  )

/** The category with the most of these classes, as the list can show only one category or all. */
export function categoryOfMost(makeUp: MakeUp, entries: readonly Pick<Planned, 'categories'>[]): string | undefined {
  const of = (category: string) => entries.filter(({ categories }) => categories.includes(category)).length
  return makeUp.categories.toSorted((one, other) => of(other) - of(one))[0]
}
