import { messages, plural } from '#kernel/messages.ts'

/** '40 seconds', '3 minutes', '2 hours': how long to wait, rounded up so that trying again then works. */
function waitIn(
  seconds: number,
  unit: { seconds: string; minute: string; minutes: string; hour: string; hours: string },
) {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} ${unit.seconds}`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `${minutes} ${plural(minutes, unit.minute, unit.minutes)}`
  const hours = Math.ceil(minutes / 60)
  return `${hours} ${plural(hours, unit.hour, unit.hours)}`
}

const english = { seconds: 'seconds', minute: 'minute', minutes: 'minutes', hour: 'hour', hours: 'hours' }
// in the genitive, as 'pärast' (after) wants it
const estonian = { seconds: 'sekundi', minute: 'minuti', minutes: 'minuti', hour: 'tunni', hours: 'tunni' }

/** What any command may be refused for (kernel/procedures.ts, CommonRefusal). */
export const commonRefusals = messages({
  en: {
    signInNeeded: 'Authentication error. Please log in again.',
    verificationNeeded: 'Please verify your email to access all features',
    notAllowed: 'You are not allowed to do this.',
    invalidInput: 'Please check all fields and try again.',
    nameMisleading: 'Please use visible characters only.',
    keyReused: 'This was already sent with other details. Please reload the page and try again.',
    tooManyRequests: ({ seconds = 60 }: { seconds?: number }) =>
      `Too many attempts. Please try again in ${waitIn(seconds, english)}.`,
    tooManyWatched: 'This page shows too much at once. Please reload it and try again.',
    busy: 'Too much is going on right now. Please try again in a moment.',
    deadlineExceeded: 'The answer took too long. Please try again.',
    unreachable: 'There is no connection. Please check your internet connection and try again.',
    unexpected: ({ id }: { id?: string }) =>
      `Something went wrong on our side. Please try again.${id ? ` If it happens again, please tell us this number: ${id}` : ''}`,
  },
  et: {
    signInNeeded: 'Sisselogimine on aegunud. Palun logi uuesti sisse.',
    verificationNeeded: 'Kõigi võimaluste kasutamiseks kinnita palun oma e-posti aadress.',
    notAllowed: 'Sul ei ole selleks õigust.',
    invalidInput: 'Palun kontrolli kõik väljad üle ja proovi uuesti.',
    nameMisleading: 'Palun kasuta ainult nähtavaid märke.',
    keyReused: 'See on juba teiste andmetega saadetud. Palun laadi leht uuesti ja proovi siis veel kord.',
    tooManyRequests: ({ seconds = 60 }: { seconds?: number }) =>
      `Liiga palju katseid. Palun proovi uuesti ${waitIn(seconds, estonian)} pärast.`,
    tooManyWatched: 'Sellel lehel on korraga liiga palju lahti. Palun laadi leht uuesti ja proovi siis veel kord.',
    busy: 'Praegu on palju korraga teoksil. Palun proovi hetke pärast uuesti.',
    deadlineExceeded: 'Vastus võttis liiga kaua aega. Palun proovi uuesti.',
    unreachable: 'Ühendus puudub. Palun kontrolli internetiühendust ja proovi uuesti.',
    unexpected: ({ id }: { id?: string }) =>
      `Midagi läks meie poolel valesti. Palun proovi uuesti.${id ? ` Kui see kordub, ütle meile palun see number: ${id}` : ''}`,
  },
})

/** Words that many screens need. */
export const words = messages({
  en: {
    loading: 'Loading',
    loadFailed: 'This could not be loaded.',
    tryAgain: 'Try again',
    addToCalendar: 'Add to calendar',
    close: 'Close',
    cancel: 'Cancel',
    confirm: 'Confirm',
    back: 'Back',
    save: 'Save Changes',
    takeNewer: 'Take the newer values',
    keepTyped: 'Keep what I typed',
    edit: 'Edit',
    delete: 'Delete',
    showMore: 'Show More',
    showLess: 'Show Less',
    pleaseSignIn: 'Please sign in to register',
    unknown: 'Unknown',
    deletedUser: 'Deleted user',
    notSet: 'Not set',
    required: 'Please fill in this field.',
    adminOnly: 'Only an admin can do this.',
    name: 'Name',
    email: 'E-mail',
    actions: 'Actions',
    search: 'Search',
    byAlphabet: { ascending: 'A–Z', descending: 'Z–A' },
    byTime: { ascending: 'oldest first', descending: 'newest first' },
    exportCsv: 'Export CSV',
    exporting: (percent: number | null) => (percent === null ? 'Exporting...' : `Exporting... ${percent}%`),
    exported: (file: string) => `Saved as ${file}.`,
    exportFailed: 'The file could not be made. Please try again.',
    exportCut: (rows: number, total: number) =>
      `Only the first ${rows} of ${total} rows are in the file. Please narrow down the list.`,
    pages: 'Pages',
    previous: 'Previous',
    next: 'Next',
    pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
    pageOfMore: (page: number, pages: number) => `Page ${page} of more than ${pages}`,
  },
  et: {
    loading: 'Laadin',
    loadFailed: 'Seda ei õnnestunud laadida.',
    tryAgain: 'Proovi uuesti',
    addToCalendar: 'Lisa kalendrisse',
    close: 'Sulge',
    cancel: 'Loobu',
    confirm: 'Kinnita',
    back: 'Tagasi',
    save: 'Salvesta muudatused',
    takeNewer: 'Võta uuemad andmed',
    keepTyped: 'Jäta minu kirjutatu',
    edit: 'Muuda',
    delete: 'Kustuta',
    showMore: 'Näita rohkem',
    showLess: 'Näita vähem',
    pleaseSignIn: 'Registreerumiseks logi palun sisse',
    unknown: 'Teadmata',
    deletedUser: 'Kustutatud kasutaja',
    notSet: 'Määramata',
    required: 'Palun täida see väli.',
    adminOnly: 'Seda saab teha ainult administraator.',
    name: 'Nimi',
    email: 'E-post',
    actions: 'Tegevused',
    search: 'Otsi',
    byAlphabet: { ascending: 'A–Ü', descending: 'Ü–A' },
    byTime: { ascending: 'vanemad enne', descending: 'uuemad enne' },
    exportCsv: 'Laadi alla CSV-fail',
    exporting: (percent) => (percent === null ? 'Koostan faili...' : `Koostan faili... ${percent}%`),
    exported: (file) => `Fail on salvestatud: ${file}`,
    exportFailed: 'Faili ei õnnestunud koostada. Palun proovi uuesti.',
    exportCut: (rows, total) => `Failis on ${total} reast ainult esimesed ${rows}. Palun kitsenda loendit.`,
    pages: 'Leheküljed',
    previous: 'Eelmine',
    next: 'Järgmine',
    pageOf: (page, pages) => `Lehekülg ${page} / ${pages}`,
    pageOfMore: (page, pages) => `Lehekülg ${page}, kokku üle ${pages}`,
  },
})

/** What the components of ui/ say by themselves. */
export const uiTexts = messages({
  en: {
    close: 'Close',
    dismiss: 'Dismiss',
    notifications: 'Notifications',
    // not 'password': the field itself is found by that word
    showPassword: 'Show what is typed',
    hidePassword: 'Hide what is typed',
    clear: 'Clear',
    sortBy: 'Sort by',
    actions: 'Actions',
    noNumber: 'Please enter a whole number.',
    noAmount: 'Please enter an amount such as 12.50.',
    loading: 'Loading',
    loadFailed: 'This could not be loaded. Please check your internet connection and try again.',
    listNow: (name: string, count: number) => `${name}: now ${count}`,
  },
  et: {
    close: 'Sulge',
    dismiss: 'Sulge teade',
    notifications: 'Teated',
    showPassword: 'Näita, mida kirjutan',
    hidePassword: 'Peida, mida kirjutan',
    clear: 'Tühjenda',
    sortBy: 'Järjesta',
    actions: 'Tegevused',
    noNumber: 'Palun sisesta täisarv.',
    noAmount: 'Palun sisesta summa, näiteks 12,50.',
    loading: 'Laadin',
    loadFailed: 'Seda ei õnnestunud laadida. Palun kontrolli internetiühendust ja proovi uuesti.',
    listNow: (name, count) => `${name}: nüüd ${count}`,
  },
})
