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
  /** In the words of whoever did it. */
  reason: z.string(),
  /** Classes that came, or went. */
  classes: z.number(),
  remaining: count,
  validUntil: instant,
  /** The class that was taken or given back. */
  className: z.nullable(z.string()),
  startsAt: z.nullable(instant),
  /** The days of a freeze. */
  firstDay: z.nullable(date),
  lastDay: z.nullable(date),
  /** Null where the studio did it: by itself, or, as a member sees it, by its staff. Empty of an account that is gone. */
  by: z.nullable(z.string()),
})
export type BookLine = z.infer<typeof line>

export type Pass = z.infer<typeof purchase>
const deskPass = object({ ...purchase.shape, userId: id, displayName: z.string(), familyName: z.string() })

/** A class to come that the pass pays for. */
const comingClass = object({ scheduleId: id, className: z.string(), startsAt: instant, endsAt: instant })
export type ComingClass = z.infer<typeof comingClass>

const days = { firstDay: date, lastDay: date, reason: z.string() }
const freeze = object({
  id,
  state: z.enum(['asked', 'refused', 'frozen']),
  ...days,
  /** In the words of whoever decided. */
  answer: z.string(),
  /** Until when the pass is good if the freeze ends now; null where nothing is frozen. */
  endsAs: z.nullable(instant),
})
export type Freeze = z.infer<typeof freeze>

/** One page of its book, the newest line first; the last freeze that says anything by now; what it pays for. */
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
/** The classes on those days, or after the new end, as they were shown: they are given back. */
const scheduleIds = z.array(id).check(z.maxLength(200))
const moved = object({ given: count, validUntil: instant })

export const passes = contract('passes', {
  /** A pass of one's own, or of somebody for whom one is guardian; null where it is neither, or none. */
  book: query({
    may: 'see',
    subject: 'personId',
    input: object({ id, page, ...forPerson }),
    answer: z.nullable(object({ pass: purchase, ...lines })),
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
    refuses: ['membershipNotFound', 'membershipNotActive', 'freezeStanding', 'invalidFields'],
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
  /** What is asked for, the oldest first, and then what is frozen by now or soon. */
  freezes: query({ may: 'seeDesk', input: object({ page }), answer: object({ rows: z.array(request), total, page }) }),
  freeze: command({
    may: 'manageMemberships',
    input: object({ purchaseId: id, ...form, scheduleIds }),
    answer: moved,
    refuses: ['membershipNotFound', 'membershipNotActive', 'freezeStanding', 'classesChanged', 'invalidFields'],
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
