import type { Cents } from '#kernel/money.ts'
import { DAY, type Instant } from '#kernel/time.ts'
import { DESCRIPTION_LENGTH, isBetween, lengthOf, NAME_LENGTH } from '#studio/classes/rules.ts'
import type { PaymentStatus, Price } from '#studio/payments/rules.ts'

export interface CatalogueMembership {
  readonly name: string
  readonly standardPrice: Cents | null
  readonly memberPrice: Cents | null
  /** The legacy form. */
  readonly price: Cents | null
  readonly validPeriod: number
  readonly categories: readonly string[]
}

export function membershipPrice(membership: CatalogueMembership): Price | null {
  if (membership.standardPrice !== null) {
    return { kind: 'two', standardPrice: membership.standardPrice, memberPrice: membership.memberPrice }
  }
  return membership.price === null ? null : { kind: 'single', price: membership.price }
}

export const validUntil = (from: Instant, validPeriodDays: number): Instant => from + validPeriodDays * DAY

/** READINGS R24. */
export const isFitness = (membership: { name: string; categories: readonly string[] }): boolean =>
  [membership.name, ...membership.categories].some((words) => words.toLowerCase().includes('fitness'))

export interface Purchase {
  readonly classesUsed: number
  readonly classLimit: number
  readonly validUntil: Instant
  readonly status: 'active' | 'cancelled'
  readonly categories: readonly string[]
  readonly excludedCategories: readonly string[]
}

/** SPEC section 4: active means status active and validUntil in the future. */
export const isActive = (purchase: Pick<Purchase, 'status' | 'validUntil'>, now: Instant): boolean =>
  purchase.status === 'active' && purchase.validUntil > now

/** READINGS R14: no included categories means all, and one excluded is one too many. */
export function categoriesFit(
  purchase: Pick<Purchase, 'categories' | 'excludedCategories'>,
  categories: readonly string[],
): boolean {
  if (categories.some((category) => purchase.excludedCategories.includes(category))) return false
  return purchase.categories.length === 0 || categories.some((category) => purchase.categories.includes(category))
}

export type Misfit = 'membershipEnded' | 'membershipUsedUp' | 'membershipExpiresBefore' | 'membershipCategory'

/** Why a purchase can't pay for this entry, or null when it can (READINGS R14). */
export function misfit(
  purchase: Purchase,
  entry: { readonly startsAt: Instant; readonly categories: readonly string[] },
  now: Instant,
): Misfit | null {
  if (!isActive(purchase, now)) return 'membershipEnded'
  if (!categoriesFit(purchase, entry.categories)) return 'membershipCategory'
  if (purchase.classesUsed >= purchase.classLimit) return 'membershipUsedUp'
  return purchase.validUntil <= entry.startsAt ? 'membershipExpiresBefore' : null
}

/** READINGS R22: why the owner can't cancel a purchase, or null. */
export function cannotCancel(
  purchase: Purchase,
  payment: { readonly status: PaymentStatus } | null,
  now: Instant,
): 'membershipNotActive' | 'membershipInUse' | 'noPaymentFound' | 'noDuePayment' | null {
  if (!isActive(purchase, now)) return 'membershipNotActive'
  if (purchase.classesUsed > 0) return 'membershipInUse'
  if (!payment) return 'noPaymentFound'
  return payment.status === 'due' ? null : 'noDuePayment'
}

interface MembershipFields {
  readonly name: string
  readonly description: string
  readonly standardPrice: Cents
  readonly memberPrice: Cents
  readonly classLimit: number
  readonly validPeriod: number
  readonly categories: readonly string[]
  readonly excludedCategories: readonly string[]
}

/** Which fields of the membership form are wrong (SPEC section 5). */
export function checkMembership(form: MembershipFields): Partial<Record<keyof MembershipFields, string>> {
  const errors: Partial<Record<keyof MembershipFields, string>> = {}
  if (!isBetween(lengthOf(form.name), NAME_LENGTH)) errors.name = 'membershipNameLength'
  if (lengthOf(form.description) > DESCRIPTION_LENGTH) errors.description = 'descriptionTooLong'
  if (form.standardPrice < 0) errors.standardPrice = 'pricesNegative'
  if (form.memberPrice < 0) errors.memberPrice = 'pricesNegative'
  else if (form.memberPrice >= form.standardPrice) errors.memberPrice = 'memberPriceTooHigh'
  if (form.classLimit < 1) errors.classLimit = 'classLimitTooSmall'
  if (form.validPeriod < 1) errors.validPeriod = 'validPeriodTooShort'
  const both = form.categories.some((category) => form.excludedCategories.includes(category))
  if (both) errors.categories = 'categoryTwice'
  return errors
}
