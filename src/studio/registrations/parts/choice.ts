import type { Instant } from '#kernel/time.ts'
import { isUsedUp, misfit, type Misfit, type Purchase } from '#studio/memberships/rules.ts'

/** The value for the drop-in fee; any other value is the id of a membership. */
export const DROP_IN = 'dropIn'

export interface Judged<T> {
  readonly purchase: T
  readonly why: Misfit | null
}

/** Memberships with the reason why each can't pay for this entry; usable ones first, otherwise in the given order. */
export function judgeMemberships<T extends Purchase>(
  purchases: readonly T[],
  entry: { readonly startsAt: Instant; readonly categories: readonly string[] },
  now: Instant,
): Judged<T>[] {
  return usableFirst(purchases.map((purchase) => ({ purchase, why: misfit(purchase, entry, now) })))
}

/** The same before an entry is chosen: a used-up membership can't pay for any. */
export const judgeWithoutEntry = <T extends Purchase>(purchases: readonly T[]): Judged<T>[] =>
  usableFirst(purchases.map((purchase) => ({ purchase, why: isUsedUp(purchase) ? 'membershipUsedUp' : null })))

const usableFirst = <T>(judged: readonly Judged<T>[]): Judged<T>[] => [
  ...judged.filter(({ why }) => why === null),
  ...judged.filter(({ why }) => why !== null),
]

/** The preselected way: the first usable membership, which ends soonest, else the fee. */
export const preselected = (judged: readonly Judged<{ readonly id: string }>[]): string =>
  judged.find(({ why }) => why === null)?.purchase.id ?? DROP_IN
