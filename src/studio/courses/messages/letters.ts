import { messages } from '#kernel/messages.ts'

/** The letter about a place in a course. */
export const letters = messages({
  subject: [(name: string) => `Your course: ${name}`, (name) => `Sinu kursus: ${name}`],
  intro: [
    (name: string) => `You have a place in the course ${name}. See you there!`,
    (name) => `Sul on koht kursusel „${name}“. Kohtumiseni!`,
  ],
  first: ['First class', 'Esimene kord'],
  changed: {
    subjectTimes: [(name: string) => `New times: ${name}`, (name) => `Uued ajad: ${name}`],
    subject: [(name: string) => `Changes: ${name}`, (name) => `Muudatused: ${name}`],
    times: [
      (name: string) => `The course ${name} has new dates or times. Your place is kept.`,
      (name) => `Kursuse „${name}“ ajad on muutunud. Sinu koht jääb alles.`,
    ],
    intro: [
      (name: string) => `Something has changed in the course ${name}. Your place is kept.`,
      (name) => `Kursusel „${name}“ on midagi muutunud. Sinu koht jääb alles.`,
    ],
    leave: [
      'If it does not suit you any more, you can give your place back until the day before the course begins.',
      'Kui see sulle enam ei sobi, saad kohast loobuda hiljemalt päev enne kursuse algust.',
    ],
    write: ['If it does not suit you any more, please write to us.', 'Kui see sulle enam ei sobi, kirjuta meile.'],
    before: ['Before', 'Varem'],
    now: ['Now', 'Nüüd'],
    evenings: ['Evenings', 'Ajad'],
    noEvenings: ['no more evenings', 'rohkem kordi ei ole'],
  },
  removed: {
    subject: [(name: string) => `Place cancelled: ${name}`, (name) => `Koht tühistatud: ${name}`],
    intro: [
      (name: string) => `The studio has cancelled the place in the course ${name}.`,
      (name) => `Stuudio tühistas koha kursusel „${name}“.`,
    ],
    mistake: ['If this is a mistake, please write to us.', 'Kui see on eksitus, kirjuta meile.'],
    courses: ['See courses', 'Vaata kursusi'],
  },
  see: ['See my courses', 'Vaata oma kursusi'],
})
