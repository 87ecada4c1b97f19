import { inARow, messages, plural } from '#kernel/messages.ts'
import { misfitRefusals } from '#studio/memberships/messages/misfits.ts'
import { absenceRefusals } from './messages/absences.ts'
import { lateRefusals } from './messages/late.ts'
import { makeUpRefusals } from './messages/makeUps.ts'
import { choiceRefusals } from '#studio/payments/messages.ts'

/** Texts of the class list, and of taking or cancelling a place. */
export const texts = messages({
  upcoming: ['Upcoming Classes', 'Tulevased trennid'],
  // filter and sorting
  category: ['Category', 'Kategooria'],
  allCategories: ['All categories', 'Kõik kategooriad'],
  sortBy: ['Sort by', 'Järjesta'],
  dateAscending: ['Date, ascending', 'Kuupäev: varasemad enne'],
  dateDescending: ['Date, descending', 'Kuupäev: hilisemad enne'],
  nameAscending: ['Class name, ascending', 'Trenni nimi: A–Ü'],
  nameDescending: ['Class name, descending', 'Trenni nimi: Ü–A'],
  // list
  days: ['Days', 'Päevad'],
  today: ['Today', 'Täna'],
  tomorrow: ['Tomorrow', 'Homme'],
  registered: ['Registered', 'Registreeritud'],
  shown: [
    (classes: number) => `${classes} ${plural(classes, 'class', 'classes')} shown`,
    (classes: number) => `${classes} ${plural(classes, 'trenn', 'trenni')}`,
  ],
  none: ['No upcoming classes found', 'Tulevasi trenne ei ole'],
  noneHint: [
    'New classes appear here as soon as the studio adds them.',
    'Uued trennid ilmuvad siia kohe, kui stuudio need tunniplaani lisab.',
  ],
  noneInCategory: ['No upcoming classes in this category', 'Selles kategoorias tulevasi trenne ei ole'],
  noneSoonHint: ['There are classes later on.', 'Hiljem trenne on.'],
  showAll: ['Show all categories', 'Näita kõiki kategooriaid'],
  later: ['Show later classes', 'Näita hilisemaid trenne'],
  noLater: ['There are no later classes on the schedule yet.', 'Hilisemaid trenne tunniplaanis veel ei ole.'],
  // page of one class
  allClasses: ['All classes', 'Kõik trennid'],
  gone: ['This class is not on the schedule any more', 'Seda trenni ei ole enam tunniplaanis'],
  goneHint: ['It is over, or was taken off.', 'Trenn on läbi või tunniplaanist eemaldatud.'],
  // button of a row
  register: ['Register', 'Registreeru'],
  cancelRegistration: ['Cancel Registration', 'Tühista registreering'],
  classFull: ['Class Full', 'Trenn on täis'],
  registrants: ['Registrants', 'Osalejad'],
  included: ['Included in membership', 'Kuulub sinu gruppi'],
  thenBack: [
    (name: string) => `${name}: sign in or sign up, and you come straight to this class.`,
    (name) => `${name}: logi sisse või loo konto ja jõuad kohe selle trenni juurde.`,
  ],
  fullWhy: [
    'All places are taken. A place that becomes free shows here at once.',
    'Kõik kohad on võetud. Kui mõni koht vabaneb, on see kohe siin näha.',
  ],
  left: [(places: number) => `${places} left`, (places) => `${places} vaba`],
  /** Places held for people on the waiting list. */
  held: [(places: number) => `${places} held`, (places) => `${places} hoitud`],
  endsFirst: ['Ends first', 'Lõpeb esimesena'],
  includedWhy: [
    'Your membership category includes this class: just come.',
    'See on sinu grupi trenn: tule lihtsalt kohale.',
  ],
  // choosing the payment
  registerFor: [
    (className: string) => `Register for ${className}`,
    (className: string) => `Registreeru trenni: ${className}`,
  ],
  // to somebody with no child here yet
  forChild: ['Booking for a child?', 'Kas koht on lapsele?'],
  addChildFirst: ['Add the child first', 'Lisa enne laps'],
  howToRegister: ['How would you like to register?', 'Kuidas soovid registreeruda?'],
  loadingMemberships: ['Loading memberships', 'Laadin pääsmeid'],
  membershipsFailed: ['Failed to load memberships', 'Pääsmeid ei õnnestunud laadida'],
  usedOf: [(used: number, limit: number) => `${used}/${limit} used`, (used, limit) => `${used}/${limit} kasutatud`],
  validUntil: [(day: string) => `Valid until ${day}`, (day: string) => `Kehtib kuni ${day}`],
  dropIn: ['Drop-in', 'Üksikpilet'],
  byDropIn: ['drop-in', 'üksikpiletiga'],
  dropInFee: ['Drop-in fee', 'Üksikpiletiga'],
  dropInDetail: ['You choose how to pay in the next step.', 'Makseviisi valid järgmises sammus.'],
  chooseFirst: ['Please choose a membership or the drop-in fee.', 'Palun vali pääse või üksikpilet.'],
  goOn: ['Continue', 'Edasi'],
  registering: ['Registering...', 'Registreerin...'],
  registeredUsing: [
    (method: string) => `Successfully registered using ${method}!`,
    (method: string) => `Oled trenni registreeritud ${method}.`,
  ],
  othersRegisteredUsing: [
    (names: readonly string[], method: string) =>
      `${inARow(names, 'and')} ${plural(names.length, 'is', 'are')} successfully registered using ${method}!`,
    (names, method) => `${inARow(names, 'ja')} on trenni registreeritud ${method}.`,
  ],
  registrationFailed: [
    (reason: string) => `Class registration failed. ${reason}`,
    (reason: string) => `Trenni ei õnnestunud registreeruda. ${reason}`,
  ],
  dropInFailed: ['Failed to process drop-in payment.', 'Üksikpiletit ei õnnestunud vormistada.'],
  paymentFailed: ['Failed to create payment. Please try again.', 'Makset ei õnnestunud luua. Palun proovi uuesti.'],
  ourFault: [
    'This error is probably our fault! Please contact support. NB! It is OK to come to class without registering.',
    'See viga on tõenäoliselt meie oma! Palun kirjuta meile. NB! Trenni võib tulla ka registreerumata.',
  ],
  // cancelling a place
  cancelQuestion: [
    (className: string, when: string) => `Give back your place in ${className}, ${when}?`,
    (className: string, when: string) => `Kas loobud oma kohast? ${className}, ${when}`,
  ],
  cancelQuestionOf: [
    (name: string, className: string, when: string) => `Give back ${name}’s place in ${className}, ${when}?`,
    (name, className, when) => `Kas loobuda kohast (${name})? ${className}, ${when}`,
  ],
  cancelMembership: [
    (membership: string) => `The class goes back to your membership ${membership}.`,
    (membership: string) => `Kord läheb tagasi sinu pääsmele „${membership}“.`,
  ],
  cancelMembershipOf: [
    (membership: string) => `The class goes back to the membership ${membership}.`,
    (membership) => `Kord läheb tagasi pääsmele „${membership}“.`,
  ],
  cancelDropIn: [
    (price: string) => `Your drop-in payment of ${price} will be cancelled.`,
    (price: string) => `Sinu üksikpileti makse (${price}) tühistatakse.`,
  ],
  staysIncluded: [
    "You stay in the class as a member of the group. If you can't come, say so there.",
    'Grupi liikmena oled selles trennis edasi kirjas. Kui sa ei saa tulla, anna sellest trenni juures teada.',
  ],
  staysIncludedOf: [
    (name: string) => `${name} stays in the class as a member of the group. If they can't come, say so there.`,
    (name) =>
      `Grupi liikmena on ${name} selles trennis edasi kirjas. Kui ta ei saa tulla, anna sellest trenni juures teada.`,
  ],
  // somebody else was faster while the question was open
  placeGone: ['There is nothing left to cancel.', 'Siin ei ole enam midagi tühistada.'],
  placeGoneWhy: [
    'The place was given back in the meantime, or the class was cancelled.',
    'Kohast on vahepeal loobutud või jääb trenn ära.',
  ],
  keepPlace: ['Keep the place', 'Jäta koht alles'],
  cancelling: ['Cancelling...', 'Tühistan...'],
  cancelled: ['Registration cancelled successfully!', 'Registreering on tühistatud!'],
  cancelFailed: ['Failed to cancel registration.', 'Registreeringut ei õnnestunud tühistada.'],
  cancellationFailed: [
    'Class cancellation failed. Please try again.',
    'Trennist ei õnnestunud loobuda. Palun proovi uuesti.',
  ],
  // the viewer's own places
  mine: ['Registered classes', 'Minu trennid'],
  mineFailed: ['Your registered classes could not be loaded.', 'Sinu trenne ei õnnestunud laadida.'],
  noMine: ['You are not registered for any class.', 'Sa ei ole veel ühtegi trenni registreerunud.'],
  familyNone: [
    'Nobody in your family is registered for any class.',
    'Sinu perest ei ole veel keegi trenni registreerunud.',
  ],
  // the classes of their groups are listed beside it
  noMineBeyond: [
    'You are not registered for any class besides those of a group.',
    'Peale grupi trennide ei ole sa veel ühtegi trenni registreerunud.',
  ],
  familyNoneBeyond: [
    'Nobody in your family is registered for any class besides those of a group.',
    'Peale grupi trennide ei ole sinu perest veel keegi trenni registreerunud.',
  ],
  includedToo: [
    (names: string) => `Included in the membership, without registering: ${names}`,
    (names) => `Grupi trennid, registreeruda pole vaja: ${names}`,
  ],
  method: ['Method', 'Osalemisviis'],
  payment: ['Payment status', 'Makse olek'],
  byMembership: ['membership', 'pääsmega'],
  pass: ['Pass', 'Pääse'],
  byPass: [(name: string) => name, (name) => `pääsmega „${name}“`],
  browse: ['Upcoming Classes', 'Tulevased trennid'],
  tooLate: [
    'The class has started: a registration can be cancelled until then.',
    'Trenn on juba alanud: registreeringut saab tühistada ainult enne algust.',
  ],
  // next classes
  nextUp: ['Next up', 'Järgmisena'],
  afterThat: ['Coming up', 'Tulemas'],
  nothingNext: ['Nothing planned yet', 'Plaanis ei ole veel midagi'],
  nothingNextHint: ['Find a class you like and take a place.', 'Leia sobiv trenn ja võta koht.'],
  nothingNextFor: [
    (names: readonly string[]) => `Find a class for ${inARow(names, 'and')}, and take a place.`,
    (names) => `${inARow(names, 'ja')}: leia sobiv trenn ja võta koht.`,
  ],
  now: ['Now', 'Praegu'],
  inDays: [(days: number) => `In ${days} days`, (days: number) => `${days} päeva pärast`],
  course: ['Course', 'Kursus'],
  // membership category
  membershipCategory: ['Membership category', 'Liikmekategooria'],
  nextIncluded: ['Next included class', 'Grupi järgmine trenn'],
  noNextIncluded: ['No included class is planned.', 'Grupi trenne ei ole praegu plaanis.'],
  notSetHint: [
    'If the studio adds you to a group, its classes are included: just come.',
    'Kui stuudio lisab sind gruppi, võid selle trennidesse tulla ka registreerumata.',
  ],
  coverHint: [
    'Cover members pay the member price. Please register for each class.',
    'Coverigrupi liige maksab liikmehinda. Palun registreeru igasse trenni.',
  ],
})

/** Page behind the link in a reminder. */
export const placeTexts = messages({
  title: ['Your place', 'Sinu koht'],
  none: [
    'You have no place in this class any more, or it is over.',
    'Sul ei ole selles trennis enam kohta või on trenn juba läbi.',
  ],
})

/** All refusals of registrations/contract.ts. */
export const refusals = messages(
  {
    scheduleNotFound: ['Schedule not found', 'Seda trenni ei ole enam tunniplaanis.'],
    scheduleNotFoundHelps: ['Choose another class.', 'Vali teine trenn.'],
    entryCancelled: [
      'This class has been cancelled by the studio. Choose another class.',
      'Stuudio on selle trenni ära jätnud. Vali teine trenn.',
    ],
    entryStarted: [
      'This class has already started. If need be, ask the studio.',
      'See trenn on juba alanud. Vajadusel küsi stuudiost.',
    ],
    includedAlready: [
      'This class is included in the membership category: the place is there without registering.',
      'See on grupi trenn: koht on olemas ka registreerumata.',
    ],
    alreadyRegistered: ['User already registered for this class.', 'Sellesse trenni on juba registreeritud.'],
    classFull: ['Class is full', 'Trenn on täis.'],
    classFullHelps: ['Choose another class.', 'Vali teine trenn.'],
    offerEnded: ['This offer has ended.', 'See pakkumine on lõppenud.'],
    offerEndedHelps: [
      'Where it is full you can join the waiting list again.',
      'Kui kohti ei ole, saad uuesti ootejärjekorda minna.',
    ],
    registrationNotFound: ['No registration found for this schedule.', 'Sellesse trenni ei ole registreeritud.'],
  },
  misfitRefusals,
  choiceRefusals,
  lateRefusals,
  absenceRefusals,
  makeUpRefusals,
)
