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
  /** Without spaces; empty until there is one. */
  iban: text,
  /** IBANs whose statements are read, too, with spaces between them. */
  otherAccounts: text,
  termDays: count,
  dropInFee: cents,
  /** The day of the month by which monthly fees are due. */
  feesDueDay: count,
  /** Of what all but one of a payer's people buy; 0: none. */
  siblingPercent: count,
  /** The studio's own, for papers. */
  registryCode: text,
  /** Whether prices include value added tax, at how many percent, and under which number. */
  vatLiable: flag,
  vatRate: count,
  vatNumber: text,
  methods: z.array(z.enum(paymentMethods)),
})

const registration = object({
  /** From so many hours before the start on a cancellation is late; 0: never. */
  lateHours: count,
  /** A late cancellation is forgiven when somebody else takes the place. */
  forgiveLate: flag,
  makeUpDays: count,
  mostOpenPayments: count,
  /** Whoever has an overdue payment pays before they book again. */
  overdueStops: flag,
  /** A teacher takes another's class over without an admin. */
  standInsAtOnce: flag,
})

/** Hours or days before or after; 0 is off. */
const notices = object({
  classHours: count,
  membershipDays: count,
  overdueDays: count,
})

/** Which features are on. */
const switches = object(Object.fromEntries(features.map((feature) => [feature, flag])) as Record<Feature, typeof flag>)

/** Which sites may show the timetable in a frame: their origins with spaces between them. */
const embed = object({ sites: text })

/** What only the admin who sets the studio up can say to be done, and whether they still want to be led. */
const setUp = object({ /** Name and logo were saved. */ named: flag, categories: flag, shared: flag, dismissed: flag })

/** What the studio sets, section by section. A field that is new begins with its default in rules.ts. */
export const sections = { studio, payments, registration, notices, features: switches, embed, setUp }

export type Sections = { readonly [S in keyof typeof sections]: Readonly<z.infer<(typeof sections)[S]>> }
export type SectionName = keyof Sections

/** Four characters carry three bytes. */
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
/** `marked`: of a class category that it is fitness, of a membership category that it has the group members' price. */
const categoryForm = object({
  name: text,
  nameEt: text,
  marked: flag,
  /** Of a membership category: what whoever has it pays a month. */
  monthlyPrice: z.nullable(cents),
})
export type CategoryForm = Readonly<z.infer<typeof categoryForm>>

// cut above the rule's limit, so that the rule's own text is what people read
const termsForm = object({ en: upTo(2 * LONGEST_TERMS), et: upTo(2 * LONGEST_TERMS) })

const shown = object({
  name: text,
  /** The studio's website. */
  url: text,
  supportEmail: text,
  phone: text,
  postalAddress: text,
  /** Those that are on. */
  features: z.array(z.enum(features)),
  look: object({ key: text, accent: text, hasLogo: flag, isOwn: flag }),
  beta: flag,
  /** Null until one is set: bank transfer is not offered then. */
  bankAccount: z.nullable(object({ holder: text, iban: text })),
  methods: z.array(z.enum(paymentMethods)),
  dropInFee: cents,
  /** Days until a new payment is overdue. */
  termDays: count,
  /** The sibling discount; 0 where there is none. */
  siblingPercent: count,
  ...registration.shape,
  /** The version of the terms; null where there are none. */
  terms: z.nullable(count),
  ...categories,
})
export type Shown = Readonly<z.infer<typeof shown>>

export const settings = contract('settings', {
  all: query({
    may: 'manageSettings',
    input: nothing,
    answer: object({ ...sections, /** Those that have a switch. */ built: z.array(z.enum(features)) }),
  }),
  /** What every page shows and reckons with. */
  shown: query({ may: 'browse', input: nothing, answer: shown }),
  save: command({
    may: 'manageSettings',
    /** `before` is what the form was begun with: see accounts/server/edits.ts. */
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
  /** Which membership categories somebody has. */
  usedMembershipCategories: query({ may: 'manageSettings', input: nothing, answer: z.array(id) }),
  addCategory: command({
    may: 'manageSettings',
    input: z.extend(categoryForm, { kind }),
    answer: object({ id }),
    refuses: ['invalidFields', 'tooManyCategories'],
  }),
  editCategory: command({
    may: 'manageSettings',
    /** `before` is what the form was begun with: see accounts/server/edits.ts. */
    input: z.extend(categoryForm, { kind, id, before: categoryForm }),
    answer: nothing,
    refuses: ['categoryNotFound', 'invalidFields', 'editedMeanwhile'],
  }),
  /** One place up or down among those of its kind. */
  moveCategory: command({
    may: 'manageSettings',
    input: object({ kind, id, to: z.enum(['up', 'down']) }),
    answer: nothing,
    refuses: ['categoryNotFound'],
  }),
  /** What is archived is offered no more; what has it keeps it, and its effect. */
  archiveCategory: command({
    may: 'manageSettings',
    input: object({ kind, id, archived: flag }),
    answer: nothing,
    refuses: ['categoryNotFound'],
  }),
  /** Whether the holders of a membership category are included in the classes of a class category. */
  setIncluded: command({
    may: 'manageSettings',
    input: object({ classCategory: id, membershipCategory: id, included: flag }),
    answer: nothing,
    refuses: ['categoryNotFound'],
  }),
  /** Only what nobody has; see memberships for class categories. */
  removeMembershipCategory: command({
    may: 'manageSettings',
    input: object({ id }),
    answer: nothing,
    refuses: ['categoryNotFound', 'categoryInUse'],
  }),
  /** The studio's terms; null where there are none. */
  terms: query({
    may: 'browse',
    input: nothing,
    answer: z.nullable(object({ version: count, en: z.string(), et: z.string(), createdAt: instant })),
  }),
  saveTerms: command({
    may: 'manageSettings',
    /** `before` is what the form was begun with: see accounts/server/edits.ts. */
    input: object({ typed: termsForm, before: termsForm }),
    // two texts, each twice, of up to three bytes a character
    largest: 16 * LONGEST_TERMS,
    answer: nothing,
    refuses: ['invalidFields', 'editedMeanwhile'],
  }),
  /** A sheet for the door, with the QR code of the classes. */
  poster: command({
    may: 'manageSettings',
    input: object({ language: z.enum(['en', 'et']) }),
    answer: object({ /** In base64. */ pdf: z.string() }),
    once: false,
  }),
  saveLogo: command({
    may: 'manageSettings',
    /** The file in base64; null takes the logo away. */
    input: object({ logo: z.nullable(picture) }),
    largest: base64Of(LOGO.most) + 1024,
    answer: nothing,
    refuses: ['invalidFields'],
  }),
})
