import { messages } from '#kernel/messages.ts'
import { roomRefusals } from '#studio/rooms/messages.ts'
import { editRefusals } from '#studio/accounts/messages.ts'

/** What is wrong with a class, be it in the catalogue of classes or as an entry of the schedule. */
export const classRefusals = messages({
  classNotFound: ['Class not found.', 'Trenni ei leitud.'],
  classNotFoundHelps: ['Look at the list of classes again.', 'Vaata trennide loendit uuesti.'],
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
  roomRefusals,
)
