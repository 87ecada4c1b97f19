import type { DeskMembership, MembershipForm } from '../contract.ts'
import { formPrices } from '../rules.ts'

/** The membership form as it is typed: numbers may be missing yet. */
type Counts = 'standardPrice' | 'memberPrice' | 'classLimit' | 'validPeriod'
export type TypedMembership = Omit<MembershipForm, Counts> & Record<Counts, number | null>

export const emptyMembership: TypedMembership = {
  name: '',
  description: '',
  standardPrice: null,
  memberPrice: null,
  classLimit: 1,
  validPeriod: 30,
  categories: [],
  excludedCategories: [],
}

export function typedMembership(membership: DeskMembership): TypedMembership {
  const { name, description, classLimit, validPeriod, categories, excludedCategories } = membership
  return { name, description, ...formPrices(membership), classLimit, validPeriod, categories, excludedCategories }
}

const counts = ['standardPrice', 'memberPrice', 'classLimit', 'validPeriod'] as const satisfies readonly Counts[]

/** The numbers that are still missing. */
export const missingIn = (typed: TypedMembership): Partial<Record<Counts, string>> =>
  Object.fromEntries(counts.filter((name) => typed[name] === null).map((name) => [name, 'fillRequired']))

/** The form with missing numbers replaced by values that the rule refuses. */
export const filledMembership = (typed: TypedMembership): MembershipForm => ({
  ...typed,
  standardPrice: typed.standardPrice ?? -1,
  memberPrice: typed.memberPrice ?? -1,
  classLimit: typed.classLimit ?? 0,
  validPeriod: typed.validPeriod ?? 0,
})
