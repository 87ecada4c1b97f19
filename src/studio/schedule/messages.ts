import { momentInWords } from '#kernel/clock.ts'
import { messages, plural } from '#kernel/messages.ts'
import { saajad, told } from './messages/told.ts'
import { editRefusals } from '#studio/accounts/messages.ts'
import { classRefusals } from '#studio/classes/messages.ts'
import { roomRefusals } from '#studio/rooms/messages.ts'

/** Names of an entry's properties, on every screen. */
export const texts = messages({
  class: ['Class', 'Trenn'],
  description: ['Description', 'Kirjeldus'],
  date: ['Date', 'Kuupäev'],
  time: ['Time', 'Kellaaeg'],
  participants: ['Participants', 'Osalejaid'],
  loadFailed: [
    'Failed to load schedules. Please try again.',
    'Tunniplaani ei õnnestunud laadida. Palun proovi uuesti.',
  ],
  cancelled: ['Cancelled', 'Ära jäetud'],
  started: ['Started', 'Juba alanud'],
  edit: ['Edit Schedule Item', 'Muuda seda trenni'],
})

/** Texts of Add to Schedule, and fields of Edit Schedule Item. */
export const formTexts = messages({
  title: ['Add to Schedule', 'Lisa tunniplaani'],
  class: ['Class', 'Trenn'],
  chooseClass: ['Choose a class', 'Vali trenn'],
  noClasses: ['There are no classes yet. Create one first.', 'Trenne veel ei ole. Loo kõigepealt trenn.'],
  createClass: ['Create Class', 'Loo trenn'],
  classesFailed: ['The classes could not be loaded.', 'Trenne ei õnnestunud laadida.'],
  weekdays: ['Weekdays', 'Nädalapäevad'],
  startTime: ['Start time', 'Algusaeg'],
  endTime: ['End time', 'Lõpuaeg'],
  startDate: ['Start date', 'Alguskuupäev'],
  endDate: ['End date', 'Lõppkuupäev'],
  standardPrice: ['Standard price', 'Tavahind'],
  memberPrice: ['Member price', 'Liikmehind'],
  priceHint: [
    (fee: string) => `Optional. Without prices a drop-in costs ${fee}.`,
    (fee) => `Ei ole kohustuslik. Kui hinda ei märgi, maksab üksikpilet ${fee}.`,
  ],
  preview: ['What will be added', 'Mis tunniplaani lisandub'],
  previewHint: [
    'Choose weekdays, times and dates to see each class here.',
    'Vali nädalapäevad, kellaajad ja kuupäevad, siis näed siin iga trenni.',
  ],
  willAdd: [
    (classes: number) => `${classes} ${plural(classes, 'class', 'classes')}`,
    (classes) => `${classes} ${plural(classes, 'trenn', 'trenni')}`,
  ],
  nothingMatches: [
    'No chosen weekday falls between these dates.',
    'Ükski valitud nädalapäev ei jää nende kuupäevade vahele.',
  ],
  allClosed: ['The studio is closed on all of these days.', 'Stuudio on kõigil neil päevadel suletud.'],
  leftOut: [
    (days: string) => `Left out, as the studio is closed: ${days}.`,
    (days) => `Vahele jäävad, sest stuudio on suletud: ${days}.`,
  ],
  tooMany: [
    (most: number) => `These are more than ${most} classes: please plan a shorter period.`,
    (most) => `Trenne tuleks üle ${most}: palun planeeri lühem ajavahemik.`,
  ],
  clockChange: [
    (day: string) => `The clock is changed before ${day}: the class stays at the same time of the day.`,
    (day) => `Enne kuupäeva ${day} keeratakse kella: trenn jääb samale kellaajale.`,
  ],
  already: ['already scheduled', 'juba tunniplaanis'],
  alreadyThere: [
    (classes: number) =>
      `${classes} of them ${plural(classes, 'is', 'are')} already scheduled at an overlapping time. Adding creates ${plural(classes, 'it', 'them')} a second time.`,
    (classes) =>
      `Neist ${classes} on kattuval ajal juba tunniplaanis. Lisades ${plural(classes, 'tekib see', 'tekivad need')} teist korda.`,
  ],
  besideOthers: [
    (classes: number) => `At the time of ${classes} of them another class is on.`,
    (classes) => `Samal ajal on tunniplaanis ka mõni teine trenn: ${classes}.`,
  ],
  beside: [(other: string) => `beside ${other}`, (other) => `samal ajal: ${other}`],
  onHolidays: [(days: string) => `On public holidays: ${days}.`, (days) => `Riigipühadel: ${days}.`],
  leaveHolidaysOut: ['Leave them out', 'Jäta need vahele'],
  leaveOut: [(day: string) => `Leave out ${day}`, (day) => `Jäta vahele: ${day}`],
  takeIn: [(day: string) => `Take in ${day}`, (day) => `Võta tagasi: ${day}`],
  inPast: [
    (classes: number) => `${classes} of them ${plural(classes, 'is', 'are')} in the past.`,
    (classes) => `Neist ${classes} on minevikus.`,
  ],
  anotherClass: ['Add another class', 'Lisa veel üks trenn'],
  nthClass: [(n: number) => `Class ${n}`, (n) => `${n}. trenn`],
  removeClass: ['Remove', 'Eemalda'],
  datesOfAll: ['The dates are those of all these classes.', 'Kuupäevad kehtivad kõigile neile trennidele.'],
  add: ['Add to Schedule', 'Lisa tunniplaani'],
  adding: ['Adding...', 'Lisan...'],
  added: [
    (classes: number, name: string) =>
      `${classes} ${plural(classes, 'class', 'classes')} of ${name} added to the schedule.`,
    (classes, name) => `Tunniplaani lisatud: ${name}, ${classes} ${plural(classes, 'trenn', 'trenni')}.`,
  ],
  allAdded: [
    (classes: number) => `${classes} ${plural(classes, 'class', 'classes')} added to the schedule.`,
    (classes) => `Tunniplaani lisatud: ${classes} ${plural(classes, 'trenn', 'trenni')}.`,
  ],
  addFailed: [
    'Failed to add class. Please check all fields and try again.',
    'Trenni ei õnnestunud lisada. Palun kontrolli kõik väljad üle ja proovi uuesti.',
  ],
  seeSchedule: ['Class Registrants', 'Trennide osalejad'],

  className: ['Class name', 'Trenni nimi'],
  description: ['Description', 'Kirjeldus'],
  maxParticipants: ['Max participants', 'Kohti'],
  registeredNow: [
    (people: number, included: number) =>
      included === 0 ? `${people} registered` : `${people} registered, ${included} included`,
    (people, included) =>
      included === 0 ? `Registreeritud: ${people}` : `Registreeritud: ${people}, grupist: ${included}`,
  ],
  placesOver: [
    (taken: number, places: number) => `${taken} places are taken, more than ${places}: nobody else can come.`,
    (taken, places) => `Võetud on ${taken} kohta, rohkem kui ${places}: keegi teine tulla ei saa.`,
  ],
  categories: ['Categories', 'Kategooriad'],
  timesHint: ['Times are in the studio’s time zone (Tallinn).', 'Kellaajad on stuudio ajavööndis (Tallinn).'],
  movedHint: [
    (people: number, teachers: number) =>
      `If you change the date or time, ${told(people, teachers)} ${plural(people, 'gets', 'get')} an e-mail.`,
    (people, teachers) => `Kui muudad kuupäeva või kellaaega, saab e-kirja ${saajad(people, teachers)}.`,
  ],
  changedHint: [
    (people: number, teachers: number, rooms: boolean) =>
      `If you change the time${rooms ? ', the room' : ''} or the teacher, ${told(people, teachers)} ${plural(people, 'gets', 'get')} an e-mail.`,
    (people, teachers, rooms) =>
      `Kui muudad aega${rooms ? ', saali' : ''} või treenerit, saab e-kirja ${saajad(people, teachers)}.`,
  ],
  update: ['Update Schedule', 'Salvesta muudatused'],
  updating: ['Updating...', 'Salvestan...'],
  updated: ['Schedule updated successfully!', 'Trenn on muudetud!'],
})

/** All refusals of schedule/contract.ts, and its field codes. */
export const refusals = messages(
  {
    invalidFields: [
      'Failed to add class. Please check all fields and try again.',
      'Trenni ei õnnestunud lisada. Palun kontrolli kõik väljad üle ja proovi uuesti.',
    ],
    classMissing: ['Please choose a class.', 'Palun vali trenn.'],
    weekdayMissing: ['Please choose at least one weekday.', 'Palun vali vähemalt üks nädalapäev.'],
    noMatchingDate: [
      'No chosen weekday falls between these dates.',
      'Ükski valitud nädalapäev ei jää nende kuupäevade vahele.',
    ],
    endDateBeforeStart: [
      'The end date must not be before the start date.',
      'Lõppkuupäev ei saa olla enne alguskuupäeva.',
    ],
    allClosed: ['The studio is closed on all of these days.', 'Stuudio on kõigil neil päevadel suletud.'],
    planTooLong: [
      'That is too far: please plan a shorter period.',
      'See on liiga pikk aeg: palun planeeri lühem ajavahemik.',
    ],
    endTimeBeforeStart: ['End time must be after start time.', 'Lõpuaeg peab olema pärast algusaega.'],
    priceNegative: ['The price must not be negative.', 'Hind ei saa olla negatiivne.'],
    standardPriceMissing: [
      'A member price needs a standard price.',
      'Kui märgid liikmehinna, märgi palun ka tavahind.',
    ],
    memberPriceAbove: [
      'The member price cannot be higher than the standard price.',
      'Liikmehind ei tohi olla tavahinnast kõrgem.',
    ],
    fieldMissing: ['Please fill in this field.', 'Palun täida see väli.'],
    classNameMissing: ['Class name is required.', 'Trenni nimi on kohustuslik.'],
    maxParticipantsTooSmall: ['Max participants must be at least 1.', 'Osalejaid peab olema vähemalt 1.'],
    maxBelowRegistered: [
      'Max participants cannot be lower than the number of people registered already.',
      'Osalejaid ei saa olla vähem, kui on juba registreerunud.',
    ],
    categoryUnknown: [
      'Please choose from the categories shown, each once.',
      'Palun vali näidatud kategooriate seast, igaüht üks kord.',
    ],
    dateTimeMissing: [
      'Please provide both start and end date/time.',
      'Palun märgi nii alguse kui ka lõpu kuupäev ja kellaaeg.',
    ],
    tooLateToUndo: [
      'Two minutes are over: please delete the classes one by one.',
      'Kaks minutit on möödas: palun kustuta trennid ükshaaval.',
    ],
    seriesChanged: [
      'These classes have changed meanwhile. Look at the list again.',
      'Need trennid on vahepeal muutunud. Vaata loend uuesti üle.',
    ],
    fewerThanRegistered: [
      ({ when, places }: { when: string; places: number }) =>
        `${places} places are taken in the class of ${momentInWords('en', when)}. Choose at least as many, or leave that class out.`,
      ({ when, places }) =>
        `Trennis ${momentInWords('et', when)} on võetud ${places} kohta. Vali vähemalt sama palju või jäta see trenn välja.`,
    ],
    changeStands: [
      'Two minutes are over: this can’t be undone any more. Change the classes once more instead.',
      'Kaks minutit on möödas: seda ei saa enam tagasi võtta. Muuda trenne veel kord.',
    ],
    undoLaterFirst: [
      'Some of these classes were changed again. Undo the later change first.',
      'Mõnda neist trennidest on uuesti muudetud. Võta kõigepealt tagasi hilisem muudatus.',
    ],
    changedJustNow: [
      'It was cancelled with others a moment ago. Please wait two minutes, until that can’t be undone any more.',
      'See trenn jäeti äsja koos teistega ära. Palun oota kaks minutit, kuni seda ei saa enam tagasi võtta.',
    ],
    scheduleNotFound: ['Schedule not found', 'Seda trenni ei ole enam tunniplaanis.'],
    scheduleNotFoundHelps: ['Look at the schedule again.', 'Vaata tunniplaani uuesti.'],
    entryCancelled: ['This class has been cancelled by the studio.', 'Stuudio on selle trenni ära jätnud.'],
    entryHasRegistrations: [
      'It has registrations: cancel the class instead.',
      'Sellesse trenni on registreerutud: kustutamise asemel jäta see ära.',
    ],
  },
  editRefusals,
  classRefusals,
  roomRefusals,
)

/** Failures of Edit Schedule Item. */
export const updateFailures = messages({
  unexpected: [
    'Failed to update schedule. Please try again.',
    'Tunniplaani ei õnnestunud uuendada. Palun proovi uuesti.',
  ],
  invalidFields: ['Please check all fields.', 'Palun kontrolli väljad üle.'],
})
