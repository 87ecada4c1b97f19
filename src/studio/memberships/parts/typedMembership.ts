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

/** What is missing is refused as what is too small: prices below 0, counts below 1. */
export const filledMembership = (typed: TypedMembership): MembershipForm => ({
  ...typed,
  standardPrice: typed.standardPrice ?? -1,
  memberPrice: typed.memberPrice ?? -1,
  classLimit: typed.classLimit ?? 0,
  validPeriod: typed.validPeriod ?? 0,
})
