import type { Language } from '#kernel/messages.ts'
import { messages } from '#kernel/messages.ts'
import { editRefusals } from '#studio/accounts/messages.ts'

/** Names of the studio's groups; a proper name stays itself in Estonian. */
const categoryNames = messages({
  en: { 'Girl Group': 'Girl Group', 'Boy Group': 'Boy Group', 'K-POP 16+': 'K-POP 16+' },
  et: { 'Girl Group': 'Tüdrukute grupp', 'Boy Group': 'Poiste grupp', 'K-POP 16+': 'K-POP 16+' },
})

/** A category as people read it; one that the studio no longer uses keeps its own words. */
export function categoryName(category: string, language: Language): string {
  const names: Readonly<Record<string, string>> = categoryNames[language]
  return Object.hasOwn(names, category) ? (names[category] ?? category) : category
}

/** What is wrong with a class, be it in the catalogue of classes or as an entry of the schedule. */
export const classRefusals = messages({
  en: {
    classNotFound: 'Class not found.',
    classNameTooShort: 'Class name must be at least 3 characters.',
    classNameTooLong: 'Class name cannot exceed 50 characters.',
    descriptionTooLong: 'Description cannot exceed 300 characters.',
    categoryMissing: 'Please select at least one category.',
  },
  et: {
    classNotFound: 'Trenni ei leitud.',
    classNameTooShort: 'Trenni nimes peab olema vähemalt 3 tähemärki.',
    classNameTooLong: 'Trenni nimes võib olla kuni 50 tähemärki.',
    descriptionTooLong: 'Kirjelduses võib olla kuni 300 tähemärki.',
    categoryMissing: 'Palun vali vähemalt üks kategooria.',
  },
})

/** Every refusal of classes/contract.ts, and its field codes. */
export const refusals = messages({
  en: {
    ...editRefusals.en,
    invalidFields: 'Failed to create class. Please try again.',
    ...classRefusals.en,
    participantsOutOfRange: 'Participants must be between 1 and 100.',
    descriptionRequired: 'Please enter a description.',
  },
  et: {
    ...editRefusals.et,
    invalidFields: 'Trenni ei õnnestunud luua. Palun proovi uuesti.',
    ...classRefusals.et,
    participantsOutOfRange: 'Osalejaid peab olema 1 kuni 100.',
    descriptionRequired: 'Palun lisa kirjeldus.',
  },
})
