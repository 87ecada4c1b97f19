import { messages } from '#kernel/messages.ts'
import type { MergedField, MovedKind } from './rules.ts'

/** Merging two records of one person, for admins. */
export const texts = messages({
  title: ['Same person twice?', 'Sama inimene kaks korda?'],
  hint: [
    'These records have the same name, and their dates of birth do not differ. If they are one person, merge them here: this record stays.',
    'Neil kirjetel on sama nimi ja sünnikuupäev ei erine. Kui tegu on ühe inimesega, liida need siin: alles jääb see kirje.',
  ],
  likelyTwice: [
    (n: number) => (n === 1 ? 'One person may be here twice' : `${n} people may be here twice`),
    (n) => (n === 1 ? 'Üks inimene võib siin olla kaks korda' : `${n} inimest võivad siin olla kaks korda`),
  ],
  likelyHint: [
    'They have the same name and date of birth. Look first: a press on a name leads to both records and their merge.',
    'Neil on sama nimi ja sünnikuupäev. Vaata enne: nimele vajutades näed mõlemat kirjet ja saad need liita.',
  ],
  show: ['Show them', 'Näita neid'],
  hide: ['Hide them', 'Peida need'],
  records: [(n: number) => `${n} records`, (n) => `${n} kirjet`],
  moreTwice: [(n: number) => `${n} more come after these.`, (n) => `Pärast neid tuleb veel ${n}.`],
  since: [(day: string) => `Here since ${day}`, (day) => `Siin alates ${day}`],
  merge: ['Merge...', 'Liida...'],
  mergeWith: [(name: string) => `Merge with ${name}`, (name) => `Liida: ${name}`],
  dialogTitle: [(name: string) => `Merge the records of ${name}?`, (name) => `Kas liita inimese ${name} kirjed?`],
  question: [
    'Everything of the other record goes to this one. You can take them apart again for 30 days.',
    'Kõik teise kirje juurest läheb selle kirje juurde. 30 päeva jooksul saad need uuesti lahutada.',
  ],
  confirm: ['Merge', 'Liida'],
  merging: ['Merging...', 'Liidan...'],
  done: ['The records are one now.', 'Kirjed on liidetud.'],
  goes: ['What goes to this record', 'Selle kirje juurde läheb'],
  nothing: ['The other record has nothing.', 'Teise kirje juures ei ole midagi.'],
  credit: ['Credit', 'Ettemaks'],
  stays: ['Which one stays?', 'Kumb jääb alles?'],
  otherWord: [
    (field: string, other: string, now: string) => `${field}: '${other}' instead of '${now}'`,
    (field, other, now) => `${field}: „${other}“, mitte „${now}“`,
  ],
  empty: ['nothing', 'tühi'],
  signsInBoth: [
    (kept: string, gone: string) =>
      `Both sign in. From now on ${kept} does; ${gone} is signed out and can't sign in any more.`,
    (kept, gone) =>
      `Mõlemal on konto. Edaspidi logitakse sisse aadressiga ${kept}; ${gone} logitakse välja ja sellega enam sisse ei saa.`,
  ],
  signsInOne: [
    (email: string) => `From now on ${email} signs in as this person.`,
    (email) => `Edaspidi on see inimene aadressi ${email} all.`,
  ],
  inTheWay: ['First', 'Enne'],
  toClass: ['To the class', 'Trenni juurde'],
  toCourse: ['To the registrations for courses', 'Kursuste osalejate juurde'],
  paidStays: [
    'What is paid keeps its payer, and receipts and invoices stay as they are.',
    'Tasutud maksetel jääb maksja samaks, kviitungid ja arved ei muutu.',
  ],
  mergedTitle: ['Merged records', 'Liidetud kirjed'],
  mergedOn: [
    (name: string, day: string, until: string) => `${name}, merged on ${day}. Can be undone until ${until}.`,
    (name, day, until) => `${name}, liidetud ${day}. Saab lahutada kuni ${until}.`,
  ],
  undo: ['Take apart', 'Lahuta'],
  undoOf: [(name: string) => `Take apart: ${name}`, (name) => `Lahuta: ${name}`],
  undoTitle: ['Take these records apart?', 'Kas lahutada need kirjed?'],
  undoQuestion: [
    'What came from the other record goes back to it, with what was booked with its memberships since. All else stays here.',
    'Teise kirje juurest tulnu läheb sinna tagasi koos sellega, mis on vahepeal selle pääsmetega broneeritud. Muu jääb siia.',
  ],
  undone: ['These are two records again.', 'Kirjed on jälle eraldi.'],
  into: ['This record was merged with another one.', 'See kirje liideti teisega.'],
  toKept: ['Go to the record that stays', 'Ava allesjäänud kirje'],
  loadFailed: ['Other records could not be loaded.', 'Teisi kirjeid ei õnnestunud laadida.'],
})

type Words<Key extends string> = { readonly [K in Key]: readonly [string, string] }

export const kindNames = messages({
  classes: ['Classes', 'Trennid'],
  courses: ['Courses', 'Kursused'],
  waiting: ['Waiting places', 'Kohad ootejärjekorras'],
  memberships: ['Memberships', 'Pääsmed'],
  makeUps: ['Make-up classes', 'Järeletegemised'],
  absences: ['Absences', 'Puudumisteated'],
  attendance: ['Attendance', 'Kohalolekud'],
  payments: ['Payments', 'Maksed'],
  references: ['Reference numbers', 'Viitenumbrid'],
  papers: ['Receipts and invoices', 'Kviitungid ja arved'],
  guardians: ['Guardians', 'Vanemad ja hooldajad'],
  children: ['Children', 'Lapsed'],
  photos: ['Answers about photos', 'Vastused piltide kohta'],
  pauses: ['Pauses', 'Pausid'],
} satisfies Words<MovedKind>)

export const fieldNames = messages({
  phone: ['Phone', 'Telefon'],
  memberLevel: ['Member level', 'Liikmetase'],
  membershipCategory: ['Membership category', 'Liikmekategooria'],
} satisfies Words<MergedField>)

const onDay = (at: string): string => (at === '' ? '' : `, ${at}`)

/** What prevents a merge, and how to resolve it. */
export const hindranceTexts = messages({
  bothRegistered: [
    (name: string, at: string) => `Both are registered for ${name}${onDay(at)}: remove one of the two places.`,
    (name, at) => `Mõlemad on kirjas trennis ${name}${onDay(at)}: eemalda üks koht.`,
  ],
  bothInCourse: [
    (name: string, _at: string) => `Both are in the course ${name}: delete one of the two registrations.`,
    (name, _at) => `Mõlemad on kursusel ${name}: kustuta üks registreering.`,
  ],
  bothWait: [
    (name: string, at: string) => `Both wait for ${name}${onDay(at)}: take one off the waiting list.`,
    (name, at) => `Mõlemad ootavad kohta: ${name}${onDay(at)}. Eemalda üks ootejärjekorrast.`,
  ],
  registeredAndWaits: [
    (name: string, at: string) =>
      `One has a place in ${name}${onDay(at)} for which the other one waits: take that one off the waiting list.`,
    (name, at) => `Ühel on koht, mida teine ootab: ${name}${onDay(at)}. Eemalda ootaja järjekorrast.`,
  ],
  bothAbsent: [
    (name: string, at: string) =>
      `Both have a make-up class for ${name}${onDay(at)}: note that one of them comes after all.`,
    (name, at) => `Mõlemal on järeletegemine trenni ${name}${onDay(at)} eest: märgi, et üks siiski tuleb.`,
  ],
  bothBilled: [
    (name: string, _at: string) => `Both have the monthly fee of ${name}: delete one of the two payments.`,
    (name, _at) => `Mõlemal on kuutasu ${name}: kustuta üks kahest maksest.`,
  ],
})

export const refusals = messages({
  userNotFound: [
    'One of the two records is not there any more. Load the page anew.',
    'Ühte kirjet enam ei ole. Laadi leht uuesti.',
  ],
  notTheSame: [
    'Only records with the same name and date of birth can be merged.',
    'Liita saab ainult sama nime ja sünnikuupäevaga kirjeid.',
  ],
  ownRecord: [
    'This is your own record: merge on your own page, so that it stays.',
    'See on sinu enda kirje: liida oma lehel, siis jääb see alles.',
  ],
  staffRecord: [
    'The other record is of the staff: merge on its page, so that it stays.',
    'Teine kirje on töötaja oma: liida selle lehel, siis jääb see alles.',
  ],
  inTheWay: [
    ({ name }: { name: string }) => `Both have ${name}: give one of the two up first.`,
    ({ name }) => `Mõlemal on ${name}: loobu enne ühest.`,
  ],
  undoOver: ['This can no longer be undone.', 'Seda ei saa enam lahutada.'],
  mergedSince: [
    'Another record was merged since: take that one apart first.',
    'Vahepeal on liidetud veel üks kirje: lahuta enne see.',
  ],
  creditSpent: [
    'The credit that came with the other record has been spent. Cancel the payment that it went into first.',
    'Teise kirjega tulnud ettemaks on juba kasutatud. Tühista enne makse, milleks see läks.',
  ],
})
