import type { Cents } from '#kernel/money.ts'
import { priceFor } from '#studio/payments/rules.ts'
import type { DeskMembership, MembershipForm } from '../contract.ts'
import { membershipPrice } from '../rules.ts'

/** The membership form as it is typed: numbers may be missing yet. */
export interface TypedMembership {
  name: string
  description: string
  standardPrice: Cents | null
  memberPrice: Cents | null
  classLimit: number | null
  validPeriod: number | null
  categories: string[]
  excludedCategories: string[]
}

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

/** A membership of the legacy form starts with the two prices that its single one stands for. */
export function typedMembership(membership: DeskMembership): TypedMembership {
  const price = membershipPrice(membership)
  return {
    ...membership,
    standardPrice: price && priceFor(price, false),
    memberPrice: membership.memberPrice ?? (price?.kind === 'single' ? priceFor(price, true) : null),
  }
}

/** What is missing is refused as what is too small: prices below 0, counts below 1. */
export const filledMembership = (typed: TypedMembership): MembershipForm => ({
  ...typed,
  standardPrice: typed.standardPrice ?? -1,
  memberPrice: typed.memberPrice ?? -1,
  classLimit: typed.classLimit ?? 0,
  validPeriod: typed.validPeriod ?? 0,
})
