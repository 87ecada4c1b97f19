import type { Cents } from '#kernel/money.ts'
import { isDate, isTime, type LocalDate, type LocalTime } from '#kernel/time.ts'
import { classCategories, DESCRIPTION_LENGTH, lengthOf, NAME_LENGTH } from '#studio/classes/rules.ts'
import { checkPrices } from './prices.ts'

/** Edit Schedule Item; dates and times are those of the studio's clock, '' while missing. */
export interface EntryForm {
  readonly className: string
  readonly classDescription: string
  readonly maxParticipants: number | null
  readonly categories: readonly string[]
  readonly startDate: LocalDate
  readonly startTime: LocalTime
  readonly endDate: LocalDate
  readonly endTime: LocalTime
  readonly standardPrice: Cents | null
  readonly memberPrice: Cents | null
}

/** Which fields of the form are wrong (SPEC section 5). `registered` people can't be put out by a smaller maximum. */
export function checkEntry(form: EntryForm, registered: number): Partial<Record<keyof EntryForm, string>> {
  const errors: Partial<Record<keyof EntryForm, string>> = { ...checkPrices(form) }
  if (form.className.trim() === '') errors.className = 'classNameMissing'
  else if (lengthOf(form.className) > NAME_LENGTH.most) errors.className = 'classNameTooLong'
  if (lengthOf(form.classDescription) > DESCRIPTION_LENGTH) errors.classDescription = 'descriptionTooLong'
  if (form.maxParticipants === null || form.maxParticipants < 1) errors.maxParticipants = 'maxParticipantsTooSmall'
  else if (form.maxParticipants < registered) errors.maxParticipants = 'maxBelowRegistered'
  const known = form.categories.every((name) => lengthOf(name) > 0 && lengthOf(name) <= NAME_LENGTH.most)
  if (form.categories.length === 0 || !known) errors.categories = 'categoryMissing'
  const missing = [
    ...(['startDate', 'endDate'] as const).filter((name) => !isDate(form[name])),
    ...(['startTime', 'endTime'] as const).filter((name) => !isTime(form[name])),
  ]
  for (const name of missing) errors[name] = 'dateTimeMissing'
  // ISO dates and times sort as text does
  const backwards = `${form.endDate} ${form.endTime}` <= `${form.startDate} ${form.startTime}`
  if (missing.length === 0 && backwards) errors.endTime = 'endTimeBeforeStart'
  return errors
}

/** The categories that can be ticked: the studio's own, and any older one that the entry still has. */
export const offeredCategories = (categories: readonly string[]): string[] => [
  ...new Set([...classCategories, ...categories]),
]
