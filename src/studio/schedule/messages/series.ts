import { capital, messages, plural } from '#kernel/messages.ts'
import { saajad, told } from './told.ts'

const classes = (n: number) => `${n} ${plural(n, 'class', 'classes')}`
const trenni = (n: number) => `${n} ${plural(n, 'trenn', 'trenni')}`

/** Texts for editing and cancelling entries of a series. */
export const seriesTexts = messages({
  editTitle: ['Which classes should change?', 'Milliseid trenne muuta?'],
  cancelTitle: ['Which classes do you want to cancel?', 'Millised trennid jätad ära?'],
  which: ['Classes', 'Trennid'],
  one: ['Only this class', 'Ainult see trenn'],
  following: ['This and the following', 'See ja järgmised'],
  all: ['All that are to come', 'Kõik tulevased'],
  classes: [classes, trenni],
  dates: ['Dates', 'Kuupäevad'],
  now: [(when: string) => `now ${when}`, (when) => `nüüd ${when}`],
  noRoom: ['no room', 'ilma saalita'],
  noTeacher: ['no teacher', 'ilma treenerita'],
  /** Number of people registered, and included without a registration. */
  registered: [
    (n: number, included: number) => (included === 0 ? `${n} registered` : `${n} registered, ${included} included`),
    (n, included) => (included === 0 ? `Registreeritud: ${n}` : `Registreeritud: ${n}, grupist: ${included}`),
  ],
  closed: [(reason: string) => `Closed: ${reason}`, (reason) => `Suletud: ${reason}`],
  roomTaken: [(title: string) => `Room taken: ${title}`, (title) => `Saal on kinni: ${title}`],
  teacherTaken: [
    (name: string, title: string) => `${name} teaches: ${title}`,
    (name, title) => `${name} annab: ${title}`,
  ],
  beside: [(title: string) => `Same time: ${title}`, (title) => `Samal ajal: ${title}`],
  past: ['In the past', 'Minevikus'],
  fewPlaces: [(n: number) => `${n} places are taken`, (n) => `Kohti on võetud: ${n}`],
  onlyOn: [(weekdays: string) => `Only on ${weekdays}`, (weekdays) => `Ainult ${weekdays}`],
  otherWeekdays: [
    'Classes on other weekdays are left out, as the day is moved.',
    'Teiste nädalapäevade trennid jäävad välja, sest muudad päeva.',
  ],
  whyRoomTaken: [
    (title: string) => `The room is taken: ${title}. Choose another room or time, or leave that class out.`,
    (title) => `Saal on kinni: ${title}. Vali muu saal või aeg või jäta see trenn välja.`,
  ],
  whyFewPlaces: [
    (n: number) => `${n} places are taken in one of the classes. Choose a larger number, or leave that class out.`,
    (n) => `Ühes trennis on kohti võetud: ${n}. Vali suurem arv või jäta see trenn välja.`,
  ],
  leaveOut: [(day: string) => `Leave out ${day}`, (day) => `Jäta välja: ${day}`],
  takeIn: [(day: string) => `Take in ${day}`, (day) => `Võta tagasi: ${day}`],
  told: [
    (people: number, teachers: number) =>
      people === 0
        ? 'Nobody gets an e-mail about it.'
        : `${capital(told(people, teachers))} ${plural(people, 'gets one e-mail', 'get one e-mail each')} within 20 minutes, at night in the morning at the latest. You can undo it for two minutes.`,
    (people, teachers) =>
      people === 0
        ? 'Keegi ei saa selle kohta e-kirja.'
        : `${capital(saajad(people, teachers))} ${plural(people, 'saab', 'saavad')} 20 minuti jooksul, öösel hiljemalt hommikul ühe e-kirja. Kahe minuti jooksul saad selle tagasi võtta.`,
  ],
  toldOfOne: [
    (people: number, teachers: number) =>
      people === 0
        ? 'Nobody gets an e-mail about it.'
        : `${capital(told(people, teachers))} ${plural(people, 'gets', 'get')} an e-mail about it.`,
    (people, teachers) =>
      people === 0
        ? 'Keegi ei saa selle kohta e-kirja.'
        : `${capital(saajad(people, teachers))} ${plural(people, 'saab', 'saavad')} selle kohta e-kirja.`,
  ],
  /** Conditional, as this module does not know whether anybody waits. */
  waitingToo: [
    'If anyone is on the waiting list, they are told as well.',
    'Kui keegi on ootejärjekorras, saab ka tema e-kirja.',
  ],
  edit: [(n: number) => `Change ${classes(n)}`, (n) => `Muuda ${trenni(n)}`],
  editing: ['Changing...', 'Muudan...'],
  cancel: [(n: number) => `Cancel ${classes(n)}`, (n) => `Jäta ära ${trenni(n)}`],
  cancelling: ['Cancelling...', 'Jätan ära...'],
  tooMany: [
    (most: number) => `One press changes at most ${most} classes: leave some out.`,
    (most) => `Korraga saab muuta kuni ${most} trenni: jäta mõni välja.`,
  ],
  failed: ['The classes could not be changed.', 'Trenne ei õnnestunud muuta.'],

  edited: [
    (n: number, name: string) => `${classes(n)} of ${name} changed.`,
    (n, name) => `Muudetud: ${name}, ${trenni(n)}.`,
  ],
  cancelled: [
    (n: number, name: string) => `${classes(n)} of ${name} cancelled.`,
    (n, name) => `Jääb ära: ${name}, ${trenni(n)}.`,
  ],
  lettersWait: [
    'You can undo it for two minutes: no e-mail is sent before that.',
    'Kahe minuti jooksul saad selle tagasi võtta: enne seda ei saadeta ühtegi e-kirja.',
  ],
  undo: ['Undo', 'Võta tagasi'],
  undone: [(n: number) => `${classes(n)} as before.`, (n) => `Endine: ${trenni(n)}.`],
})
