import { messages, plural } from '#kernel/messages.ts'

/** Scheduled Classes and Registrants, Class details, and attendance. */
export const texts = messages({
  title: ['Scheduled Classes and Registrants', 'Trennid ja osalejad'],
  exportName: ['registrants', 'osalejad'],
  range: ['Show classes', 'Näita trenne'],
  ranges: {
    upcoming: ['Upcoming', 'Tulevased'],
    thisWeek: ['This week', 'See nädal'],
    lastWeek: ['Last week', 'Eelmine nädal'],
    thisMonth: ['This month', 'See kuu'],
    lastMonth: ['Last month', 'Eelmine kuu'],
    past: ['All past', 'Kõik möödunud'],
  },
  className: ['Class name', 'Trenni nimi'],
  date: ['Date', 'Kuupäev'],
  startTime: ['Start time', 'Algus'],
  endTime: ['End time', 'Lõpp'],
  registrants: ['Registrants', 'Osalejad'],
  registrantCount: ['Registrants', 'Osalejaid'],
  editSchedule: [
    (className: string) => `Edit Schedule Item: ${className}`,
    (className) => `Muuda seda trenni: ${className}`,
  ],
  name: ['Name', 'Nimi'],
  email: ['E-mail', 'E-post'],
  method: ['Registration method', 'Pääse või pilet'],
  paymentStatus: ['Payment status', 'Makse olek'],
  attendance: ['Attendance', 'Kohalolek'],
  attended: ['Attended', 'Kohal'],
  'no-show': ['No-show', 'Puudub'],
  here: [(here: number, all: number) => `${here} of ${all} here`, (here, all) => `${here}/${all} kohal`],
  allHere: [(people: number) => `All here (${people})`, (people) => `Kõik kohal (${people})`],
  undo: ['Undo', 'Võta tagasi'],
  allHereFailed: ['Attendance could not be saved.', 'Kohalolekut ei õnnestunud salvestada.'],
  findPerson: ['Find a person', 'Leia inimene'],
  nobodyFound: ['Nobody of this name here', 'Sellist nime siin ei ole'],
  attendanceFailed: [
    (name: string) => `Attendance of ${name} could not be saved.`,
    (name) => `Kohalolekut ei õnnestunud salvestada: ${name}.`,
  ],
  methods: {
    membership: ['Membership', 'Pääse'],
    dropIn: ['Drop-in', 'Üksikpilet'],
    included: ['Included in membership', 'Kuulub rühma'],
    makeUp: ['Make-up class', 'Järeletegemine'],
  },
  withMembership: ['Paid by membership', 'Tasutud pääsmega'],
  coverDoubtful: [
    'Paid as a cover group member, but the membership category is another.',
    'Hind on coverigrupi liikme oma, kuid liikmekategooria on muu.',
  ],
  cover: ['Cover?', 'Cover?'],
  justCame: ['just registered', 'äsja registreerunud'],
  gone: ['Registration cancelled', 'Broneering tühistatud'],
  overdue: ['Overdue', 'Tähtaeg möödas'],
  noRegistrants: ['No registrants for this class', 'Selles trennis osalejaid ei ole'],
  noRegistrantsHint: ['Whoever registers appears here at once.', 'Kes registreerub, ilmub siia kohe.'],
  noClasses: ['No classes found for the selected range', 'Valitud ajavahemikus trenne ei ole'],
  loading: ['Loading class details', 'Laadin trenni andmeid'],
  loadFailed: [
    'Failed to load schedules. Please try again.',
    'Tunniplaani ei õnnestunud laadida. Palun proovi uuesti.',
  ],
  detailsFailed: ['Failed to load class details', 'Trenni andmeid ei õnnestunud laadida'],
  details: ['Class details', 'Trenni andmed'],
  registrantsOf: [
    (className: string, when: string) => `Registrants: ${className}, ${when}`,
    (className, when) => `Osalejad: ${className}, ${when}`,
  ],
  showAll: [(people: number) => `Show all ${people} registrants`, (people) => `Näita kõiki ${people} osalejat`],
  expand: [
    (people: number) => `Show ${people} ${plural(people, 'registrant', 'registrants')}`,
    (people) => `Näita ${people} osalejat`,
  ],
  marked: [
    (attended: number, noShow: number) => `${attended} attended, ${noShow} no-show`,
    (attended, noShow) => `${attended} kohal, ${noShow} puudub`,
  ],
  registerPerson: ['Register a person', 'Registreeri inimene'],
  editList: ['Edit the list', 'Muuda nimekirja'],
  editDone: ['Done', 'Valmis'],
  remove: ['Remove registration', 'Eemalda registreering'],
  removeOf: [(name: string) => `Remove registration: ${name}`, (name) => `Eemalda registreering: ${name}`],
  removeQuestion: [
    (name: string, className: string) => `Remove the registration of ${name} for ${className}?`,
    (name, className) => `Kas eemaldad registreeringu? ${name}, ${className}`,
  ],
  removeMembership: [
    (membership: string) => `The class goes back to the membership ${membership}.`,
    (membership) => `Kord läheb tagasi pääsmele „${membership}“.`,
  ],
  removePayment: [
    (price: string) => `The drop-in payment of ${price} is cancelled.`,
    (price) => `Üksikpileti makse (${price}) tühistatakse.`,
  ],
  removePaid: [
    'Money that was received already may have to be returned.',
    'Juba laekunud raha tuleb võib-olla tagastada.',
  ],
  removing: ['Removing...', 'Eemaldan...'],
  removed: ['Registration deleted successfully!', 'Broneering on eemaldatud!'],
  removeFailed: ['Failed to delete registration.', 'Broneeringut ei õnnestunud eemaldada.'],
  back: ['All classes and registrants', 'Kõik trennid ja osalejad'],
  actualAmount: ['Actual Paid Amount', 'Tegelikult tasutud summa'],
})

/** Every refusal of attendance/contract.ts. */
export const refusals = messages({
  scheduleNotFound: ['Schedule not found', 'Seda trenni ei ole enam tunniplaanis.'],
  scheduleNotFoundHelps: ['Look at the list again.', 'Vaata nimekiri uuesti üle.'],
  registrationNotFound: ['Registration not found', 'Broneeringut ei leitud.'],
  registrationNotFoundHelps: ['Look at the list again.', 'Vaata nimekiri uuesti üle.'],
  tooEarlyForAll: [
    'Everybody can be marked from three hours before the class.',
    'Kõiki korraga saab märkida alates kolmest tunnist enne trenni.',
  ],
  entryCancelled: ['This class has been cancelled by the studio.', 'Stuudio on selle trenni ära jätnud.'],
  paidRegistration: [
    'This registration has been paid: only an admin can remove it.',
    'Selle registreeringu eest on tasutud: selle saab eemaldada ainult administraator.',
  ],
})
