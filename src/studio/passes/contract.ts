import * as z from 'zod/mini'
import { count, date, id, instant, object, page, text, total } from '#kernel/fields.ts'
import { command, contract, forPerson, nothing, query } from '#kernel/procedures.ts'
import { purchase } from '#studio/memberships/contract.ts'
import { bookCauses, bookKinds } from '#studio/memberships/rules/book.ts'

const line = object({
  id: z.number(),
  at: instant,
  kind: z.enum(bookKinds),
  cause: z.nullable(z.enum(bookCauses)),
  /** Text typed by the person who made the change. */
  reason: z.string(),
  /** Number of classes added, or removed if negative. */
  classes: z.number(),
  remaining: count,
  validUntil: instant,
  /** The class that was used or given back. */
  className: z.nullable(z.string()),
  startsAt: z.nullable(instant),
  /** First and last day of a freeze. */
  firstDay: z.nullable(date),
  lastDay: z.nullable(date),
  /**
   * Who made the change. Null if the studio did, which for members includes its staff; empty if the account was
   * deleted.
   */
  by: z.nullable(z.string()),
})
export type BookLine = z.infer<typeof line>

export type Pass = z.infer<typeof purchase>
/** `paymentId`: its payment if the caller pays it, else null. */
const ownPass = object({ ...purchase.shape, paymentId: z.nullable(id) })
export type OwnPass = z.infer<typeof ownPass>
const deskPass = object({ ...purchase.shape, userId: id, displayName: z.string(), familyName: z.string() })

/** An upcoming class that the pass pays for. */
const comingClass = object({ scheduleId: id, className: z.string(), startsAt: instant, endsAt: instant })
export type ComingClass = z.infer<typeof comingClass>

const days = { firstDay: date, lastDay: date, reason: z.string() }
const freeze = object({
  id,
  state: z.enum(['asked', 'refused', 'frozen']),
  ...days,
  /** Text typed by the person who decided. */
  answer: z.string(),
  /** End of validity if the freeze ended now; null if nothing is frozen. */
  endsAs: z.nullable(instant),
})
export type Freeze = z.infer<typeof freeze>

/**
 * One page of the book, the newest line first; the latest freeze that still matters; upcoming classes that the pass
 * pays for.
 */
const lines = { rows: z.array(line), total, page, freeze: z.nullable(freeze), coming: z.array(comingClass) }

const request = object({
  ...freeze.shape,
  purchaseId: id,
  userId: id,
  displayName: z.string(),
  familyName: z.string(),
  membershipName: z.string(),
  validUntil: instant,
  askedAt: instant,
  coming: z.array(comingClass),
})
export type FreezeRequest = z.infer<typeof request>

const form = { firstDay: text, lastDay: text, reason: text }
/** Classes shown in the dialog, on the frozen days or after the new end; they are given back. */
const scheduleIds = z.array(id).check(z.maxLength(200))
const moved = object({ given: count, validUntil: instant })

export const passes = contract('passes', {
  /** The caller's own pass, or one of a person whose guardian they are; null for any other. */
  book: query({
    may: 'see',
    subject: 'personId',
    input: object({ id, page, ...forPerson }),
    answer: z.nullable(object({ pass: ownPass, ...lines })),
  }),
  bookOf: query({
    may: 'seeDesk',
    input: object({ id, page }),
    answer: z.nullable(object({ pass: deskPass, ...lines })),
  }),
  ask: command({
    may: 'book',
    subject: 'personId',
    input: object({ id, ...form, ...forPerson }),
    answer: nothing,
    refuses: ['membershipNotFound', 'membershipNotActive', 'freezeOpen', 'invalidFields'],
  }),
  withdraw: command({
    may: 'book',
    subject: 'personId',
    input: object({ freezeId: id, ...forPerson }),
    answer: nothing,
    refuses: ['freezeNotFound'],
  }),
  endOwn: command({
    may: 'book',
    subject: 'personId',
    input: object({ freezeId: id, scheduleIds, ...forPerson }),
    answer: moved,
    refuses: ['freezeNotFound', 'membershipNotActive', 'classesChanged'],
  }),
  /** Requested freezes, the oldest first, then current and coming freezes. */
  freezes: query({ may: 'seeDesk', input: object({ page }), answer: object({ rows: z.array(request), total, page }) }),
  freeze: command({
    may: 'manageMemberships',
    input: object({ purchaseId: id, ...form, scheduleIds }),
    answer: moved,
    refuses: ['membershipNotFound', 'membershipNotActive', 'freezeOpen', 'classesChanged', 'invalidFields'],
  }),
  approve: command({
    may: 'manageMemberships',
    input: object({ freezeId: id, answer: text, scheduleIds }),
    answer: moved,
    refuses: ['freezeNotFound', 'membershipNotActive', 'freezeOver', 'classesChanged', 'invalidFields'],
  }),
  refuse: command({
    may: 'manageMemberships',
    input: object({ freezeId: id, answer: text }),
    answer: nothing,
    refuses: ['freezeNotFound', 'invalidFields'],
  }),
  endFreeze: command({
    may: 'manageMemberships',
    input: object({ freezeId: id, scheduleIds }),
    answer: moved,
    refuses: ['freezeNotFound', 'membershipNotActive', 'classesChanged'],
  }),
})
