import { messages, plural } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'

/** Texts of the statistics page. */
export const texts = messages({
  title: ['Statistics', 'Statistika'],
  subtitle: [
    'How your studio is doing, compared with a year ago.',
    'Kuidas stuudiol läheb ja kuidas läks aasta varem.',
  ],
  span: ['Time', 'Aeg'],
  spans: {
    months3: ['3 months', '3 kuud'],
    months12: ['12 months', '12 kuud'],
    thisYear: ['This year', 'Tänavu'],
    lastYear: ['Last year', 'Mullu'],
  },
  loadFailed: ['The statistics could not be loaded.', 'Statistikat ei õnnestunud laadida.'],
  none: ['Nothing to show for this time', 'Selle aja kohta pole midagi näidata'],
  noneHint: [
    'Figures come with classes that have taken place. Or choose a longer time.',
    'Arvud tekivad, kui trennid on toimunud. Või vali pikem aeg.',
  ],
  yearBefore: ['A year before', 'Aasta varem'],
  month: ['Month', 'Kuu'],
  together: ['Total', 'Kokku'],
  percent: [(value: number) => `${value}%`, (value) => `${value}%`],

  money: ['Money received', 'Laekunud raha'],
  moneyHint: [
    'All money received, by month: a transfer on its booking day, cash and Stebby on the day they were marked, credit on the day it pays for something.',
    'Kõik kehtivad laekumised kuude kaupa: ülekanne pangapäeva, sularaha ja Stebby märkimise päeva järgi, ettemaks päeval, mil sellest tasuti.',
  ],
  creditHeld: [
    (held: Cents) => `Not in it: ${euros(held, 'en')} of credit, which payers have paid beyond what was due.`,
    (held) => `Siin ei ole ettemaksu, mida maksjad on üle tasunud: ${euros(held, 'et')}.`,
  ],
  byWay: ['By way', 'Viisi järgi'],
  byKind: ['By kind', 'Liigi järgi'],
  ways: {
    cash: ['Cash', 'Sularaha'],
    bankTransfer: ['Bank transfer', 'Pangaülekanne'],
    stebby: ['Stebby', 'Stebby'],
    credit: ['Credit', 'Ettemaks'],
  },
  kinds: {
    'drop-in ticket': ['Drop-ins', 'Üksikpiletid'],
    course: ['Courses', 'Kursused'],
    membership: ['Memberships', 'Pääsmed'],
    'monthly fee': ['Monthly fees', 'Kuutasud'],
    'earlier debt': ['Earlier debts', 'Varasemad võlad'],
  },
  inEuros: ['in euros', 'eurodes'],

  fill: ['How full classes are', 'Kui täis trennid on'],
  fillHint: [
    'Classes that have taken place: how many of the places were taken by registrations, and by group members marked as attended.',
    'Toimunud trennid: kui suure osa kohtadest täitsid registreerunud ja kohal käinud grupiliikmed.',
  ],
  className: ['Class', 'Trenn'],
  classes: ['Times', 'Kordi'],
  times: [(n: number) => (n === 1 ? 'once' : `${n} times`), (n) => (n === 1 ? '1 kord' : `${n} korda`)],
  places: ['Places', 'Kohti'],
  taken: ['Taken', 'Võetud'],
  full: ['Full', 'Täituvus'],
  byHour: ['By weekday and hour', 'Nädalapäeva ja kellaaja järgi'],
  weekday: ['Weekday', 'Nädalapäev'],
  noClass: ['no class', 'trenni ei ole'],

  people: ['Who comes', 'Kes käivad'],
  peopleHint: [
    'Active: people with a place in a class that took place and no no-show mark, or with an attended mark. New: those among them who had no place in any class before this time.',
    'Aktiivne: inimene, kellel oli koht toimunud trennis ja keda ei märgitud puudujaks, või kes märgiti kohalolijaks. Uus: kellel varem ühtegi kohta ei olnud.',
  ],
  active: ['Active', 'Aktiivsed'],
  fresh: ['New', 'Uued'],
  cameBefore: ['Came before', 'Käinud ka varem'],
  stays: ['Who stays', 'Kes jäävad'],
  staysHint: [
    'Of those who came for the first time in a month: how many came again in each month after it.',
    'Kuu esmakülastajad: kui paljud käisid igal järgmisel kuul uuesti.',
  ],
  firstMonth: ['First came in', 'Esimest korda'],
  monthsLater: [
    (months: number) => `${months} ${plural(months, 'month', 'months')} later`,
    (months) => `${months} kuu pärast`,
  ],

  missed: ['Places not used', 'Kasutamata kohad'],
  missedHint: [
    (waits: boolean) =>
      `A no-show is somebody registered who was marked as absent from a class that took place; the share is out of registrations. Who comes by category needs no registration, and is not counted. A late cancellation comes after the late hour; forgiven ones count too. ${waits ? 'Waiting lists tell how often somebody waited, and how often they got a place. ' : ''}Each counts in the month of its class.`,
    (waits) =>
      `Puudumine läheb kirja, kui registreerunu märgiti toimunud trennis puudujaks; osakaal on arvutatud registreerumiste arvust. Kes käib trennis kategooria järgi, ei pea registreeruma ja teda siin ei arvestata. Hilinenud on tühistamine pärast tähtaega, ka andeks antud. ${waits ? 'Ootejärjekord näitab, mitu korda kohta oodati ja mitu korda see saadi. ' : ''}Kõik on loetud trenni kuu järgi.`,
  ],
  expected: ['Registrations', 'Registreerumisi'],
  noShows: ['No-shows', 'Puudumisi'],
  share: ['Share', 'Osakaal'],
  late: ['Late cancellations', 'Hilinenud tühistamisi'],
  waited: ['Waited', 'Ootas'],
  placed: ['Got a place', 'Sai koha'],
})
