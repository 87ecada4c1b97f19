import { messages } from '#kernel/messages.ts'

/** What stands beside a name in lists of the desk. */
export const listedTexts = messages({
  age: ['Age under 18', 'Vanus, kui alla 18'],
  years: [(age: number) => `${age} y`, (age) => `${age} a`],
  guardiansOf: [(name: string, age: number) => `${name}, ${age}: guardians`, (name, age) => `${name}, ${age}: vanemad`],
  title: [(name: string) => `Guardians: ${name}`, (name) => `Vanemad: ${name}`],
  none: ['Nobody is guardian here.', 'Vanemaid siin ei ole.'],
  noPhone: ['no phone number', 'telefoninumbrit ei ole'],
  notYours: [
    'Teachers see guardians of their own classes, and of those of today and tomorrow.',
    'Treener näeb vanemaid oma trennides ning tänastes ja homsetes trennides.',
  ],
  loadFailed: ['The guardians could not be loaded.', 'Vanemaid ei õnnestunud laadida.'],
  photos: ['Photos and videos allowed', 'Tohib pildistada ja filmida'],
  noPhotos: ['No photos or videos', 'Ei tohi pildistada ega filmida'],
})
