import { messages, plural } from '#kernel/messages.ts'

/** '40 seconds', '3 minutes', '2 hours': how long to wait, rounded up so that a retry after it succeeds. */
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
// genitive, which 'pärast' (after) requires
const estonian = { seconds: 'sekundi', minute: 'minuti', minutes: 'minuti', hour: 'tunni', hours: 'tunni' }

/** What any command may be refused for (kernel/procedures.ts, CommonRefusal). */
export const commonRefusals = messages({
  signInNeeded: ['Authentication error. Please log in again.', 'Sisselogimine on aegunud. Palun logi uuesti sisse.'],
  verificationNeeded: [
    'Please verify your email to access all features',
    'Kõigi võimaluste kasutamiseks kinnita palun oma e-posti aadress.',
  ],
  termsNotAccepted: ['Please accept the studio’s terms first.', 'Palun nõustu enne stuudio tingimustega.'],
  secondStepNeeded: [
    'Set up two steps or a passkey in your account first.',
    'Seadista enne oma kontol kaks sammu või pääsuvõti.',
  ],
  notAllowed: ['You are not allowed to do this.', 'Sul ei ole selleks õigust.'],
  invalidInput: ['Please check all fields and try again.', 'Palun kontrolli kõik väljad üle ja proovi uuesti.'],
  nameMisleading: ['Please use visible characters only.', 'Palun kasuta ainult nähtavaid märke.'],
  keyReused: [
    'This was already sent with other details. Please reload the page and try again.',
    'See on juba teiste andmetega saadetud. Palun laadi leht uuesti ja proovi siis veel kord.',
  ],
  anotherAccount: ['Somebody else is signed in here by now.', 'Siin on nüüd sisse logitud keegi teine.'],
  tooManyRequests: [
    ({ seconds = 60 }: { seconds?: number }) => `Too many attempts. Please try again in ${waitIn(seconds, english)}.`,
    ({ seconds = 60 }: { seconds?: number }) =>
      `Liiga palju katseid. Palun proovi uuesti ${waitIn(seconds, estonian)} pärast.`,
  ],
  tooManyWatched: [
    'This page shows too much at once. Please reload it and try again.',
    'Sellel lehel on korraga liiga palju lahti. Palun laadi leht uuesti ja proovi siis veel kord.',
  ],
  busy: [
    'Too much is going on right now. Please try again in a moment.',
    'Praegu on palju korraga teoksil. Palun proovi hetke pärast uuesti.',
  ],
  deadlineExceeded: [
    'The answer took too long. Please try again.',
    'Vastus võttis liiga kaua aega. Palun proovi uuesti.',
  ],
  unreachable: [
    'There is no connection. Please check your internet connection and try again.',
    'Ühendus puudub. Palun kontrolli internetiühendust ja proovi uuesti.',
  ],
  unexpected: [
    ({ id }: { id?: string }) =>
      `Something went wrong on our side. Please try again.${id ? ` If it happens again, please tell us this number: ${id}` : ''}`,
    ({ id }: { id?: string }) =>
      `Midagi läks meie poolel valesti. Palun proovi uuesti.${id ? ` Kui see kordub, ütle meile palun see number: ${id}` : ''}`,
  ],
})

/** Words shared by many screens. */
export const words = messages({
  writeMessage: ['Write a message', 'Kirjuta sõnum'],
  share: ['Share', 'Jaga'],
  linkCopied: ['Link copied.', 'Link on kopeeritud.'],
  linkNotCopied: [
    (link: string) => `This browser does not allow copying: ${link}`,
    (link) => `See brauser ei luba kopeerida: ${link}`,
  ],
  toSignIn: ['Sign in', 'Logi sisse'],
  lost: ['That page does not exist, or you may not open it.', 'Seda lehte ei ole või sul pole õigust seda avada.'],
  signedOut: ['You have been signed out. Please sign in again.', 'Oled välja logitud. Palun logi uuesti sisse.'],
  toSignUp: ['Sign up', 'Loo konto'],
  loading: ['Loading', 'Laadin'],
  loadFailed: ['This could not be loaded.', 'Seda ei õnnestunud laadida.'],
  tryAgain: ['Try again', 'Proovi uuesti'],
  addToCalendar: ['Add to calendar', 'Lisa kalendrisse'],
  close: ['Close', 'Sulge'],
  cancel: ['Cancel', 'Loobu'],
  confirm: ['Confirm', 'Kinnita'],
  back: ['Back', 'Tagasi'],
  save: ['Save Changes', 'Salvesta muudatused'],
  takeNewer: ['Take the newer values', 'Võta uuemad andmed'],
  noConnection: ['There is no connection', 'Ühendus puudub'],
  goesOn: [
    'Please check your internet connection. This goes on by itself once it is back.',
    'Palun kontrolli internetiühendust. Kui see taastub, saad siin kohe jätkata.',
  ],
  leaveTitle: ['Leave without saving?', 'Kas lahkud salvestamata?'],
  leaveQuestion: [(what: string) => `This is not saved yet: ${what}.`, (what) => `See on veel salvestamata: ${what}.`],
  leave: ['Leave', 'Lahku'],
  closeTitle: ['Close without saving?', 'Kas sulged salvestamata?'],
  closeUnsaved: ['Close without saving', 'Sulge salvestamata'],
  stay: ['Stay', 'Jää siia'],
  keepTyped: ['Keep what I typed', 'Jäta minu kirjutatu'],
  edit: ['Edit', 'Muuda'],
  delete: ['Delete', 'Kustuta'],
  showMore: ['Show More', 'Näita rohkem'],
  showLess: ['Show Less', 'Näita vähem'],
  pleaseSignIn: ['Please sign in to register', 'Registreerumiseks logi palun sisse'],
  unknown: ['Unknown', 'Teadmata'],
  deletedUser: ['Deleted user', 'Kustutatud kasutaja'],
  notSet: ['Not set', 'Määramata'],
  required: ['Please fill in this field.', 'Palun täida see väli.'],
  adminOnly: ['Only an admin can do this.', 'Seda saab teha ainult administraator.'],
  name: ['Name', 'Nimi'],
  email: ['E-mail', 'E-post'],
  actions: ['Actions', 'Tegevused'],
  copyId: ['Copy ID', 'Kopeeri ID'],
  idCopied: ['ID copied.', 'ID on kopeeritud.'],
  search: ['Search', 'Otsi'],
  byAlphabet: {
    ascending: ['A–Z', 'A–Ü'],
    descending: ['Z–A', 'Ü–A'],
  },
  byTime: {
    ascending: ['oldest first', 'vanemad enne'],
    descending: ['newest first', 'uuemad enne'],
  },
  exportCsv: ['Export CSV', 'Salvesta CSV'],
  exporting: [
    (percent: number | null) => (percent === null ? 'Exporting...' : `Exporting... ${percent}%`),
    (percent) => (percent === null ? 'Koostan faili...' : `Koostan faili... ${percent}%`),
  ],
  exported: [(file: string) => `Saved as ${file}.`, (file) => `Fail on salvestatud: ${file}`],
  exportFailed: ['The file could not be made. Please try again.', 'Faili ei õnnestunud koostada. Palun proovi uuesti.'],
  exportCut: [
    (rows: number, total: number) =>
      `Only the first ${rows} of ${total} rows are in the file. Please narrow down the list.`,
    (rows, total) => `Failis on ${total} reast ainult esimesed ${rows}. Palun kitsenda loendit.`,
  ],
  pages: ['Pages', 'Leheküljed'],
  previous: ['Previous', 'Eelmine'],
  monthBefore: ['Month before', 'Eelmine kuu'],
  monthAfter: ['Month after', 'Järgmine kuu'],
  next: ['Next', 'Järgmine'],
  pageOf: [(page: number, pages: number) => `Page ${page} of ${pages}`, (page, pages) => `Lehekülg ${page} / ${pages}`],
  pageOfMore: [
    (page: number, pages: number) => `Page ${page} of more than ${pages}`,
    (page, pages) => `Lehekülg ${page}, kokku üle ${pages}`,
  ],
})

/** Texts built into the components of ui/. */
export const uiTexts = messages({
  close: ['Close', 'Sulge'],
  dismiss: ['Dismiss', 'Sulge teade'],
  notifications: ['Notifications', 'Teated'],
  // without the word 'password': tests and screen readers find the field itself by it
  showPassword: ['Show what is typed', 'Näita, mida kirjutan'],
  hidePassword: ['Hide what is typed', 'Peida, mida kirjutan'],
  clear: ['Clear', 'Tühjenda'],
  sortBy: ['Sort by', 'Järjesta'],
  actions: ['Actions', 'Tegevused'],
  noNumber: ['Please enter a whole number.', 'Palun sisesta täisarv.'],
  noAmount: ['Please enter an amount such as 12.50.', 'Palun sisesta summa, näiteks 12,50.'],
  loading: ['Loading', 'Laadin'],
  loadFailed: [
    'This could not be loaded. Please check your internet connection and try again.',
    'Seda ei õnnestunud laadida. Palun kontrolli internetiühendust ja proovi uuesti.',
  ],
  moreFor: [(name: string) => `More: ${name}`, (name) => `Veel: ${name}`],
  listNow: [(name: string, count: number) => `${name}: now ${count}`, (name, count) => `${name}: nüüd ${count}`],
})
