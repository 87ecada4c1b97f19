import type { Cents } from '#kernel/money.ts'
import { DAY, isDate, type Instant, type LocalDate } from '#kernel/time.ts'
import { isMisleading } from '#kernel/visible.ts'
import {
  areAmong,
  DESCRIPTION_LENGTH,
  isBetween,
  lengthOf,
  NAME_LENGTH,
  offeredCategories,
} from '#studio/classes/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { priceFor, type PaymentStatus, type Price } from '#studio/payments/rules.ts'
import type { CatalogueItem, MembershipForm, OwnPurchase } from './contract.ts'
import { leftOf } from './rules/book.ts'
import { isFrozenAt } from './rules/freezes.ts'

export type CatalogueMembership = Pick<
  CatalogueItem,
  'name' | 'standardPrice' | 'memberPrice' | 'price' | 'validPeriod' | 'categories'
>

export function membershipPrice(membership: CatalogueMembership): Price | null {
  if (membership.standardPrice !== null) {
    return { kind: 'two', standardPrice: membership.standardPrice, memberPrice: membership.memberPrice }
  }
  return membership.price === null ? null : { kind: 'single', price: membership.price }
}

/** Both prices for the form; a legacy single price is used for both. */
export function formPrices(membership: CatalogueMembership): {
  standardPrice: Cents | null
  memberPrice: Cents | null
} {
  const price = membershipPrice(membership)
  const halved = price?.kind === 'single' ? priceFor(price, true) : null
  return { standardPrice: price && priceFor(price, false), memberPrice: membership.memberPrice ?? halved }
}

/** By the membership's own name, or one of its categories. */
export const isFitness = (
  membership: { name: string; categories: readonly string[] },
  all: readonly Pick<ClassCategory, 'id' | 'fitness'>[],
): boolean =>
  membership.name.toLowerCase().includes('fitness') ||
  all.some(({ id, fitness }) => fitness && membership.categories.includes(id))

export type Purchase = Pick<
  OwnPurchase,
  | 'classesUsed'
  | 'classLimit'
  | 'validUntil'
  | 'status'
  | 'categories'
  | 'excludedCategories'
  | 'frozenFrom'
  | 'frozenUntil'
>

/** Active means status active and validUntil in the future. */
export const isActive = (purchase: Pick<Purchase, 'status' | 'validUntil'>, now: Instant): boolean =>
  purchase.status === 'active' && purchase.validUntil > now

/** From this many classes or days on, a pass counts as running out. */
const FEW_CLASSES = 2
const FEW_DAYS = 14

/** Whether a pass has ended or is used up, or soon will be. */
export const runsOut = (
  pass: Pick<Purchase, 'status' | 'validUntil' | 'classLimit' | 'classesUsed'>,
  now: Instant,
): boolean => leftOf(pass) <= FEW_CLASSES || !isActive(pass, now + FEW_DAYS * DAY)

/** No included categories means all; a single excluded category is enough to refuse. */
export function categoriesFit(
  purchase: Pick<Purchase, 'categories' | 'excludedCategories'>,
  categories: readonly string[],
): boolean {
  if (categories.some((category) => purchase.excludedCategories.includes(category))) return false
  return purchase.categories.length === 0 || categories.some((category) => purchase.categories.includes(category))
}

export const misfits = [
  'membershipEnded',
  'membershipUsedUp',
  'membershipFrozen',
  'membershipExpiresBefore',
  'membershipCategory',
] as const
export type Misfit = (typeof misfits)[number]

/** Whether a pass can pay for no more classes. */
export const isUsedUp = ({ classesUsed, classLimit }: Pick<Purchase, 'classesUsed' | 'classLimit'>): boolean =>
  classesUsed >= classLimit

/** Why a purchase can't pay for this entry, or null when it can. */
export function misfit(
  purchase: Purchase,
  entry: { readonly startsAt: Instant; readonly categories: readonly string[] },
  now: Instant,
): Misfit | null {
  if (!isActive(purchase, now)) return 'membershipEnded'
  if (!categoriesFit(purchase, entry.categories)) return 'membershipCategory'
  if (isUsedUp(purchase)) return 'membershipUsedUp'
  if (isFrozenAt(purchase, entry.startsAt)) return 'membershipFrozen'
  return purchase.validUntil <= entry.startsAt ? 'membershipExpiresBefore' : null
}

/** Number of places that the pass pays for: classes used without corrections by hand (docs/decisions). */
export const placesPaidFor = (purchase: { classesUsed: number; classesCorrected: number }): number =>
  purchase.classesUsed - purchase.classesCorrected

/** The open payment of a pass; null if it is confirmed or the pass was free. */
export function openPassPayment<Payment extends { readonly status: PaymentStatus; readonly price: Cents }>(
  payment: Payment | null,
): Payment | null {
  if (payment === null || payment.status === 'confirmed') return null
  return payment.status === 'due' && payment.price === 0 ? null : payment
}

/** The payment of a pass, from the columns that a list reads. */
export function paymentOf(pass: {
  readonly paymentStatus: PaymentStatus | null
  readonly paymentPrice: Cents | null
  readonly paymentDeadline: Instant | null
}) {
  const { paymentStatus: status, paymentPrice: price, paymentDeadline: deadline } = pass
  return status === null || price === null || deadline === null ? null : { status, price, deadline }
}

/** Why the owner can't cancel a purchase, or null. */
export function cannotCancel(
  purchase: Purchase & { readonly classesCorrected: number },
  payment: { readonly status: PaymentStatus } | null,
  now: Instant,
): 'membershipNotActive' | 'membershipInUse' | 'noPaymentFound' | 'noDuePayment' | null {
  if (!isActive(purchase, now)) return 'membershipNotActive'
  if (purchase.classesUsed > 0 || placesPaidFor(purchase) > 0) return 'membershipInUse'
  if (!payment) return 'noPaymentFound'
  return payment.status === 'due' ? null : 'noDuePayment'
}

/** Numbers beyond these are treated as typing errors. */
export const MOST_CLASSES = 1000
export const MOST_DAYS = 3660

type CategoryLists = Pick<MembershipForm, 'categories' | 'excludedCategories'>

/** Older categories that are already in the lists are accepted. */
const noLists: CategoryLists = { categories: [], excludedCategories: [] }

/** Which fields of the membership form are wrong. */
export function checkMembership(
  form: MembershipForm,
  all: readonly ClassCategory[],
  has: CategoryLists = noLists,
): Partial<Record<keyof MembershipForm, string>> {
  const errors: Partial<Record<keyof MembershipForm, string>> = {}
  if (!isBetween(lengthOf(form.name), NAME_LENGTH)) errors.name = 'membershipNameLength'
  else if (isMisleading(form.name)) errors.name = 'nameMisleading'
  if (lengthOf(form.description) > DESCRIPTION_LENGTH) errors.description = 'descriptionTooLong'
  if (form.standardPrice < 0) errors.standardPrice = 'pricesNegative'
  if (form.memberPrice < 0) errors.memberPrice = 'pricesNegative'
  else if (form.memberPrice >= form.standardPrice) errors.memberPrice = 'memberPriceTooHigh'
  if (form.classLimit < 1) errors.classLimit = 'classLimitTooSmall'
  else if (form.classLimit > MOST_CLASSES) errors.classLimit = 'classLimitTooLarge'
  if (form.validPeriod < 1) errors.validPeriod = 'validPeriodTooShort'
  else if (form.validPeriod > MOST_DAYS) errors.validPeriod = 'validPeriodTooLong'
  const offered = offeredCategories(all, [...has.categories, ...has.excludedCategories])
  const both = form.categories.some((category) => form.excludedCategories.includes(category))
  if (both) errors.categories = 'categoryTwice'
  else if (!areAmong([...form.categories, ...form.excludedCategories], offered)) errors.categories = 'categoryUnknown'
  return errors
}

/**
 * As `checkMembership`; the edit dialog also requires the description. Existing prices can stay as they are: a free
 * membership has two prices of 0.
 */
export function checkMembershipEdit(
  form: MembershipForm,
  all: readonly ClassCategory[],
  has: CategoryLists & CatalogueMembership,
): Partial<Record<keyof MembershipForm, string>> {
  const { memberPrice, ...errors } = checkMembership(form, all, has)
  const had = formPrices(has)
  const samePrices = form.standardPrice === had.standardPrice && form.memberPrice === had.memberPrice
  return {
    ...(form.description.trim() === '' && { description: 'descriptionRequired' }),
    ...errors,
    ...(memberPrice && !(samePrices && memberPrice === 'memberPriceTooHigh') && { memberPrice }),
  }
}

interface PurchaseFields {
  readonly classesUsed: number
  readonly classLimit: number
  readonly validUntil: string
}

/** Which fields of the purchase form are wrong; `validFrom` is the purchase's day in the studio. */
export function checkPurchase(
  form: PurchaseFields,
  validFrom: LocalDate,
): Partial<Record<keyof PurchaseFields, string>> {
  const errors: Partial<Record<keyof PurchaseFields, string>> = {}
  if (form.classLimit < 1) errors.classLimit = 'classLimitTooSmall'
  else if (form.classLimit > MOST_CLASSES) errors.classLimit = 'classLimitTooLarge'
  if (form.classesUsed < 0) errors.classesUsed = 'classesUsedNegative'
  else if (form.classesUsed > form.classLimit) errors.classesUsed = 'classesUsedAboveLimit'
  if (!isDate(form.validUntil)) errors.validUntil = 'dateRequired'
  else if (form.validUntil < validFrom) errors.validUntil = 'validUntilBeforeStart'
  return errors
}

/**
 * What Delete does: deletes a purchase on which nothing depends, cancels others, and does nothing if cancelled
 * already.
 */
export function whatDeleteDoes(
  purchase: { classesUsed: number; classesCorrected: number; lateForgiven: boolean; status: 'active' | 'cancelled' },
  paymentStatus: PaymentStatus | null,
): 'removes' | 'cancels' | 'nothing' {
  const settled = paymentStatus === null || paymentStatus === 'due' || paymentStatus === 'cancelled'
  if (placesPaidFor(purchase) === 0 && !purchase.lateForgiven && settled) return 'removes'
  return purchase.status === 'active' ? 'cancels' : 'nothing'
}

/** A category is included, excluded or neither, never both. */
export function toggleCategory<Lists extends { categories: string[]; excludedCategories: string[] }>(
  lists: Lists,
  category: string,
  mode: 'include' | 'exclude',
): Lists {
  const without = (names: string[]) => names.filter((name) => name !== category)
  const wanted = mode === 'include' ? lists.categories : lists.excludedCategories
  const added = wanted.includes(category) ? [] : [category]
  const categories = without(lists.categories)
  const excludedCategories = without(lists.excludedCategories)
  return mode === 'include'
    ? { ...lists, categories: [...categories, ...added], excludedCategories }
    : { ...lists, categories, excludedCategories: [...excludedCategories, ...added] }
}

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
