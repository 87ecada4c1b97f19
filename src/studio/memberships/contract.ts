import * as z from 'zod/mini'
import { cents, count, flag, id, instant, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { paymentMethods, paymentStatuses } from '#studio/payments/rules.ts'

const membership = z.object({
  id,
  name: z.string(),
  description: z.string(),
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
  price: z.nullable(cents),
  classLimit: count,
  validPeriod: count,
  categories: z.array(z.string()),
  excludedCategories: z.array(z.string()),
})
export type CatalogueItem = z.infer<typeof membership>

const purchase = z.object({
  id,
  membershipName: z.string(),
  classesUsed: count,
  classLimit: count,
  validFrom: instant,
  validUntil: instant,
  categories: z.array(z.string()),
  excludedCategories: z.array(z.string()),
  status: z.enum(['active', 'cancelled']),
  paymentStatus: z.nullable(z.enum(paymentStatuses)),
})
export type OwnPurchase = z.infer<typeof purchase>

export const membershipForm = z.object({
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

export const memberships = contract('memberships', {
  /** What is for sale, cheapest standard price first. */
  catalogue: query({ may: 'browse', input: nothing, answer: z.array(membership) }),
  /** The caller's active purchases, ending soonest first. */
  mine: query({ may: 'manageOwn', input: nothing, answer: z.array(purchase) }),
  buy: command({
    may: 'register',
    input: z.object({ membershipId: id, coverMember: flag, paymentMethod: z.enum(paymentMethods) }),
    answer: z.object({ purchaseId: id, price: cents }),
    refuses: ['membershipNotFound', 'membershipPriceMissing', 'methodNotOffered'],
  }),
  cancelPurchase: command({
    may: 'manageOwn',
    input: z.object({ purchaseId: id }),
    answer: nothing,
    refuses: ['membershipNotFound', 'membershipNotActive', 'membershipInUse', 'noPaymentFound', 'noDuePayment'],
  }),
  create: command({
    may: 'manageMemberships',
    input: membershipForm,
    answer: z.object({ id }),
    refuses: ['invalidFields'],
  }),
})
