import { messages } from '#kernel/messages.ts'
import { editRefusals } from '../messages.ts'

/** A person's own details, on their account page. */
export const ownTexts = messages({
  title: ['My details', 'Isikuandmed'],
  name: ['Name', 'Eesnimi'],
  surname: ['Surname', 'Perekonnanimi'],
  phone: ['Phone', 'Telefon'],
  phoneHint: [
    'Optional. With the country code, unless it is an Estonian number.',
    'Vabatahtlik. Suunakoodiga, kui see ei ole Eesti number.',
  ],
  dob: ['Date of birth', 'Sünnikuupäev'],
  language: ['Language', 'Keel'],
  languageHint: ['Of the screens here and of your e-mails.', 'Siinsete lehtede ja sinu e-kirjade keel.'],
  languages: { en: ['English', 'English'], et: ['Eesti keel', 'Eesti keel'] },
  saved: ['Your details have been saved.', 'Sinu andmed on salvestatud.'],
  loadFailed: ['Your details could not be loaded.', 'Sinu andmeid ei õnnestunud laadida.'],
})

/** Refusals of a form with a phone number that two may edit at once. */
export const phoneRefusals = messages(
  { phoneInvalid: ['This is not a phone number.', 'See ei ole telefoninumber.'] },
  editRefusals,
)

export const ownRefusals = messages(
  {
    invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
    fillRequired: ['Please fill in this field.', 'Palun täida see väli.'],
    unexpected: [
      'Your details could not be saved. Please try again.',
      'Sinu andmeid ei õnnestunud salvestada. Palun proovi uuesti.',
    ],
  },
  phoneRefusals,
)
