import * as z from 'zod/mini'
import { cents, count, flag, id, instant, object, page, part, searchText, text, total } from '#kernel/fields.ts'
import { command, contract, forPeople, forPerson, nothing, query } from '#kernel/procedures.ts'
import { paymentMethods, paymentStatuses } from '#studio/payments/rules.ts'

const membership = object({
  id,
  name: z.string(),
  description: z.string(),
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
  /** Legacy form with a single price (cents). */
  price: z.nullable(cents),
  classLimit: count,
  validPeriod: count,
  categories: z.array(z.string()),
  excludedCategories: z.array(z.string()),
})
export type CatalogueItem = z.infer<typeof membership>

export const purchase = object({
  id,
  membershipName: z.string(),
  classesUsed: count,
  /** Classes that staff added to, or removed from, the classes used by hand. */
  classesCorrected: count,
  classLimit: count,
  validFrom: instant,
  validUntil: instant,
  categories: z.array(z.string()),
  excludedCategories: z.array(z.string()),
  status: z.enum(['active', 'cancelled']),
  /** The pass's last freeze; `frozenUntil` is exclusive. */
  frozenFrom: z.nullable(instant),
  frozenUntil: z.nullable(instant),
  paymentStatus: z.nullable(z.enum(paymentStatuses)),
  paymentPrice: z.nullable(cents),
  paymentDeadline: z.nullable(instant),
})
export type OwnPurchase = z.infer<typeof purchase>

/** A guardian does not see another guardian's payment, only that one exists. */
const familyPurchase = z.extend(purchase, { hasPayment: flag })
export type FamilyPurchase = z.infer<typeof familyPurchase>

const status = z.enum(['active', 'archived'])

const deskMembership = z.extend(membership, { status })
export type DeskMembership = z.infer<typeof deskMembership>

const deskPurchase = z.extend(purchase, {
  userId: id,
  displayName: z.string(),
  familyName: z.string(),
  /** Whether a class that was cancelled late came back: the late cancellation keeps the pass. */
  lateForgiven: flag,
})
export type DeskPurchase = z.infer<typeof deskPurchase>

export const membershipForm = object({
  name: text,
  description: text,
  standardPrice: cents,
  memberPrice: cents,
  classLimit: count,
  validPeriod: count,
  categories: z.array(text).check(z.maxLength(20)),
  excludedCategories: z.array(text).check(z.maxLength(20)),
})
export type MembershipForm = z.infer<typeof membershipForm>

/** Fields of a purchase that staff can correct. */
const purchaseForm = object({
  classesUsed: count,
  classLimit: count,
  validUntil: text,
  status: z.enum(['active', 'cancelled']),
})

const saleRefusals = [
  'membershipNotFound',
  'membershipPriceMissing',
  'tooManyOpenPayments',
  'overduePayments',
  'methodNotOffered',
] as const

export const memberships = contract('memberships', {
  /** Memberships for sale, lowest standard price first. */
  catalogue: query({ may: 'browse', input: nothing, answer: z.array(membership) }),
  /** A person's active purchases, ending soonest first. */
  mine: query({ may: 'see', subject: 'personId', input: object(forPerson), answer: z.array(familyPurchase) }),
  buy: command({
    may: 'book',
    needsTerms: true,
    subject: 'personId',
    input: object({ membershipId: id, coverMember: flag, paymentMethod: z.enum(paymentMethods), ...forPerson }),
    answer: object({ purchaseId: id, price: cents }),
    refuses: saleRefusals,
  }),
  /** Buys a pass for each of several people: all or none. */
  buySeveral: command({
    may: 'book',
    feature: 'families',
    needsTerms: true,
    subjects: 'people',
    input: object({ membershipId: id, coverMember: flag, paymentMethod: z.enum(paymentMethods), people: forPeople }),
    /** The total price for all of them (cents). */
    answer: object({ price: cents }),
    refuses: saleRefusals,
  }),
  /** Sells to a user; teachers can do this at the door too. Logged as done by staff. */
  sellTo: command({
    may: 'registerOthers',
    subject: 'userId',
    input: object({ userId: id, membershipId: id, coverMember: flag, paymentMethod: z.enum(paymentMethods) }),
    answer: object({ purchaseId: id, paymentId: id, price: cents }),
    refuses: ['userNotFound', 'userInactive', ...saleRefusals],
  }),
  /** One page of everything a user has bought, newest first. */
  ofUser: query({
    may: 'seeDesk',
    input: object({ userId: id, page }),
    answer: object({ rows: z.array(purchase), total, page }),
  }),
  cancelPurchase: command({
    may: 'book',
    subject: 'personId',
    input: object({ purchaseId: id, ...forPerson }),
    answer: nothing,
    refuses: [
      'membershipNotFound',
      'membershipNotActive',
      'membershipInUse',
      'noPaymentFound',
      'noDuePayment',
      'paidByAnother',
    ],
  }),
  create: command({
    may: 'manageMemberships',
    input: membershipForm,
    answer: object({ id }),
    refuses: ['invalidFields'],
  }),
  /** Ids of class categories that a class, an entry, a membership or a pass uses. */
  usedClassCategories: query({ may: 'manageSettings', input: nothing, answer: z.array(id) }),
  /** Removes an unused class category. Here, because memberships is the highest concept that uses them. */
  removeClassCategory: command({
    may: 'manageSettings',
    input: object({ id }),
    answer: nothing,
    refuses: ['categoryNotFound', 'categoryInUse'],
  }),
  /** The whole catalogue, newest first, archived ones included. */
  manage: query({ may: 'seeDesk', input: nothing, answer: z.array(deskMembership) }),
  update: command({
    may: 'manageMemberships',
    /** `before` is what the form was opened with: see accounts/server/edits.ts. */
    input: z.extend(membershipForm, { membershipId: id, before: membershipForm }),
    answer: nothing,
    refuses: ['membershipNotFound', 'invalidFields', 'editedMeanwhile'],
  }),
  /** An archived membership is not for sale; purchases stay valid. */
  setStatus: command({
    may: 'manageMemberships',
    input: object({ membershipId: id, status }),
    answer: nothing,
    refuses: ['membershipNotFound'],
  }),
  /** One page of purchases that have not expired, ending soonest first; `search` is the user's name or e-mail. */
  purchases: query({
    may: 'seeDesk',
    input: object({ search: searchText, page }),
    answer: object({ rows: z.array(deskPurchase), total, page }),
  }),
  purchasesForExport: query({
    may: 'seeDesk',
    input: object({ search: searchText, part }),
    answer: object({ rows: z.array(deskPurchase), total, parts: count }),
  }),
  updatePurchase: command({
    may: 'manageMemberships',
    /** `before` is what the form was opened with: see accounts/server/edits.ts. */
    input: z.extend(purchaseForm, { purchaseId: id, before: purchaseForm, reason: z.optional(text) }),
    answer: nothing,
    refuses: ['membershipNotFound', 'invalidFields', 'editedMeanwhile'],
  }),
  /** Deletes a purchase on which nothing depends, otherwise cancels it. */
  deletePurchase: command({
    may: 'manageMemberships',
    input: object({ purchaseId: id }),
    answer: object({ removed: flag }),
    refuses: ['membershipNotFound', 'membershipKept'],
  }),
})
