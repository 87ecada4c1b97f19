import * as z from 'zod/mini'
import { cents, count, flag, id, instant, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { paymentMethods, paymentStatuses } from '#studio/payments/rules.ts'

const entry = z.object({
  id,
  className: z.string(),
  classDescription: z.string(),
  categories: z.array(z.string()),
  startsAt: instant,
  endsAt: instant,
  maxParticipants: count,
  registeredCount: count,
  /** Users who are included by category and hold no registration of their own: a person counts once. */
  includedCount: count,
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
  cancelledAt: z.nullable(instant),
})
export type UpcomingEntry = z.infer<typeof entry>

export const methods = ['membership', 'dropIn'] as const

const ownRegistration = z.object({
  scheduleId: id,
  className: z.string(),
  categories: z.array(z.string()),
  startsAt: instant,
  endsAt: instant,
  method: z.enum(methods),
  membershipName: z.nullable(z.string()),
  paymentStatus: z.nullable(z.enum(paymentStatuses)),
  price: z.nullable(cents),
})
export type OwnRegistration = z.infer<typeof ownRegistration>

const placeRefusals = [
  'scheduleNotFound',
  'entryCancelled',
  'entryStarted',
  'includedAlready',
  'alreadyRegistered',
  'classFull',
] as const

const membershipRefusals = [
  'membershipNotFound',
  'membershipEnded',
  'membershipUsedUp',
  'membershipExpiresBefore',
  'membershipCategory',
] as const

export const registrations = contract('registrations', {
  /** Entries that have not ended, from now to the end of that many weeks, soonest first. */
  upcoming: query({
    may: 'browse',
    input: z.object({ weeks: z.int().check(z.minimum(1), z.maximum(60)) }),
    answer: z.object({ entries: z.array(entry), more: z.boolean() }),
  }),
  /** The caller's places in entries that have not ended, soonest first. */
  mine: query({ may: 'manageOwn', input: nothing, answer: z.array(ownRegistration) }),
  registerWithMembership: command({
    may: 'register',
    input: z.object({ scheduleId: id, purchaseId: id }),
    answer: z.object({ membershipName: z.string() }),
    refuses: [...placeRefusals, ...membershipRefusals],
  }),
  registerWithDropIn: command({
    may: 'register',
    input: z.object({
      scheduleId: id,
      coverMember: flag,
      paymentMethod: z.enum(paymentMethods),
      discountCode: z.nullable(text),
    }),
    answer: z.object({ price: cents }),
    refuses: [...placeRefusals, 'methodNotOffered', 'discountInvalid', 'discountOtherCourse'],
  }),
  cancel: command({
    may: 'manageOwn',
    input: z.object({ scheduleId: id }),
    answer: nothing,
    refuses: ['scheduleNotFound', 'registrationNotFound', 'entryStarted'],
  }),
})
