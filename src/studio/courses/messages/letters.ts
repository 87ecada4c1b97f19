import { messages } from '#kernel/messages.ts'

/** The letter about a place in a course. */
export const letters = messages({
  subject: [(name: string) => `Your course: ${name}`, (name) => `Sinu kursus: ${name}`],
  intro: [
    (name: string) => `You have a place in the course ${name}. See you there!`,
    (name) => `Sul on koht kursusel „${name}“. Kohtumiseni!`,
  ],
  introOf: [
    (who: string, name: string) => `${who} has a place in the course ${name}. See you there!`,
    (who, name) => `Koht kursusel „${name}“ on olemas: ${who}. Kohtumiseni!`,
  ],
  first: ['First class', 'Esimene kord'],
  changed: {
    subjectMoved: [(name: string) => `New times: ${name}`, (name) => `Uued ajad: ${name}`],
    subject: [(name: string) => `Changes: ${name}`, (name) => `Muudatused: ${name}`],
    moved: [
      (name: string) => `The course ${name} has new dates or times. Your place is kept.`,
      (name) => `Kursuse „${name}“ ajad on muutunud. Sinu koht jääb alles.`,
    ],
    intro: [
      (name: string) => `Something has changed in the course ${name}. Your place is kept.`,
      (name) => `Kursusel „${name}“ on midagi muutunud. Sinu koht jääb alles.`,
    ],
    subjectLeftOut: [(name: string) => `No class: ${name}`, (name) => `Trenn jääb ära: ${name}`],
    leftOut: [
      (name: string, days: string) =>
        `The studio is closed, and the course ${name} does not take place on ${days}. Your place is kept.`,
      (name, days) => `Stuudio on suletud ja kursust „${name}“ ei toimu: ${days}. Sinu koht jääb alles.`,
    ],
    subjectAfterAll: [(name: string) => `Takes place after all: ${name}`, (name) => `Toimub siiski: ${name}`],
    afterAll: [
      (name: string, days: string) => `The course ${name} takes place on ${days} after all: the studio is open.`,
      (name, days) => `Kursus „${name}“ toimub siiski: ${days}. Stuudio on avatud.`,
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
