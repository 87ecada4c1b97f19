import { messages, plural } from '#kernel/messages.ts'

/** Every refusal of pay/contract.ts, and its field codes. */
export const refusals = messages({
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  dateRequired: ['Please choose a day.', 'Palun vali päev.'],
  rateOutOfRange: ['Please enter a sum from 0 to 1,000€.', 'Palun sisesta summa 0 kuni 1000€.'],
  mostBelowBase: [
    'At most can’t be less than what a class has anyway.',
    'Ülempiir ei saa olla väiksem kui trenni põhitasu.',
  ],
  teacherNotFound: ['This person does not teach here any more.', 'See inimene ei ole enam siin treener.'],
  rateNotFound: ['This rate has been removed already.', 'See tasu on juba eemaldatud.'],
  monthNotOver: [
    'This month isn’t over yet: close it after its last day.',
    'See kuu veel kestab: sulge see pärast viimast päeva.',
  ],
  earlierMonthOpen: [
    'An earlier month is open still: close that first.',
    'Varasem kuu on veel sulgemata: sulge enne see.',
  ],
  nothingYet: ['There is nothing on the sheet for this month.', 'Selle kuu kohta ei ole palgalehel midagi.'],
  monthClosed: ['This month has been closed already.', 'See kuu on juba suletud.'],
  sumChanged: [
    'The sum has changed meanwhile. Nothing was closed: please look at it again.',
    'Summa on vahepeal muutunud. Midagi ei suletud: palun vaata uuesti üle.',
  ],
  countedSoon: [
    'The last classes of the month are being counted. Please try again in a minute.',
    'Kuu viimased trennid on veel lugemisel. Palun proovi minuti pärast uuesti.',
  ],
  unexpected: ['Something went wrong. Please try again.', 'Midagi läks valesti. Palun proovi uuesti.'],
})

export const texts = messages({
  title: ['Pay sheet', 'Palgaleht'],
  mineTitle: ['My pay', 'Minu tasu'],
  mineHint: ['Months that the studio has closed.', 'Kuud, mille stuudio on sulgenud.'],
  mineNone: ['No closed month yet', 'Suletud kuid veel ei ole'],
  mineNoneHint: [
    'Once the studio closes a month, your classes stand here with what you earned.',
    'Kui stuudio kuu sulgeb, on siin sinu trennid ja tasu nende eest.',
  ],
  loadFailed: ['The pay sheet could not be loaded.', 'Palgalehte ei õnnestunud laadida.'],
  none: ['Nobody has taught in this month yet', 'Sellel kuul ei ole veel keegi trenni andnud'],
  noneHint: [
    'A class stands here once it is over, with the teacher whom it has then.',
    'Trenn jõuab siia siis, kui see on lõppenud, treeneriga, kes sel siis on.',
  ],
  gone: ['Deleted user', 'Kustutatud kasutaja'],
  total: [
    (sum: string, count: number) => `${sum} for ${count} ${plural(count, 'line', 'lines')}`,
    (sum, count) => `${sum}, ${count} ${plural(count, 'rida', 'rida')}`,
  ],
  class: ['Class', 'Trenn'],
  teacher: ['Teacher', 'Treener'],
  starts: ['Starts', 'Algus'],
  ends: ['Ends', 'Lõpp'],
  when: ['Time', 'Aeg'],
  heads: ['People', 'Inimesi'],
  people: [
    (count: number) => `${count} ${plural(count, 'person', 'people')}`,
    (count) => `${count} ${plural(count, 'inimene', 'inimest')}`,
  ],
  sum: ['Sum', 'Summa'],
  notes: ['Note', 'Märkus'],
  later: ['Changed since its month was closed', 'Muutunud pärast oma kuu sulgemist'],
  unmarked: [(count: number) => `${count} not marked`, (count) => `${count} märkimata`],
  withoutRate: [
    (name: string, count: number) =>
      `${name} has no rate for ${count} ${plural(count, 'class', 'classes')}. With a rate from that day on, they count.`,
    (name, count) =>
      `${name}: ${count} ${plural(count, 'trenn', 'trenni')} on ilma tasumäärata. Kui määrad tasu sellest päevast alates, lähevad need arvesse.`,
  ],
  closedAt: [(when: string) => `Closed on ${when}. It never changes.`, (when) => `Suletud ${when}. See enam ei muutu.`],
  close: [(month: string) => `Close ${month}`, (month) => `Sulge ${month}`],
  closeQuestion: [
    (sum: string) =>
      `${sum} in all. The month never changes after that: what is marked later is a line of the next month.`,
    (sum) => `Kokku ${sum}. Pärast seda kuu enam ei muutu: hilisem märge on järgmise kuu rida.`,
  ],
  closed: ['The month is closed.', 'Kuu on suletud.'],
  exportName: ['pay-sheet', 'palgaleht'],
  mineExportName: ['my-pay', 'minu-tasu'],
  month: ['Month', 'Kuu'],
  rates: ['Rates', 'Tasumäärad'],
  ratesHint: [
    'What a teacher earns for a class: a sum per class, plus a sum per person who was there, up to a limit.',
    'Treeneri tasu ühe trenni eest: summa trenni kohta, lisaks summa iga kohalolija kohta, kuni ülempiirini.',
  ],
  noRates: ['No rate yet', 'Tasu on määramata'],
  nobody: ['Nobody teaches here yet.', 'Siin ei ole veel treenereid.'],
  rate: [
    (from: string, base: string, perHead: string) => `From ${from}: ${base} a class, ${perHead} a person`,
    (from, base, perHead) => `Alates ${from}: trenni eest ${base}, inimese kohta ${perHead}`,
  ],
  atMost: [(sum: string) => `at most ${sum}`, (sum) => `kuni ${sum}`],
  setRate: ['Set a rate', 'Määra tasu'],
  setRateOf: [(name: string) => `Set a rate for ${name}`, (name) => `Määra tasu: ${name}`],
  setRateHint: [
    'Classes that are over keep the rate that they had. A class without a rate gets this one if it took place on that day or later.',
    'Lõppenud trennidele jääb tasu, mis siis kehtis. Kui trennil tasu veel ei olnud, kehtib see tasu ka varasemale trennile, mis toimus sellel päeval või hiljem.',
  ],
  from: ['From', 'Alates'],
  base: ['For a class', 'Trenni eest'],
  perHead: ['For each person there', 'Iga kohalolija eest'],
  most: ['At most', 'Kõige rohkem'],
  mostHint: ['Leave empty for no limit.', 'Jäta tühjaks, kui piiri ei ole.'],
  save: ['Save', 'Salvesta'],
  saved: ['The rate is set.', 'Tasu on määratud.'],
  remove: ['Remove', 'Eemalda'],
  removeRate: [(from: string) => `Remove the rate from ${from}`, (from) => `Eemalda tasu alates ${from}`],
  removed: ['The rate is removed.', 'Tasu on eemaldatud.'],
})
