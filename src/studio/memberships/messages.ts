import { messages, plural } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { choiceRefusals } from '#studio/payments/messages.ts'

/** 1250 → "12.50", for a text that puts the euro sign itself. */
const amount = (cents: Cents) => euros(cents).slice(0, -1)

export const texts = messages({
  en: {
    title: 'Memberships',
    subtitle: 'Dance more often, pay less for each class.',
    forSale: 'Available memberships',
    filter: 'Filter',
    all: 'All',
    fitnessOnly: 'Fitness Only',
    excludeFitness: 'Exclude Fitness',
    shown: (count: number) => `${count} ${plural(count, 'membership', 'memberships')} shown`,
    none: 'No memberships found',
    loadFailed: 'Failed to load memberships',
    standardPrice: 'Standard price',
    memberPrice: 'Member price',
    classLimit: 'Class limit',
    classes: (count: number) => `${count} ${plural(count, 'class', 'classes')}`,
    validity: 'Valid for',
    days: (count: number) => `${count} ${plural(count, 'day', 'days')}`,
    categories: 'Categories',
    allCategories: 'All categories',
    excluded: 'Excluded categories',
    noneExcluded: 'None',
    buy: 'Buy',
    buyTitle: 'Buy membership',
    bought: (price: Cents) => `Membership purchased successfully for €${amount(price)}!`,

    mine: 'Active memberships',
    mineNone: 'No active memberships found',
    mineNoneHint: 'With a membership a class costs less than a drop-in.',
    toCatalogue: 'Memberships',
    used: 'Classes used',
    validUntil: (day: string) => `Valid until ${day}`,
    cancel: 'Cancel',
    cancelTitle: 'Cancel membership',
    cancelQuestion: (name: string) => `Are you sure you want to cancel ${name}? Its payment is cancelled as well.`,
    cancelled: 'Membership cancelled successfully!',
  },
  et: {
    title: 'Pääsmed',
    subtitle: 'Tantsi tihemini ja maksa iga trenni eest vähem.',
    forSale: 'Saadaval pääsmed',
    filter: 'Filter',
    all: 'Kõik',
    fitnessOnly: 'Ainult fitness',
    excludeFitness: 'Ilma fitnessita',
    shown: (count) => `Näitan ${count} ${plural(count, 'pääset', 'pääset')}`,
    none: 'Pääsmeid ei leitud',
    loadFailed: 'Pääsmeid ei õnnestunud laadida',
    standardPrice: 'Tavahind',
    memberPrice: 'Liikmehind',
    classLimit: 'Kordade arv',
    classes: (count) => `${count} ${plural(count, 'trenn', 'trenni')}`,
    validity: 'Kehtivus',
    days: (count) => `${count} ${plural(count, 'päev', 'päeva')}`,
    categories: 'Kategooriad',
    allCategories: 'Kõik kategooriad',
    excluded: 'Välja arvatud',
    noneExcluded: 'Puuduvad',
    buy: 'Osta',
    buyTitle: 'Osta pääse',
    bought: (price) => `Pääse on ostetud! Hind: ${euros(price)}.`,

    mine: 'Kehtivad pääsmed',
    mineNone: 'Kehtivaid pääsmeid ei ole',
    mineNoneHint: 'Pääsmega on trenn odavam kui ühe korra tasuga.',
    toCatalogue: 'Pääsmed',
    used: 'Kasutatud kordi',
    validUntil: (day) => `Kehtib kuni ${day}`,
    cancel: 'Tühista',
    cancelTitle: 'Tühista pääse',
    cancelQuestion: (name) => `Kas soovid kindlasti pääsme „${name}“ tühistada? Ka selle makse tühistatakse.`,
    cancelled: 'Pääse on tühistatud!',
  },
})

/** Every refusal of memberships/contract.ts, why a membership doesn't fit a class, and the codes of its form's fields. */
export const refusals = messages({
  en: {
    ...choiceRefusals.en,
    membershipNotFound: 'Membership not found',
    membershipPriceMissing: 'Membership price or valid period is missing',
    membershipEnded: 'This membership is no longer valid.',
    membershipUsedUp: 'All classes of this membership have been used.',
    membershipExpiresBefore: 'This membership ends before the class.',
    membershipCategory: 'This membership is not valid for the selected class category',
    membershipNotActive: 'This membership is not active any more.',
    membershipInUse:
      'Cannot cancel membership: It has already been used. Please contact support if you need assistance.',
    noPaymentFound: 'Cannot cancel membership: No payment found. Please contact support if you need assistance.',
    noDuePayment: 'Cannot cancel membership: No due payments found. Please contact support if you need assistance.',
    invalidFields: 'Failed to create membership.',
    membershipNameLength: 'Membership name must be between 3 and 50 characters.',
    descriptionTooLong: 'Description cannot exceed 300 characters.',
    pricesNegative: 'Prices must be positive values.',
    memberPriceTooHigh: 'Member price must be less than standard price.',
    classLimitTooSmall: 'At least 1 class is required.',
    validPeriodTooShort: 'Valid period must be at least 1 day.',
    categoryTwice: 'A category can be included or excluded, not both.',
  },
  et: {
    ...choiceRefusals.et,
    membershipNotFound: 'Pääset ei leitud',
    membershipPriceMissing: 'Pääsme hind või kehtivusaeg puudub',
    membershipEnded: 'See pääse enam ei kehti.',
    membershipUsedUp: 'Selle pääsme kõik korrad on kasutatud.',
    membershipExpiresBefore: 'See pääse lõpeb enne trenni.',
    membershipCategory: 'See pääse ei kehti selle kategooria trennis',
    membershipNotActive: 'See pääse ei ole enam kehtiv.',
    membershipInUse: 'Pääset ei saa tühistada: seda on juba kasutatud. Kui vajad abi, kirjuta meile.',
    noPaymentFound: 'Pääset ei saa tühistada: makset ei leitud. Kui vajad abi, kirjuta meile.',
    noDuePayment: 'Pääset ei saa tühistada: tasumata makset ei leitud. Kui vajad abi, kirjuta meile.',
    invalidFields: 'Pääsme loomine ebaõnnestus.',
    membershipNameLength: 'Pääsme nimes peab olema 3 kuni 50 tähemärki.',
    descriptionTooLong: 'Kirjelduses võib olla kuni 300 tähemärki.',
    pricesNegative: 'Hinnad ei tohi olla negatiivsed.',
    memberPriceTooHigh: 'Liikmehind peab olema tavahinnast väiksem.',
    classLimitTooSmall: 'Vaja on vähemalt ühte korda.',
    validPeriodTooShort: 'Pääse peab kehtima vähemalt ühe päeva.',
    categoryTwice: 'Kategooria kas sobib või on välja arvatud, mitte mõlemat.',
  },
})

export const buyFailures = messages({
  en: {
    unexpected: 'Failed to purchase membership.',
    busy: 'Failed to purchase membership. Please try again.',
  },
  et: {
    unexpected: 'Pääsme ostmine ebaõnnestus.',
    busy: 'Pääsme ostmine ebaõnnestus. Palun proovi uuesti.',
  },
})

export const cancelFailures = messages({
  en: { unexpected: 'Failed to cancel membership.' },
  et: { unexpected: 'Pääsme tühistamine ebaõnnestus.' },
})
