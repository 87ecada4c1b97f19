import { messages } from '#kernel/messages.ts'

/** What stands beside a name in lists of the desk. */
export const listedTexts = messages({
  age: ['Age under 18', 'Vanus, kui alla 18'],
  years: [(age: number) => `${age} y`, (age) => `${age} a`],
  guardiansOf: [
    (name: string, age: number) => `${name}, ${age} y: guardians`,
    (name, age) => `${name}, ${age} a: vanemad`,
  ],
  phoneOf: [(name: string) => `${name}: phone number`, (name) => `${name}: telefoninumber`],
  title: [(name: string) => `Guardians: ${name}`, (name) => `Vanemad: ${name}`],
  phoneTitle: [(name: string) => `Phone number: ${name}`, (name) => `Telefoninumber: ${name}`],
  none: ['No guardian has been added.', 'Ühtegi vanemat või hooldajat ei ole lisatud.'],
  noPhone: ['no phone number', 'telefoninumbrit ei ole'],
  notYours: [
    'Teachers see phone numbers and guardians for their own classes and courses, and for those of today and tomorrow.',
    'Treener näeb telefoninumbreid ja vanemaid oma trennides ja kursustel ning neis, mis on täna või homme.',
  ],
  loadFailed: ['The phone numbers could not be loaded.', 'Telefoninumbreid ei õnnestunud laadida.'],
  photos: ['Photos and videos allowed', 'Tohib pildistada ja filmida'],
  noPhotos: ['No photos or videos', 'Ei tohi pildistada ega filmida'],
})
