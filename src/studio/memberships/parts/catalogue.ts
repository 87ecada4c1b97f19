import { isFitness, type CatalogueMembership } from '../rules.ts'

/** The filter of the memberships page; undefined shows all. */
export type Show = 'fitness' | 'other' | undefined

/** What the filter leaves, cheapest standard price first; a single price counts as the standard one. */
export function listed<T extends CatalogueMembership>(
  catalogue: readonly T[],
  show: Show,
  all: Parameters<typeof isFitness>[1],
): T[] {
  const priceOf = (membership: T) => membership.standardPrice ?? membership.price ?? Infinity
  return catalogue
    .filter((membership) => show === undefined || isFitness(membership, all) === (show === 'fitness'))
    .toSorted((a, b) => priceOf(a) - priceOf(b) || a.name.localeCompare(b.name))
}
