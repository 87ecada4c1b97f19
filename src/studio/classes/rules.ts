import { isBlank, isMisleading } from '#kernel/visible.ts'
import type { MembershipCategory } from '#studio/accounts/rules.ts'
import type { ClassForm } from './contract.ts'

export const classCategories = ['Girl Group', 'Boy Group', 'K-POP 16+'] as const

/** Which membership categories are included in a class of each category (SPEC section 3). */
export const included: Readonly<Record<string, readonly MembershipCategory[]>> = {
  'Girl Group': ['Member-girl', 'Member-girl-boy'],
  'Boy Group': ['Member-boy', 'Member-girl-boy', 'Member-16-boy'],
  'K-POP 16+': ['Member-16', 'Member-16-boy'],
}

/** The membership categories whose holders are included in a class of these categories. */
export function includedCategories(categories: readonly string[]): MembershipCategory[] {
  return [...new Set(categories.flatMap((category) => included[category] ?? []))]
}

/** The class categories that take in the holders of a membership category; the other way round of the one above. */
export const categoriesIncluding = (membershipCategory: string | null): string[] =>
  Object.keys(included).filter((category) => isIncluded(membershipCategory, [category]))

/** READINGS R11: such a user doesn't register, pay or spend a class. */
export function isIncluded(membershipCategory: string | null, categories: readonly string[]): boolean {
  return includedCategories(categories).some((category) => category === membershipCategory)
}

/** Limits that classes, courses and memberships share (SPEC section 9). */
export const NAME_LENGTH = { least: 3, most: 50 } as const
export const DESCRIPTION_LENGTH = 300
export const PARTICIPANTS = { least: 1, most: 100 } as const

export const isBetween = (value: number, { least, most }: { least: number; most: number }): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/** Letters as a person counts them: an emoji is one, and what nobody sees is none. */
export const lengthOf = (text: string): number => (isBlank(text) ? 0 : [...text.trim()].length)

/** Whether all that was chosen was offered, and nothing twice. */
export const areAmong = (chosen: readonly string[], offered: readonly string[]): boolean =>
  new Set(chosen).size === chosen.length && chosen.every((one) => offered.includes(one))

/** The categories that can be chosen: the studio's own, and any older one that the thing to edit still has. */
export const offeredCategories = (has: readonly string[]): string[] => [...new Set([...classCategories, ...has])]

/** Which fields of the class form are wrong (SPEC section 5). */
export function checkClass(form: ClassForm): Partial<Record<keyof ClassForm, string>> {
  const errors: Partial<Record<keyof ClassForm, string>> = {}
  if (lengthOf(form.name) < NAME_LENGTH.least) errors.name = 'classNameTooShort'
  else if (lengthOf(form.name) > NAME_LENGTH.most) errors.name = 'classNameTooLong'
  else if (isMisleading(form.name)) errors.name = 'nameMisleading'
  if (lengthOf(form.description) > DESCRIPTION_LENGTH) errors.description = 'descriptionTooLong'
  if (!isBetween(form.defaultMaxParticipants, PARTICIPANTS)) errors.defaultMaxParticipants = 'participantsOutOfRange'
  if (form.categories.length === 0 || !areAmong(form.categories, classCategories)) errors.categories = 'categoryMissing'
  return errors
}

/** As `checkClass`; on the classes overview the description is required as well (SPEC section 5). */
export function checkStaffClass(form: ClassForm): Partial<Record<keyof ClassForm, string>> {
  return { ...(form.description.trim() === '' && { description: 'descriptionRequired' }), ...checkClass(form) }
}
