import { inARow, messages, plural } from '#kernel/messages.ts'

/** Every refusal of closures/contract.ts, and its field codes. */
export const refusals = messages({
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  unexpected: [
    'The closed days could not be saved. Please try again.',
    'Suletud päevi ei õnnestunud salvestada. Palun proovi uuesti.',
  ],
  fieldMissing: ['Please fill in this field.', 'Palun täida see väli.'],
  tooLong: ['This text is too long.', 'See tekst on liiga pikk.'],
  endDateBeforeStart: ['The last day must not be before the first.', 'Viimane päev ei saa olla enne esimest.'],
  closedTooLong: ['Please choose at most a year.', 'Palun vali kõige rohkem üks aasta.'],
  nameMisleading: [
    'Please remove line breaks and invisible characters.',
    'Palun eemalda reavahetused ja nähtamatud märgid.',
  ],
  tooManyClosedDays: [
    'There are 200 already. Remove some that are not needed first.',
    'Suletud päevi on juba 200. Eemalda enne mõni, mida vaja ei ole.',
  ],
  closedDaysNotFound: ['These closed days were removed meanwhile.', 'Need suletud päevad on vahepeal eemaldatud.'],
  extensionOutOfRange: ['The number must be 0 to 60.', 'Arv peab olema 0 kuni 60.'],
})

export const texts = messages({
  exportName: ['closed-days', 'suletud-päevad'],
  hint: ['The planner leaves these days out.', 'Tunniplaani koostades jäävad need päevad vahele.'],
  none: ['No closed days are planned.', 'Suletud päevi ei ole plaanis.'],
  add: ['Add closed days', 'Lisa suletud päevad'],
  firstDay: ['First day', 'Esimene päev'],
  lastDay: ['Last day', 'Viimane päev'],
  lastDayHint: ['Leave empty for a single day.', 'Üheainsa päeva puhul jäta tühjaks.'],
  reason: ['Reason', 'Põhjus'],
  reasonHint: ['For example: Christmas holidays', 'Näiteks: jõulupuhkus'],
  submit: ['Add', 'Lisa'],
  added: ['Closed days added.', 'Suletud päevad on lisatud.'],
  removed: ['Closed days removed.', 'Suletud päevad on eemaldatud.'],
  remove: ['Remove', 'Eemalda'],
  removeOf: [(reason: string) => `Remove: ${reason}`, (reason) => `Eemalda: ${reason}`],
  holidays: ['Public holidays', 'Riigipühad'],
  addAll: [(days: number) => `Add all ${days}`, (days) => `Lisa kõik ${days}`],
  span: [(first: string, last: string) => `${first} to ${last}`, (first, last) => `${first} kuni ${last}`],
  extended: [
    (days: number) => `Memberships extended by ${days} ${plural(days, 'day', 'days')}`,
    (days) => `Pääsmeid pikendatud ${days} ${plural(days, 'päeva', 'päeva')}`,
  ],
  eveningOn: [
    (day: string, people: number) =>
      `${day}: takes place all the same, ${people} ${plural(people, 'person', 'people')}`,
    (day, people) => `${day}: toimub siiski, ${people} ${plural(people, 'inimene', 'inimest')}`,
  ],
  eveningOff: [
    (day: string, people: number) => `${day}: left out of the course, ${people} ${plural(people, 'person', 'people')}`,
    (day, people) => `${day}: kursusel jääb vahele, ${people} ${plural(people, 'inimene', 'inimest')}`,
  ],
  /** '2 classes and 3 course evenings'; empty where there is nothing. */
  counted: [
    (classes: number, evenings: number) =>
      inARow(
        [
          ...(classes > 0 ? [`${classes} ${plural(classes, 'class', 'classes')}`] : []),
          ...(evenings > 0 ? [`${evenings} ${plural(evenings, 'course evening', 'course evenings')}`] : []),
        ],
        'and',
      ),
    (classes, evenings) =>
      inARow(
        [
          ...(classes > 0 ? [`${classes} ${plural(classes, 'trenn', 'trenni')}`] : []),
          ...(evenings > 0 ? [`${evenings} ${plural(evenings, 'kursusekord', 'kursusekorda')}`] : []),
        ],
        'ja',
      ),
  ],
  onTheseDays: [(counted: string) => `On these days: ${counted}`, (counted) => `Neil päevadel on ${counted}`],
  falls: [(counted: string) => `On these days: ${counted}.`, (counted) => `Neil päevadel on ${counted}.`],
  whatNow: ['What happens to them?', 'Mis neist saab?'],
  cancelAll: [(counted: string) => `Cancel ${counted}`, (counted) => `Jäta ära ${counted}`],
  closeAndCancel: [(counted: string) => `Close and cancel ${counted}`, (counted) => `Sulge ja jäta ära ${counted}`],
  goOn: ['They take place all the same', 'Need toimuvad siiski'],
  goOnHint: [
    'They stay in the list of closed days, where one press cancels them later.',
    'Need jäävad suletud päevade juurde nähtavale, kus saad need hiljem ühe vajutusega ära jätta.',
  ],
  course: ['course', 'kursus'],
  cancelTitle: [(reason: string) => `Closed: ${reason}`, (reason) => `Suletud: ${reason}`],
  severalTitle: [(days: number) => `${days} closed days`, (days) => `${days} suletud päeva`],
  cancelHint: [
    'Registrations for classes end, and passes get their classes back; places in courses stay. Everyone who would have come gets an e-mail. For two minutes you can undo it.',
    'Trennide registreeringud lõpevad ja pääsmed saavad trennid tagasi, kohad kursustel jäävad alles. Kõik, kes oleksid tulnud, saavad e-kirja. Kahe minuti jooksul saad selle tagasi võtta.',
  ],
  coming: [
    (people: number) => `${people} ${plural(people, 'person', 'people')}`,
    (people) => `${people} ${plural(people, 'inimene', 'inimest')}`,
  ],
  concerned: [
    (people: number) => `${people} ${plural(people, 'person', 'people')} would have come.`,
    (people) => `Tulnud oleks ${people} ${plural(people, 'inimene', 'inimest')}.`,
  ],
  extendBy: [
    (days: number) => `Extend memberships by ${days} ${plural(days, 'day', 'days')}`,
    (days) => (days === 0 ? 'Pikenda pääsmeid (päeva)' : `Pikenda pääsmeid ${days} päeva võrra`),
  ],
  extendByHint: [
    (passes: number) =>
      `${passes} ${plural(passes, 'membership is', 'memberships are')} valid on these days. 0 leaves them as they are.`,
    (passes) => `Neil päevadel kehtib ${passes} ${plural(passes, 'pääse', 'pääset')}. 0 jätab need samaks.`,
  ],
  cancelled: [(counted: string) => `${counted} cancelled.`, (counted) => `Ära jäetud: ${counted}.`],
  leftOut: [
    (evenings: number, names: string) =>
      `${evenings} ${plural(evenings, 'course evening', 'course evenings')} cancelled: ${names}.`,
    (evenings, names) => `Jääb ära ${evenings} ${plural(evenings, 'kursusekord', 'kursusekorda')}: ${names}.`,
  ],
  lettersWait: [
    'You can undo it for two minutes: no e-mail is sent before that.',
    'Kahe minuti jooksul saad selle tagasi võtta: enne seda ei saadeta ühtegi e-kirja.',
  ],
  undo: ['Undo', 'Võta tagasi'],
  stayClosed: ['The days stay closed: remove them in the list.', 'Päevad jäävad suletuks: eemalda need loendist.'],
  takePlace: [
    (evenings: number) =>
      `${evenings} ${plural(evenings, 'course evening takes', 'course evenings take')} place after all.`,
    (evenings) => `${evenings} ${plural(evenings, 'kursusekord', 'kursusekorda')} toimub siiski.`,
  ],
  backAgain: [
    (evenings: number) =>
      `${evenings} ${plural(evenings, 'course evening takes', 'course evenings take')} place again; people are told within 20 minutes, at night in the morning at the latest.`,
    (evenings) =>
      `${evenings} ${plural(evenings, 'kursusekord', 'kursusekorda')} toimub jälle; inimesed saavad sellest teada 20 minuti jooksul, öösel hiljemalt hommikul.`,
  ],
  toExtend: [
    (passes: number) => `${passes} ${plural(passes, 'membership', 'memberships')} will be extended.`,
    (passes) => `Pikeneb ${passes} ${plural(passes, 'pääse', 'pääset')}.`,
  ],
  loadFailed: ['The closed days could not be loaded.', 'Suletud päevi ei õnnestunud laadida.'],
})
