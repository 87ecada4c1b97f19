import { isBlank, isMisleading } from '#kernel/visible.ts'
import { offered } from '#studio/accounts/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import type { ClassForm } from './contract.ts'

type Including = readonly Pick<ClassCategory, 'id' | 'includes'>[]

/** The membership categories whose holders are included in a class of these categories. */
export function includedCategories(all: Including, categories: readonly string[]): string[] {
  return [...new Set(all.flatMap(({ id, includes }) => (categories.includes(id) ? includes : [])))]
}

/** The class categories that include holders of a membership category; the inverse of `includedCategories`. */
export const categoriesIncluding = (all: Including, membershipCategory: string | null): string[] =>
  all.filter(({ includes }) => includes.some((id) => id === membershipCategory)).map(({ id }) => id)

/** Whether a user is included, and so needs no registration, payment or pass. */
export function isIncluded(all: Including, membershipCategory: string | null, categories: readonly string[]): boolean {
  return includedCategories(all, categories).some((category) => category === membershipCategory)
}

/** Limits that classes, courses and memberships share. */
export const NAME_LENGTH = { least: 3, most: 50 } as const
export const DESCRIPTION_LENGTH = 300
export const PARTICIPANTS = { least: 1, most: 100 } as const

export const isBetween = (value: number, { least, most }: { least: number; most: number }): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/** Number of characters as Unicode counts them; invisible text has none. */
export const lengthOf = (text: string): number => (isBlank(text) ? 0 : [...text.trim()].length)

/** Whether every chosen value was offered, and none twice. */
export const areAmong = (chosen: readonly string[], offered: readonly string[]): boolean =>
  new Set(chosen).size === chosen.length && chosen.every((one) => offered.includes(one))

/** The categories that can be chosen: the studio's own, and any older one that the thing to edit still has. */
export const offeredCategories = (all: readonly ClassCategory[], has: readonly string[]): string[] => [
  ...new Set([...offered(all, has).map(({ id }) => id), ...has]),
]

/** Which fields of the class form are wrong. Older categories that are already in `has` are accepted. */
export function checkClass(
  form: ClassForm,
  all: readonly ClassCategory[],
  has: readonly string[] = [],
): Partial<Record<keyof ClassForm, string>> {
  const errors: Partial<Record<keyof ClassForm, string>> = {}
  if (lengthOf(form.name) < NAME_LENGTH.least) errors.name = 'classNameTooShort'
  else if (lengthOf(form.name) > NAME_LENGTH.most) errors.name = 'classNameTooLong'
  else if (isMisleading(form.name)) errors.name = 'nameMisleading'
  if (lengthOf(form.description) > DESCRIPTION_LENGTH) errors.description = 'descriptionTooLong'
  if (!isBetween(form.defaultMaxParticipants, PARTICIPANTS)) errors.defaultMaxParticipants = 'participantsOutOfRange'
  if (form.categories.length === 0 || !areAmong(form.categories, offeredCategories(all, has)))
    errors.categories = 'categoryMissing'
  return errors
}

/** As `checkClass`; on the classes overview the description is required as well. */
export function checkStaffClass(
  form: ClassForm,
  all: readonly ClassCategory[],
  has: readonly string[],
): Partial<Record<keyof ClassForm, string>> {
  return {
    ...(form.description.trim() === '' && { description: 'descriptionRequired' }),
    ...checkClass(form, all, has),
  }
}
