import * as z from 'zod/mini'
import { cents, count, flag, id, instant, object, text, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { categoryKinds, features, LOGO, LONGEST_TERMS, type Feature } from './rules.ts'
import { paymentMethods } from './rules/methods.ts'

const studio = object({
  name: text,
  website: text,
  supportEmail: text,
  phone: text,
  postalAddress: text,
  /** '#641a5c' */
  accent: text,
  beta: flag,
})

const payments = object({
  holder: text,
  /** Without spaces; empty if not set. */
  iban: text,
  /** More IBANs whose statements are read, separated by spaces. */
  otherAccounts: text,
  termDays: count,
  dropInFee: cents,
  /** Day of the month on which monthly fees are due. */
  feesDueDay: count,
  /** Discount for all but one of the people of a payer; 0 for none. */
  siblingPercent: count,
  /** The studio's own registry code, printed on papers. */
  registryCode: text,
  /** Whether prices include VAT, its rate in percent, and the VAT number. */
  vatLiable: flag,
  vatRate: count,
  vatNumber: text,
  methods: z.array(z.enum(paymentMethods)),
})

const registration = object({
  /** Hours before the start within which a cancellation is late; 0 for never. */
  lateHours: count,
  /** Whether a late cancellation is forgiven when another person takes the place. */
  forgiveLate: flag,
  makeUpDays: count,
  mostOpenPayments: count,
  /** Whether a person with an overdue payment must pay before booking again. */
  overdueStops: flag,
  /** Whether a teacher can take over a class without an admin's approval. */
  standInsAtOnce: flag,
})

/** Hours or days before or after the event; 0 is off. */
const notices = object({
  classHours: count,
  membershipDays: count,
  overdueDays: count,
})

/** Which features are switched on. */
const switches = object(Object.fromEntries(features.map((feature) => [feature, flag])) as Record<Feature, typeof flag>)

/** Origins of sites that may show the timetable in a frame, separated by spaces. */
const embed = object({ sites: text })

/** Steps of the first setup that only the admin can mark as done, and whether they dismissed the guide. */
const setUp = object({ /** Name and logo were saved. */ named: flag, categories: flag, shared: flag, dismissed: flag })

/** The studio's settings by section. A new field starts with its default in rules.ts. */
export const sections = { studio, payments, registration, notices, features: switches, embed, setUp }

export type Sections = { readonly [S in keyof typeof sections]: Readonly<z.infer<(typeof sections)[S]>> }
export type SectionName = keyof Sections

/** Length of base64: four characters for three bytes. */
const base64Of = (bytes: number) => Math.ceil(bytes / 3) * 4
const picture = z.string().check(z.maxLength(base64Of(LOGO.most)), z.regex(/^[A-Za-z0-9+/]*=*$/))

const edit = <const Name extends string, Shape extends z.core.SomeType>(section: Name, form: Shape) =>
  object({ section: z.literal(section), typed: form, before: form })

const named = { id, name: z.string(), nameEt: z.string() }
const categories = {
  classCategories: z.array(object({ ...named, fitness: flag, archived: flag, includes: z.array(id) })),
  membershipCategories: z.array(
    object({ ...named, groupPrice: flag, monthlyPrice: z.nullable(cents), archived: flag }),
  ),
}

const kind = z.enum(categoryKinds)
/** `marked`: a class category is fitness; a membership category has the group members' price. */
const categoryForm = object({
  name: text,
  nameEt: text,
  marked: flag,
  /** Monthly fee of a membership category, in cents. */
  monthlyPrice: z.nullable(cents),
})
export type CategoryForm = Readonly<z.infer<typeof categoryForm>>

// cut above the rule's limit, so that people read the rule's own message
const termsForm = object({ en: upTo(2 * LONGEST_TERMS), et: upTo(2 * LONGEST_TERMS) })

const shown = object({
  name: text,
  /** The studio's website. */
  url: text,
  supportEmail: text,
  phone: text,
  postalAddress: text,
  /** Features that are switched on. */
  features: z.array(z.enum(features)),
  look: object({ key: text, accent: text, hasLogo: flag, isOwn: flag }),
  beta: flag,
  /** Null if not set; bank transfer is not offered then. */
  bankAccount: z.nullable(object({ holder: text, iban: text })),
  methods: z.array(z.enum(paymentMethods)),
  dropInFee: cents,
  /** Days until a new payment is overdue. */
  termDays: count,
  /** Sibling discount in percent; 0 for none. */
  siblingPercent: count,
  ...registration.shape,
  /** Version of the terms; null without terms. */
  terms: z.nullable(count),
  ...categories,
})
export type Shown = Readonly<z.infer<typeof shown>>

export const settings = contract('settings', {
  all: query({
    may: 'manageSettings',
    input: nothing,
    answer: object({ ...sections, /** Features with a switch. */ built: z.array(z.enum(features)) }),
  }),
  /** Settings that every page needs. */
  shown: query({ may: 'browse', input: nothing, answer: shown }),
  save: command({
    may: 'manageSettings',
    /** `before` is the form as it was opened: see accounts/server/edits.ts. */
    input: z.discriminatedUnion('section', [
      edit('studio', studio),
      edit('payments', payments),
      edit('registration', registration),
      edit('notices', notices),
      edit('features', switches),
      edit('embed', embed),
      edit('setUp', setUp),
    ]),
    answer: nothing,
    refuses: ['invalidFields', 'editedMeanwhile'],
  }),
  /** Ids of membership categories that are in use. */
  usedMembershipCategories: query({ may: 'manageSettings', input: nothing, answer: z.array(id) }),
  addCategory: command({
    may: 'manageSettings',
    input: z.extend(categoryForm, { kind }),
    answer: object({ id }),
    refuses: ['invalidFields', 'tooManyCategories'],
  }),
  editCategory: command({
    may: 'manageSettings',
    /** `before` is the form as it was opened: see accounts/server/edits.ts. */
    input: z.extend(categoryForm, { kind, id, before: categoryForm }),
    answer: nothing,
    refuses: ['categoryNotFound', 'invalidFields', 'editedMeanwhile'],
  }),
  /** Moves a category one position up or down within its kind. */
  moveCategory: command({
    may: 'manageSettings',
    input: object({ kind, id, to: z.enum(['up', 'down']) }),
    answer: nothing,
    refuses: ['categoryNotFound'],
  }),
  /** An archived category is not offered any more; existing uses and effects stay. */
  archiveCategory: command({
    may: 'manageSettings',
    input: object({ kind, id, archived: flag }),
    answer: nothing,
    refuses: ['categoryNotFound'],
  }),
  /** Whether people of a membership category are included in the classes of a class category. */
  setIncluded: command({
    may: 'manageSettings',
    input: object({ classCategory: id, membershipCategory: id, included: flag }),
    answer: nothing,
    refuses: ['categoryNotFound'],
  }),
  /** Only if not in use; for class categories see memberships. */
  removeMembershipCategory: command({
    may: 'manageSettings',
    input: object({ id }),
    answer: nothing,
    refuses: ['categoryNotFound', 'categoryInUse'],
  }),
  /** The studio's terms; null without terms. */
  terms: query({
    may: 'browse',
    input: nothing,
    answer: z.nullable(object({ version: count, en: z.string(), et: z.string(), createdAt: instant })),
  }),
  saveTerms: command({
    may: 'manageSettings',
    /** `before` is the form as it was opened: see accounts/server/edits.ts. */
    input: object({ typed: termsForm, before: termsForm }),
    // two texts, each twice, with up to three bytes a character
    largest: 16 * LONGEST_TERMS,
    answer: nothing,
    refuses: ['invalidFields', 'editedMeanwhile'],
  }),
  /** A PDF poster with the QR code of the class list. */
  poster: command({
    may: 'manageSettings',
    input: object({ language: z.enum(['en', 'et']) }),
    answer: object({ /** In base64. */ pdf: z.string() }),
    once: false,
  }),
  saveLogo: command({
    may: 'manageSettings',
    /** The file in base64; null removes the logo. */
    input: object({ logo: z.nullable(picture) }),
    largest: base64Of(LOGO.most) + 1024,
    answer: nothing,
    refuses: ['invalidFields'],
  }),
})
