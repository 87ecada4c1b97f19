import { momentInWords } from '#kernel/clock.ts'
import { messages, plural } from '#kernel/messages.ts'

const classes = (n: number) => `${n} ${plural(n, 'class', 'classes')}`
const trenni = (n: number) => `${n} ${plural(n, 'trenn', 'trenni')}`

/** Texts of Repeat last term. */
export const repeatTexts = messages({
  title: ['Repeat last term', 'Korda eelmist hooaega'],
  intro: [
    'Choose a span of the earlier schedule, and the classes to repeat in the new term.',
    'Vali varasemast tunniplaanist ajavahemik ja trennid, mida uuel hooajal korrata.',
  ],
  copied: ['From the schedule of', 'Tunniplaanist'],
  from: ['From', 'Alates'],
  until: ['Until', 'Kuni'],
  term: ['New term', 'Uus hooaeg'],
  startDate: ['First day', 'Esimene päev'],
  endDate: ['Last day', 'Viimane päev'],
  slots: ['What to repeat', 'Mida korrata'],
  nothing: ['Nothing was on between these days', 'Nende päevade vahel trenne ei olnud'],
  nothingHint: [
    'Choose other days above, or plan class by class.',
    'Vali ülal teised päevad või lisa trennid ükshaaval.',
  ],
  onceOnly: ['on once', 'üks kord'],
  wasOn: [(n: number) => `${n} times`, (n) => `${n} korda`],
  willBe: [classes, trenni],
  already: [
    (n: number) => `${classes(n)} of these ${plural(n, 'is', 'are')} on the schedule already at an overlapping time.`,
    (n) => `Neist ${trenni(n)} on kattuval ajal juba tunniplaanis.`,
  ],
  alreadyLeftOut: [
    (n: number, days: string) =>
      `${classes(n)} of these ${plural(n, 'is', 'are')} on the schedule already, so ${plural(n, 'it is', 'they are')} left out: ${days}.`,
    (n, days) => `Neist ${trenni(n)} on juba tunniplaanis ja ${plural(n, 'jääb', 'jäävad')} vahele: ${days}.`,
  ],
  span: [(first: string, last: string) => `${first} to ${last}`, (first, last) => `${first} kuni ${last}`],
  leftOut: [
    (days: string) => `Left out, as the studio is closed: ${days}.`,
    (days) => `Vahele jäävad, sest stuudio on suletud: ${days}.`,
  ],
  withoutHolidays: ['Leave out public holidays', 'Jäta riigipühad vahele'],
  datesFirst: ['Choose the first and the last day of the new term.', 'Vali uue hooaja esimene ja viimane päev.'],
  chooseSome: ['Choose at least one class.', 'Vali vähemalt üks trenn.'],
  plan: [(n: number) => `Plan ${classes(n)}`, (n) => `Lisa ${trenni(n)}`],
  planNone: ['Plan the term', 'Lisa hooaeg'],
  plannedAlready: [
    'This is planned. Change the dates or the classes to plan more.',
    'See on tunniplaanis. Kui soovid veel lisada, muuda kuupäevi või trenne.',
  ],
  planning: ['Planning...', 'Lisan...'],
  planned: [
    (n: number, time: string) => `Planned at ${time}: ${classes(n)}`,
    (n, time) => `Kell ${time} lisati tunniplaani ${trenni(n)}`,
  ],
  undo: ['Undo', 'Võta tagasi'],
  undone: [(n: number) => `${classes(n)} taken off again.`, (n) => `Tagasi võetud: ${trenni(n)}.`],
  stayed: [
    (n: number) => `${classes(n)} stayed: somebody has a place there already.`,
    (n) => `Alles jäi ${trenni(n)}: seal on juba keegi kirjas.`,
  ],
})

/** Refusals that mean something else to do here: this page chooses no room and no time. */
export const repeatRefusals = messages({
  roomTaken: [
    ({ title, when, room }: { title: string; when: string; room: string }) =>
      `${title} is in ${room} at that time (${momentInWords('en', when)}). Untick the class that would be there then, or choose other dates.`,
    ({ title, when, room }) =>
      `${room} on sel ajal (${momentInWords('et', when)}) trenni „${title}“ päralt. Võta linnuke ära trennilt, mis tuleks samal ajal sinna, või vali teised kuupäevad.`,
  ],
})
