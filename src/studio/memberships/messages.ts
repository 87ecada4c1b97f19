import { inARow, messages, plural } from '#kernel/messages.ts'
import { euros, eurosAfterSign, type Cents } from '#kernel/money.ts'
import { editRefusals } from '#studio/accounts/messages.ts'
import { choiceRefusals } from '#studio/payments/messages.ts'
import { misfitRefusals } from './messages/misfits.ts'

export const texts = messages({
  title: ['Memberships', 'Pääsmed'],
  subtitle: ['Dance more often, pay less for each class.', 'Tantsi tihemini ja maksa iga trenni eest vähem.'],
  toManage: ['Manage Memberships', 'Pääsmete haldus'],
  forSale: ['Available memberships', 'Saadaolevad pääsmed'],
  filter: ['Filter', 'Filter'],
  all: ['All', 'Kõik'],
  fitnessOnly: ['Fitness Only', 'Ainult fitness'],
  excludeFitness: ['Exclude Fitness', 'Ilma fitnessita'],
  shown: [
    (count: number) => `${count} ${plural(count, 'membership', 'memberships')} shown`,
    (count) => `${count} ${plural(count, 'pääse', 'pääset')}`,
  ],
  none: ['No memberships found', 'Pääsmeid ei leitud'],
  loadFailed: ['Failed to load memberships', 'Pääsmeid ei õnnestunud laadida'],
  standardPrice: ['Standard price', 'Tavahind'],
  memberPrice: ['Member price', 'Liikmehind'],
  classLimit: ['Class limit', 'Kordade arv'],
  classes: [
    (count: number) => `${count} ${plural(count, 'class', 'classes')}`,
    (count) => `${count} ${plural(count, 'kord', 'korda')}`,
  ],
  bestValue: ['Best value', 'Soodsaim'],
  perClass: [(price: Cents) => `${euros(price, 'en')} a class`, (price) => `${euros(price, 'et')} kord`],
  validity: ['Valid for', 'Kehtivus'],
  days: [
    (count: number) => `${count} ${plural(count, 'day', 'days')}`,
    (count) => `${count} ${plural(count, 'päev', 'päeva')}`,
  ],
  categories: ['Categories', 'Kategooriad'],
  allCategories: ['All categories', 'Kõik kategooriad'],
  includes: ['Includes', 'Kehtib'],
  excluded: ['Excluded categories', 'Välja arvatud kategooriad'],
  noneExcluded: ['None', 'Puuduvad'],
  buy: ['Buy', 'Osta'],
  buyTitle: ['Buy membership', 'Osta pääse'],
  bought: [
    (price: Cents) => `Membership purchased successfully for ${eurosAfterSign(price)}!`,
    (price) => `Pääse on ostetud! Hind: ${euros(price, 'et')}.`,
  ],

  boughtFor: [
    (names: readonly string[], price: Cents) =>
      `Membership purchased successfully for ${eurosAfterSign(price)}! For ${inARow(names, 'and')}.`,
    (names, price) =>
      `${plural(names.length, 'Pääse on', 'Pääsmed on')} ostetud (${inARow(names, 'ja')})! Hind: ${euros(price, 'et')}.`,
  ],

  mine: ['Active memberships', 'Kehtivad pääsmed'],
  mineNone: ['No active memberships found', 'Kehtivaid pääsmeid ei ole'],
  mineNoneHint: [
    'With a membership a class costs less than a drop-in.',
    'Pääsmega on trenn soodsam kui üksikpiletiga.',
  ],
  toCatalogue: ['Memberships', 'Pääsmed'],
  left: [(count: number, of: number) => `${count} of ${of} classes left`, (count, of) => `Alles ${count}/${of} korda`],
  leftShort: [(classes: number) => `${classes} left`, (classes) => `alles ${classes}`],
  buyAnother: ['Buy another', 'Osta uus'],
  validUntil: [(day: string) => `Valid until ${day}`, (day) => `Kehtib kuni ${day}`],
  passUnpaid: [
    (price: Cents) => `Pass unpaid · ${euros(price, 'en')}`,
    (price) => `Pääse tasumata · ${euros(price, 'et')}`,
  ],
  passUnpaidIs: ['Pass unpaid', 'Pääse tasumata'],
  passPaymentCancelled: ['Payment cancelled', 'Makse tühistatud'],
  frozenUntil: [(day: string) => `Frozen until ${day}`, (day) => `Külmutatud kuni ${day}`],
  frozenFrom: [(from: string, to: string) => `Frozen ${from} – ${to}`, (from, to) => `Külmutatud ${from} – ${to}`],
  cancel: ['Cancel', 'Tühista'],
  cancelTitle: ['Cancel membership', 'Tühista pääse'],
  cancelQuestion: [
    (name: string) => `Are you sure you want to cancel ${name}? Its payment is cancelled as well.`,
    (name) => `Kas soovid kindlasti pääsme „${name}“ tühistada? Ka selle makse tühistatakse.`,
  ],
  keepPass: ['Keep the membership', 'Jäta pääse alles'],
  cancelled: ['Membership cancelled successfully!', 'Pääse on tühistatud!'],
})

/** Every refusal of memberships/contract.ts, why a membership doesn't fit a class, and the codes of its form's fields. */
export const refusals = messages(
  {
    userNotFound: ['User not found.', 'Kasutajat ei leitud.'],
    userNotFoundHelps: ['Search for the person again.', 'Otsi inimest uuesti.'],
    userInactive: [
      'This user is deactivated: activate them first.',
      'See kasutaja on peatatud: luba tal enne jälle siin käia.',
    ],
    membershipPriceMissing: ['Membership price or valid period is missing', 'Pääsme hind või kehtivusaeg puudub.'],
    membershipPriceMissingHelps: ['Choose another one, or ask the studio.', 'Vali teine või küsi stuudiost.'],
    membershipNotActive: ['This membership is not active any more.', 'See pääse enam ei kehti.'],
    membershipInUse: [
      'Cannot cancel membership: It has already been used. Please contact support if you need assistance.',
      'Pääset ei saa tühistada: seda on juba kasutatud. Kui vajad abi, kirjuta meile.',
    ],
    noPaymentFound: [
      'Cannot cancel membership: No payment found. Please contact support if you need assistance.',
      'Pääset ei saa tühistada: makset ei leitud. Kui vajad abi, kirjuta meile.',
    ],
    paidByAnother: [
      'Only whoever pays for this membership can cancel it.',
      'Selle pääsme saab tühistada ainult selle maksja.',
    ],
    paidByAnotherHelps: ['Ask them, or the studio.', 'Küsi temalt või stuudiost.'],
    noDuePayment: [
      'Cannot cancel membership: No due payments found. Please contact support if you need assistance.',
      'Pääset ei saa tühistada: tasumata makset ei leitud. Kui vajad abi, kirjuta meile.',
    ],
    reasonTooLong: ['Please say it in at most 200 characters.', 'Palun ütle seda kuni 200 tähemärgiga.'],
    invalidFields: ['Failed to create membership.', 'Pääset ei õnnestunud luua.'],
    membershipNameLength: [
      'Membership name must be between 3 and 50 characters.',
      'Pääsme nimes peab olema 3 kuni 50 tähemärki.',
    ],
    descriptionTooLong: ['Description cannot exceed 300 characters.', 'Kirjelduses võib olla kuni 300 tähemärki.'],
    fillRequired: ['Please fill in this field.', 'Palun täida see väli.'],
    pricesNegative: ['Prices must be positive values.', 'Hinnad ei tohi olla negatiivsed.'],
    memberPriceTooHigh: [
      'Member price must be less than standard price.',
      'Liikmehind peab olema tavahinnast väiksem.',
    ],
    classLimitTooSmall: ['At least 1 class is required.', 'Vaja on vähemalt ühte korda.'],
    classLimitTooLarge: ['The class limit can be at most 1000.', 'Kordi võib olla kuni 1000.'],
    validPeriodTooShort: ['Valid period must be at least 1 day.', 'Pääse peab kehtima vähemalt ühe päeva.'],
    validPeriodTooLong: ['Valid period can be at most 3660 days.', 'Pääse võib kehtida kuni 3660 päeva.'],
    categoryTwice: [
      'A category can be included or excluded, not both.',
      'Kategooria kas sobib või on välja arvatud, mitte mõlemat korraga.',
    ],
    categoryUnknown: [
      'Please choose from the categories shown, each once.',
      'Palun vali näidatud kategooriate seast, igaüht üks kord.',
    ],
    descriptionRequired: ['Please enter a description.', 'Palun lisa kirjeldus.'],
    classesUsedNegative: ['Classes used cannot be less than 0.', 'Kasutatud kordi ei saa olla alla 0.'],
    classesUsedAboveLimit: [
      'Classes used cannot exceed class limit',
      'Kasutatud kordi ei saa olla rohkem, kui pääsmel kordi on.',
    ],
    dateRequired: ['Please choose a date.', 'Palun vali kuupäev.'],
    validUntilBeforeStart: [
      'The membership cannot end before it was bought.',
      'Pääse ei saa aeguda enne, kui see osteti.',
    ],
    membershipKept: [
      'It is cancelled already, and kept because it was used or paid for.',
      'Pääse on juba tühistatud ja jääb alles, sest seda on kasutatud või selle eest on tasutud.',
    ],
  },
  choiceRefusals,
  editRefusals,
  misfitRefusals,
)

export const buyFailures = messages({
  unexpected: ['Failed to purchase membership.', 'Pääset ei õnnestunud osta.'],
  busy: ['Failed to purchase membership. Please try again.', 'Pääset ei õnnestunud osta. Palun proovi uuesti.'],
})

export const cancelFailures = messages({
  unexpected: ['Failed to cancel membership.', 'Pääset ei õnnestunud tühistada.'],
})
