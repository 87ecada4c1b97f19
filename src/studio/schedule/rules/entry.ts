import { dateIn, isDate, isTime, timeIn, type Instant } from '#kernel/time.ts'
import { isBlank, isMisleading } from '#kernel/visible.ts'
import { areAmong, DESCRIPTION_LENGTH, lengthOf, NAME_LENGTH, offeredCategories } from '#studio/classes/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import type { EntryForm } from '../contract.ts'
import { freePlaces, type Places } from '../rules.ts'
import { checkPrices } from './prices.ts'

/** Converts an entry to its form. */
export const entryFormOf = (
  entry: Omit<EntryForm, 'startDate' | 'startTime' | 'endDate' | 'endTime'> & { startsAt: Instant; endsAt: Instant },
  zone: string,
): EntryForm => ({
  ...(entry.roomId !== undefined && { roomId: entry.roomId }),
  ...(entry.teacherIds && { teacherIds: entry.teacherIds }),
  className: entry.className,
  classDescription: entry.classDescription,
  maxParticipants: entry.maxParticipants,
  categories: entry.categories,
  startDate: dateIn(zone, entry.startsAt),
  startTime: timeIn(zone, entry.startsAt),
  endDate: dateIn(zone, entry.endsAt),
  endTime: timeIn(zone, entry.endsAt),
  standardPrice: entry.standardPrice,
  memberPrice: entry.memberPrice,
})

/**
 * Number of taken places, if the form lowers the maximum below it: people included by their category keep their places,
 * but nobody else can come. Null if it does not, or if that is refused.
 */
export function placesOver(
  entry: Places,
  { maxParticipants: most }: Pick<EntryForm, 'maxParticipants'>,
): number | null {
  if (most === null || most >= entry.maxParticipants || most < entry.registeredCount + entry.heldCount) return null
  const over = -freePlaces({ ...entry, maxParticipants: most })
  return over > 0 ? most + over : null
}

/**
 * Returns the wrong fields of the form. The maximum may not be smaller than the taken and offered places, and an
 * archived category of the entry may stay.
 */
export function checkEntry(
  form: EntryForm,
  entry: { readonly registeredCount: number; readonly heldCount: number; readonly categories: readonly string[] },
  all: readonly ClassCategory[],
): Partial<Record<keyof EntryForm, string>> {
  const errors: Partial<Record<keyof EntryForm, string>> = { ...checkPrices(form) }
  if (isBlank(form.className)) errors.className = 'classNameMissing'
  else if (lengthOf(form.className) < NAME_LENGTH.least) errors.className = 'classNameTooShort'
  else if (lengthOf(form.className) > NAME_LENGTH.most) errors.className = 'classNameTooLong'
  else if (isMisleading(form.className)) errors.className = 'nameMisleading'
  if (lengthOf(form.classDescription) > DESCRIPTION_LENGTH) errors.classDescription = 'descriptionTooLong'
  if (form.maxParticipants === null || form.maxParticipants < 1) errors.maxParticipants = 'maxParticipantsTooSmall'
  else if (form.maxParticipants < entry.registeredCount + entry.heldCount) errors.maxParticipants = 'maxBelowRegistered'
  if (form.categories.length === 0) errors.categories = 'categoryMissing'
  else if (!areAmong(form.categories, offeredCategories(all, entry.categories))) errors.categories = 'categoryUnknown'
  const missing = [
    ...(['startDate', 'endDate'] as const).filter((name) => !isDate(form[name])),
    ...(['startTime', 'endTime'] as const).filter((name) => !isTime(form[name])),
  ]
  for (const name of missing) errors[name] = 'dateTimeMissing'
  // ISO dates and times sort like text
  const backwards = `${form.endDate} ${form.endTime}` <= `${form.startDate} ${form.startTime}`
  if (missing.length === 0 && backwards) errors.endTime = 'endTimeBeforeStart'
  return errors
}
