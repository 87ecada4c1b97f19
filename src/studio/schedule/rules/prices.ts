import type { Cents } from '#kernel/money.ts'

interface OptionalPrices {
  readonly standardPrice: Cents | null
  readonly memberPrice: Cents | null
}

/** Prices of an entry are optional, but a member price needs a standard price. */
export function checkPrices(plan: OptionalPrices): Partial<Record<keyof OptionalPrices, string>> {
  const errors: Partial<Record<keyof OptionalPrices, string>> = {}
  if (plan.standardPrice !== null && plan.standardPrice < 0) errors.standardPrice = 'priceNegative'
  if (plan.memberPrice !== null && plan.memberPrice < 0) errors.memberPrice = 'priceNegative'
  else if (plan.memberPrice !== null && plan.standardPrice === null) errors.standardPrice = 'standardPriceMissing'
  else if (plan.memberPrice !== null && plan.memberPrice > (plan.standardPrice ?? 0))
    errors.memberPrice = 'memberPriceAbove'
  return errors
}
