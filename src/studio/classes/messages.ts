import type { Language } from '#kernel/messages.ts'
import { messages } from '#kernel/messages.ts'
import { editRefusals } from '#studio/accounts/messages.ts'

/** Names of the studio's groups; a proper name stays itself in Estonian. */
const categoryNames = messages({
  'Girl Group': ['Girl Group', 'Tüdrukute grupp'],
  'Boy Group': ['Boy Group', 'Poiste grupp'],
  'K-POP 16+': ['K-POP 16+', 'K-POP 16+'],
})

/** A category as people read it; one that the studio no longer uses keeps its own words. */
export function categoryName(category: string, language: Language): string {
  const names: Readonly<Record<string, string>> = categoryNames[language]
  return Object.hasOwn(names, category) ? (names[category] ?? category) : category
}

/** What is wrong with a class, be it in the catalogue of classes or as an entry of the schedule. */
export const classRefusals = messages({
  classNotFound: ['Class not found.', 'Trenni ei leitud.'],
  classNameTooShort: ['Class name must be at least 3 characters.', 'Trenni nimes peab olema vähemalt 3 tähemärki.'],
  classNameTooLong: ['Class name cannot exceed 50 characters.', 'Trenni nimes võib olla kuni 50 tähemärki.'],
  descriptionTooLong: ['Description cannot exceed 300 characters.', 'Kirjelduses võib olla kuni 300 tähemärki.'],
  categoryMissing: ['Please select at least one category.', 'Palun vali vähemalt üks kategooria.'],
})

/** Every refusal of classes/contract.ts, and its field codes. */
export const refusals = messages(
  {
    invalidFields: ['Failed to create class. Please try again.', 'Trenni ei õnnestunud luua. Palun proovi uuesti.'],
    participantsOutOfRange: ['Participants must be between 1 and 100.', 'Osalejaid peab olema 1 kuni 100.'],
    descriptionRequired: ['Please enter a description.', 'Palun lisa kirjeldus.'],
  },
  editRefusals,
  classRefusals,
)
