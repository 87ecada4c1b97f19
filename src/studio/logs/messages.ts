import { messages } from '#kernel/messages.ts'

export const texts = messages({
  title: ['Logs', 'Logid'],
  sections: ['Sections', 'Jaotised'],
  goTo: [(section: string) => `Go to ${section}`, (section) => `Mine jaotise juurde: ${section}`],
  channels: {
    courses: ['Courses', 'Kursused'],
    registrations: ['Registrations', 'Registreeringud'],
    payments: ['Payments', 'Maksed'],
    auth: ['Auth', 'Kontod'],
    membership: ['Memberships', 'Pääsmed'],
  },
  table: [(section: string) => `Logs: ${section}`, (section) => `Logid: ${section}`],
  searchLabel: ['Search by message, name or e-mail', 'Otsi teate, nime või e-posti järgi'],
  exportName: [(channel: string) => `logs-${channel}`, (channel) => `logid-${channel}`],
  service: ['Service', 'Teenus'],
  level: ['Log level', 'Tase'],
  levels: {
    info: ['Info', 'Teave'],
    warning: ['Warning', 'Hoiatus'],
    error: ['Error', 'Viga'],
  },
  message: ['Message', 'Teade'],
  createdAt: ['Created at', 'Aeg'],
  lastAt: [(moment: string) => `Last: ${moment}`, (moment) => `Viimati: ${moment}`],
  user: ['User name / User ID', 'Kasutaja nimi / ID'],
  metadata: ['Metadata', 'Lisaandmed'],
  courseId: ['Course ID', 'Kursuse ID'],
  none: ['No logs found', 'Logisid ei leitud'],
  noneYet: [
    (most: number) => `Nothing in these ${most} lines. “Older” looks through those before.`,
    (most) => `Nendes ${most} reas ei ole midagi. „Vanemad“ otsib varasematest.`,
  ],
  exportCut: [
    (most: number) =>
      `The file has what was found in ${most} lines. “Older” looks through those before: then export again.`,
    (most) => `Failis on see, mis leiti ${most} reast. „Vanemad“ otsib varasematest: salvesta siis uuesti.`,
  ],
  loadFailed: ['Failed to load logs', 'Logisid ei õnnestunud laadida'],
  noneChosen: ['Choose a section to see its logs.', 'Vali jaotis, mille logisid näha soovid.'],
  older: ['Older', 'Vanemad'],
  newest: ['Newest', 'Uusimad'],
  pagesOf: [(section: string) => `Pages of ${section}`, (section) => `Leheküljed: ${section}`],
})
