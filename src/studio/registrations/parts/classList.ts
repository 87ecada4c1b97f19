import type { Instant } from '#kernel/time.ts'
import { offered } from '#studio/accounts/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'

/** Filter and sorting of the class list, kept in the URL. Missing values are defaults. */
export interface ClassesView {
  readonly category?: string | undefined
  readonly sort?: 'name' | 'date' | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly weeks?: number | undefined
}

interface Listed {
  readonly className: string
  readonly categories: readonly string[]
  readonly startsAt: Instant
}

/** Categories in the filter: the studio's, then others that entries still use, then the chosen one. */
export function offeredCategories(
  all: readonly ClassCategory[],
  entries: readonly Listed[],
  chosen: string | undefined,
): string[] {
  const found = entries.flatMap((entry) => entry.categories)
  const has = [...found, ...(chosen === undefined ? [] : [chosen])]
  return [...new Set([...offered(all, has).map(({ id }) => id), ...has])]
}

/**
 * The entries of the chosen category in the chosen order, by default soonest first. Entries of the same name stay in
 * date order. `compareNames` is the collation of the reader's language.
 */
export function arrange<T extends Listed>(
  entries: readonly T[],
  { category, sort = 'date', order = 'asc' }: ClassesView,
  compareNames: (a: string, b: string) => number,
): T[] {
  const sign = order === 'desc' ? -1 : 1
  const byDate = (a: T, b: T) => a.startsAt - b.startsAt || compareNames(a.className, b.className)
  const byName = (a: T, b: T) => sign * compareNames(a.className, b.className) || byDate(a, b)
  return entries
    .filter((entry) => category === undefined || entry.categories.includes(category))
    .toSorted(sort === 'name' ? byName : (a, b) => sign * byDate(a, b))
}
