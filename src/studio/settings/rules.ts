import { contrast, isColour, READABLE } from '#kernel/colour.ts'
import { isEmail } from '#kernel/email.ts'
import { isRegistryCode } from '#kernel/registryCode.ts'
import { isBlank, isMisleading, isSameName } from '#kernel/visible.ts'
import type { MembershipCategory, Named } from '#studio/accounts/rules.ts'
import type { CategoryForm, SectionName, Sections } from './contract.ts'
import { paymentMethods } from './rules/methods.ts'

export type { SectionName, Sections }

/** Default colour, as in web/styles.css; for any other colour the shades are computed, see kernel/colour.ts. */
export const ACCENT = '#641a5c'

/** Optional features. A switch is shown as soon as a procedure or a screen belongs to the feature. */
export const features = [
  'families',
  'statements',
  'monthlyFees',
  'papers',
  'rooms',
  'waitingLists',
  'makeUpClasses',
  'door',
  'stebbyDesk',
  'paySheet',
  'staffTwoSteps',
  'embed',
] as const
export type Feature = (typeof features)[number]
type Switches = Readonly<Record<Feature, boolean>>
export const allSwitched = (on: boolean) =>
  Object.fromEntries(features.map((feature) => [feature, on])) as unknown as Switches

export const isFeature = (name: string): name is Feature => (features as readonly string[]).includes(name)

/** Features that are switched on. */
export const switchedOn = ({ features: switches }: Sections): Feature[] => features.filter((one) => switches[one])

/** Sibling discount in percent; 0 if families are switched off. */
export const siblingPercentOf = ({ features: { families }, payments }: Sections): number =>
  families ? payments.siblingPercent : 0

/** Values that neither an admin nor the environment has set. */
export const defaults: Sections = {
  studio: {
    name: 'Tantsustuudio Hoog',
    website: 'https://stuudio.example',
    supportEmail: 'abi@stuudio.example',
    phone: '',
    postalAddress: '',
    accent: ACCENT,
    beta: true,
  },
  payments: {
    holder: '',
    iban: '',
    otherAccounts: '',
    termDays: 5,
    dropInFee: 1500,
    feesDueDay: 10,
    siblingPercent: 0,
    registryCode: '',
    vatLiable: false,
    vatRate: 24,
    vatNumber: '',
    methods: [...paymentMethods],
  },
  registration: {
    lateHours: 0,
    forgiveLate: true,
    makeUpDays: 30,
    mostOpenPayments: 10,
    overdueStops: false,
    standInsAtOnce: false,
  },
  notices: { classHours: 0, membershipDays: 0, overdueDays: 0 },
  features: allSwitched(false),
  embed: { sites: '' },
  setUp: { named: false, categories: false, shared: false, dismissed: false },
}

type Codes<S extends SectionName> = Partial<Record<keyof Sections[S], string>>

/** Returns the wrong fields of a section, except what only the server can check. */
export const checks: { readonly [S in SectionName]: (form: Sections[S]) => Codes<S> } = {
  studio: (form) => ({
    name: checkName(form.name),
    website: isWebAddress(websiteOf(form.website), ['https:']) ? undefined : 'websiteInvalid',
    supportEmail: isEmail(form.supportEmail.trim()) ? undefined : 'invalidEmail',
    phone: form.phone.trim().length > 40 ? 'tooLong' : undefined,
    postalAddress: form.postalAddress.trim().length > 200 ? 'tooLong' : undefined,
    accent: checkAccent(form.accent),
  }),
  payments: (form) => ({
    holder: checkHolder(form),
    termDays: isWithin(form.termDays, 1, 60) ? undefined : 'termOutOfRange',
    dropInFee: isWithin(form.dropInFee, 0, 100_000) ? undefined : 'feeOutOfRange',
    feesDueDay: isWithin(form.feesDueDay, 1, 28) ? undefined : 'dueDayOutOfRange',
    siblingPercent: isWithin(form.siblingPercent, 0, 100) ? undefined : 'percentOutOfRange',
    registryCode: isBlank(form.registryCode) || isRegistryCode(form.registryCode) ? undefined : 'registryCodeInvalid',
    vatRate: form.vatLiable && !isWithin(form.vatRate, 1, 50) ? 'vatRateOutOfRange' : undefined,
    vatNumber: form.vatLiable && !isVatNumber(form.vatNumber) ? 'vatNumberInvalid' : undefined,
    methods: form.methods.length > 0 ? undefined : 'methodMissing',
  }),
  registration: (form) => ({
    lateHours: isWithin(form.lateHours, 0, 72) ? undefined : 'lateHoursOutOfRange',
    makeUpDays: isWithin(form.makeUpDays, 1, 365) ? undefined : 'makeUpDaysOutOfRange',
    mostOpenPayments: isWithin(form.mostOpenPayments, 1, 100) ? undefined : 'mostOpenOutOfRange',
  }),
  notices: ({ classHours, membershipDays, overdueDays }) => ({
    classHours: isWithin(classHours, 0, 72) ? undefined : 'reminderHoursOutOfRange',
    membershipDays: isWithin(membershipDays, 0, 60) ? undefined : 'reminderDaysOutOfRange',
    overdueDays: isWithin(overdueDays, 0, 60) ? undefined : 'reminderDaysOutOfRange',
  }),
  features: () => ({}),
  // no wildcards, as they would allow unknown sites
  embed: ({ sites }) => ({
    sites: sitesIn(sites).every((one) => isWebAddress(one) && !one.includes('*')) ? undefined : 'siteInvalid',
  }),
  setUp: () => ({}),
}

function checkName(name: string) {
  const length = isBlank(name) ? 0 : [...name.trim()].length
  if (length < 2 || length > 60) return 'studioNameLength'
  return isMisleading(name) ? 'nameMisleading' : undefined
}

function checkAccent(accent: string) {
  if (!isColour(accent)) return 'colourInvalid'
  return contrast(accent, '#ffffff') < READABLE ? 'accentTooLight' : undefined
}

function checkHolder({ holder, iban }: Sections['payments']) {
  if (isBlank(holder)) return isBlank(iban) ? undefined : 'holderMissing'
  if (holder.trim().length > 100) return 'tooLong'
  return isMisleading(holder) ? 'nameMisleading' : undefined
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/**
 * 'EE' and nine digits, the last of them a check digit (weights 3, 7, 1); for other countries only the format is
 * checked. Source: https://www.emta.ee/en/business-client/taxes-and-payment/value-added-tax
 */
function isVatNumber(typed: string): boolean {
  const number = typed.replaceAll(' ', '').toUpperCase()
  const digits = /^EE(\d{9})$/.exec(number)?.[1]
  if (digits === undefined) return !number.startsWith('EE') && /^[A-Z]{2}[0-9A-Z]{2,12}$/.test(number)
  return [...digits].reduce((sum, digit, place) => sum + Number(digit) * ([3, 7, 1][place % 3] ?? 0), 0) % 10 === 0
}

/** A typed website, with https:// if its beginning was left out. */
export const websiteOf = (typed: string): string => {
  const address = typed.trim()
  return /^[^\s/:@]+\.[^\s:@]+$/.test(address) ? `https://${address}` : address
}

function isWebAddress(typed: string, protocols: readonly string[] = ['http:', 'https:']): boolean {
  if (!URL.canParse(typed.trim())) return false
  const { protocol, username } = new URL(typed.trim())
  return protocols.includes(protocol) && username === ''
}

/** Splits typed sites, one on a line or separated by spaces: each as its origin, or unchanged if it has none. */
export const sitesIn = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
    .map((one) => (isWebAddress(one) ? new URL(one).origin : one))

/** The account for bank transfers; null without an IBAN, and bank transfer is not offered then. */
export const bankAccountOf = ({ holder, iban }: Sections['payments']) => (iban === '' ? null : { holder, iban })

/** Limits of an uploaded logo: most bytes, least pixels on a side, and types. */
export const LOGO = { most: 2 * 1024 * 1024, least: 128, types: ['image/png', 'image/jpeg', 'image/webp'] } as const

/** Logo and colour; every image made of them has `key` in its URL, see server/http/look.ts. */
export interface Look {
  readonly key: string
  readonly accent: string
  readonly hasLogo: boolean
  /** False while logo and colour are the program's defaults. */
  readonly isOwn: boolean
}

/** `logo` is the version of the picture; null without one. */
export function lookOf({ accent }: Sections['studio'], logo: number | null): Look {
  const colour = accent.toLowerCase()
  return {
    key: `${logo ?? 0}-${colour.slice(1)}`,
    accent: colour,
    hasLogo: logo !== null,
    isOwn: logo !== null || colour !== ACCENT,
  }
}

/** A category of classes. */
export interface ClassCategory extends Named {
  /** Used by the filter of the memberships. */
  readonly fitness: boolean
  readonly archived: boolean
  /** Ids of the membership categories that are included in its classes. */
  readonly includes: string[]
}

/** Whether people of a membership category are included in the classes of a class category. */
export interface Inclusion {
  readonly classCategory: string
  readonly membershipCategory: string
  readonly included: boolean
}

/** The class categories after this change. */
export const withInclusion = (
  all: readonly ClassCategory[],
  { classCategory, membershipCategory, included }: Inclusion,
): ClassCategory[] =>
  all.map((category) => {
    if (category.id !== classCategory) return category
    const without = category.includes.filter((one) => one !== membershipCategory)
    return { ...category, includes: included ? [...without, membershipCategory] : without }
  })

/** Both lists, in the studio's order. */
export interface Categories {
  readonly classCategories: ClassCategory[]
  readonly membershipCategories: MembershipCategory[]
}

export const categoryKinds = ['class', 'membership'] as const
export type CategoryKind = (typeof categoryKinds)[number]
/** Most categories of each kind; all of them are sent to each page. */
export const MOST_CATEGORIES = 50

/** Converts a category to its form. */
export const categoryFormOf = (category: ClassCategory | MembershipCategory): CategoryForm => ({
  name: category.name,
  nameEt: category.nameEt,
  marked: 'fitness' in category ? category.fitness : category.groupPrice,
  monthlyPrice: 'monthlyPrice' in category ? category.monthlyPrice : null,
})

/** Returns the wrong fields of a category. */
export function checkCategory({
  name,
  nameEt,
  monthlyPrice,
}: CategoryForm): Partial<Record<keyof CategoryForm, string>> {
  const long = (text: string) => [...text.trim()].length > 40
  return {
    ...(isBlank(name) || long(name)
      ? { name: 'categoryNameLength' }
      : isMisleading(name) && { name: 'nameMisleading' }),
    ...(monthlyPrice !== null && !isWithin(monthlyPrice, 1, 100_000) && { monthlyPrice: 'monthlyPriceOutOfRange' }),
    ...(long(nameEt) ? { nameEt: 'categoryNameLength' } : isMisleading(nameEt) && { nameEt: 'nameMisleading' }),
  }
}

/** Names of a kind must be unique in each language. */
export function checkOthers(
  { name, nameEt }: CategoryForm,
  others: readonly Named[],
): Partial<Record<keyof CategoryForm, string>> {
  const inEstonian = (one: Pick<Named, 'name' | 'nameEt'>) => (isBlank(one.nameEt) ? one.name : one.nameEt)
  if (others.some((one) => isSameName(one.name, name))) return { name: 'categoryNameTaken' }
  if (!others.some((one) => isSameName(inEstonian(one), inEstonian({ name, nameEt })))) return {}
  return isBlank(nameEt) ? { name: 'categoryNameTaken' } : { nameEt: 'categoryNameTaken' }
}

/** The studio's terms, in both languages. */
export interface TermsForm {
  readonly en: string
  readonly et: string
}

export const LONGEST_TERMS = 20_000

/** Returns the wrong fields; two empty texts mean that there are no terms. */
export function checkTerms({ en, et }: TermsForm): Partial<Record<keyof TermsForm, string>> {
  const wrong = (text: string, other: string) => {
    if (isBlank(text)) return isBlank(other) ? undefined : 'bothLanguages'
    return text.trim().length > LONGEST_TERMS ? 'tooLong' : undefined
  }
  const [inEnglish, inEstonian] = [wrong(en, et), wrong(et, en)]
  return { ...(inEnglish && { en: inEnglish }), ...(inEstonian && { et: inEstonian }) }
}
