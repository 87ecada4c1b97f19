import { isFitness, type CatalogueMembership } from '../rules.ts'

/** The filter of the memberships page; undefined shows all. */
export type Show = 'fitness' | 'other' | undefined

/** The filtered memberships, lowest standard price first; a single price counts as the standard one. */
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

/** The pass with the lowest price per class; undefined if two are equal. */
export function bestValue<T extends CatalogueMembership & { readonly id: string; readonly classLimit: number }>(
  items: readonly T[],
): string | undefined {
  const perClass = items
    .filter(({ classLimit, standardPrice, price }) => classLimit > 1 && (standardPrice ?? price) !== null)
    .map((item) => ({ id: item.id, cents: (item.standardPrice ?? item.price ?? 0) / item.classLimit }))
    .toSorted((a, b) => a.cents - b.cents)
  const [first, second] = perClass
  return first && second && first.cents < second.cents ? first.id : undefined
}
