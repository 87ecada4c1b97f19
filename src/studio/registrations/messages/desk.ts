import { messages, plural } from '#kernel/messages.ts'

/** What staff can do when a class is full. */
const whenFull = {
  en: 'Raise its maximum, or choose another class.',
  et: 'Suurenda trenni kohtade arvu või vali teine trenn.',
}

/** Texts of Class Registration by staff, and of editing or cancelling an entry. */
export const deskTexts = messages({
  registration: ['Class Registration', 'Registreeri inimene trenni'],
  subtitle: [
    'Choose a person and a class, then how the place is paid.',
    'Vali inimene ja trenn ning seejärel, kuidas koha eest tasutakse.',
  ],
  upcoming: ['Upcoming Classes', 'Tulevased trennid'],
  noUpcoming: ['No upcoming classes found', 'Tulevasi trenne ei ole'],
  later: ['Show later classes', 'Näita hilisemaid trenne'],
  person: ['Person', 'Inimene'],
  search: ['Search by name or e-mail', 'Otsi nime või e-posti järgi'],
  searching: ['Searching', 'Otsin'],
  nobody: ['Nobody found', 'Kedagi ei leitud'],
  found: [
    (people: number) => `${people} ${plural(people, 'person', 'people')} found`,
    (people) => `Leitud ${people} ${plural(people, 'inimene', 'inimest')}`,
  ],
  moreFound: [
    (people: number) => `The first ${people} are shown. Please type more of the name.`,
    (people) => `Esimesed ${people} inimest. Kirjuta nimest rohkem.`,
  ],
  otherPerson: ['Choose another person', 'Vali teine inimene'],
  change: ['Change', 'Muuda'],
  changeOf: [(what: string) => `Change: ${what}`, (what) => `Muuda: ${what}`],
  personGone: [
    'This person cannot be registered. Please choose another.',
    'Seda inimest ei saa registreerida. Palun vali teine.',
  ],
  class: ['Class', 'Trenn'],
  noClassChosen: ['Choose a class from the list', 'Vali trenn loendist'],
  participants: ['Participants', 'Osalejaid'],
  heldUntil: [
    (places: number, until: string) => `${places} held until ${until}`,
    (places, until) => `${places} ${places === 1 ? 'koht' : 'kohta'} hoitud kuni ${until}`,
  ],
  fullWhileHeld: [
    (until: string) =>
      `The class is full: a place is held until ${until} for somebody on the waiting list. ${whenFull.en}`,
    (until) => `Trenn on täis: koht on järjekorras ootajale hoitud kuni ${until}. ${whenFull.et}`,
  ],
  memberships: ['Memberships', 'Pääsmed'],
  noMemberships: ['No active memberships', 'Kehtivaid pääsmeid ei ole'],
  unfit: [
    (passes: number) => `${passes} ${plural(passes, 'pass doesn’t', 'passes don’t')} fit`,
    (passes) => `${passes} ${plural(passes, 'pääse', 'pääset')} ei sobi`,
  ],
  sellPass: ['Sell a pass', 'Müü pääse'],
  sellPassTo: [(name: string) => `Sell a pass to ${name}`, (name) => `Pääse: ${name}`],
  withMembership: ['Register with Membership', 'Registreeri pääsmega'],
  withDropIn: ['Register with Drop-in', 'Registreeri üksikpiletiga'],
  registering: ['Registering...', 'Registreerin...'],
  chooseClass: ['Please choose a class.', 'Palun vali trenn.'],
  choosePerson: ['Please choose a person.', 'Palun vali inimene.'],
  chooseMembership: ['Please choose a membership.', 'Palun vali pääse.'],
  registeredWithMakeUp: ['Registered with a make-up class.', 'Registreeritud järeletegemisega.'],
  registeredWithMembership: ['User registered successfully with membership!', 'Kasutaja on pääsmega registreeritud!'],
  registeredWithDropIn: ['User registered successfully with drop-in!', 'Kasutaja on üksikpiletiga registreeritud!'],
  membershipFailed: ['Failed to register user with membership.', 'Kasutajat ei õnnestunud pääsmega registreerida.'],
  dropInFailed: ['Failed to register user with drop-in.', 'Kasutajat ei õnnestunud üksikpiletiga registreerida.'],
  prepareFailed: [
    'Failed to prepare drop-in registration.',
    'Üksikpiletiga registreerimist ei õnnestunud ette valmistada.',
  ],
  dropInFor: [(className: string) => `Drop-in: ${className}`, (className) => `Üksikpilet: ${className}`],

  edit: ['Edit Schedule Item', 'Muuda seda trenni'],
  details: ['Class details', 'Trenni osalejad'],
  loadFailed: [
    'Failed to load schedule data. Please try again.',
    'Tunniplaani andmeid ei õnnestunud laadida. Palun proovi uuesti.',
  ],
  notFound: ['Schedule not found', 'Seda trenni ei ole enam tunniplaanis.'],
  backToRegistrants: ['Class Registrants', 'Trennide osalejad'],
  takeOff: ['Cancel or delete', 'Jäta ära või kustuta'],
  cancelEntry: ['Cancel this class', 'Jäta trenn ära'],
  cancelHint: [
    'Registrations end, memberships get their class back, drop-in payments are cancelled, and everyone gets an e-mail. Money that was received already may have to be returned.',
    'Registreeringud lõpevad, pääsmetele läheb kord tagasi, üksikpiletite maksed tühistatakse ja kõik osalejad saavad e-kirja. Kui keegi on juba maksnud, tuleb raha võib-olla tagastada.',
  ],
  cancelQuestion: [
    (className: string, when: string) => `Are you sure you want to cancel ${className}, ${when}?`,
    (className, when) => `Kas jätad trenni kindlasti ära? ${className}, ${when}`,
  ],
  begun: [
    'This class has begun: if it is cancelled, marks of who came no longer count.',
    'See trenn on juba alanud: kui see ära jätta, siis kohalolekud enam ei loe.',
  ],
  paid: [
    (people: number, sum: string) => `${people} ${plural(people, 'person has', 'people have')} paid for it: ${sum}.`,
    (people, sum) => `Selle eest on maksnud ${people} ${plural(people, 'inimene', 'inimest')}: ${sum}.`,
  ],
  keep: ['Keep the class', 'Trenn jääb alles'],
  cancelling: ['Cancelling...', 'Jätan ära...'],
  told: [
    (people: number) =>
      people === 0
        ? 'Nobody gets an e-mail about it.'
        : `${people} ${plural(people, 'person gets', 'people get')} an e-mail about it.`,
    (people) =>
      people === 0
        ? 'Keegi ei saa selle kohta e-kirja.'
        : `Selle kohta saab e-kirja ${people} ${plural(people, 'inimene', 'inimest')}.`,
  ],
  cancelFailed: [
    'Class cancellation failed. Please try again.',
    'Trenni ei õnnestunud ära jätta. Palun proovi uuesti.',
  ],
  delete: ['Delete', 'Kustuta'],
  deleteHint: [
    'An entry without registrations can be deleted. Whoever is included in it gets an e-mail.',
    'Kustutada saab trenni, kuhu keegi ei ole registreerunud. Grupi liikmed, kellele see mõeldud on, saavad e-kirja.',
  ],
  deleteQuestion: [
    (className: string, when: string) => `Are you sure you want to delete ${className}, ${when}?`,
    (className, when) => `Kas kustutad kindlasti? ${className}, ${when}`,
  ],
  deleting: ['Deleting...', 'Kustutan...'],
  deleted: ['Schedule entry deleted.', 'Trenn on tunniplaanist kustutatud.'],
  deleteFailed: ['The schedule entry could not be deleted.', 'Trenni ei õnnestunud tunniplaanist kustutada.'],
  hasRegistrations: [
    'It has registrations: cancel the class instead.',
    'Sellesse trenni on registreerutud: kustutamise asemel jäta see ära.',
  ],
  isCancelled: [
    'This class has been cancelled. It stays on the schedule, so that everyone sees it.',
    'See trenn jääb ära. Tunniplaani jääb see alles, et kõik seda näeksid.',
  ],
})

/** Refusals with other words when staff register another person. */
export const deskRefusals = messages({
  userNotFound: ['User not found.', 'Kasutajat ei leitud.'],
  userNotFoundHelps: ['Search for the person again.', 'Otsi inimest uuesti.'],
  includedAlready: [
    'This class is included in the person’s membership: there is a place without registering.',
    'See trenn kuulub inimese gruppi: koht on olemas ka registreerumata.',
  ],
  entryStarted: [
    'This class has already started. Choose another class.',
    'See trenn on juba alanud. Vali teine trenn.',
  ],
  saidAbsent: [
    "This person said that they can't come: press 'Comes after all' in the class.",
    'See inimene andis teada, et ei saa tulla: vajuta trenni juures „Tuleb siiski“.',
  ],
  classFull: ['Class is full', 'Trenn on täis.'],
  classFullHelps: [whenFull.en, whenFull.et],
  alreadyRegistered: ['User already registered for this class.', 'See inimene on sellesse trenni juba registreeritud.'],
})

/** Refusals of cancelling a class. */
export const takeOffRefusals = messages({
  scheduleNotFound: ['Schedule not found', 'Seda trenni ei ole enam tunniplaanis.'],
  scheduleNotFoundHelps: ['Look at the list again.', 'Vaata nimekiri uuesti üle.'],
  entryCancelled: ['This class is cancelled already.', 'See trenn on juba ära jäetud.'],
})
