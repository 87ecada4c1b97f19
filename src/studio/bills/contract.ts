import * as z from 'zod/mini'
import { cents, count, date, flag, id, instant, object, text, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { paymentStatuses } from '#studio/payments/rules.ts'
import { MOST_BILLED } from './rules.ts'

const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))

const pauseForm = object({ from: text, until: text, reason: text })
export type PauseForm = Readonly<z.infer<typeof pauseForm>>

const row = object({
  personId: id,
  payerId: id,
  displayName: z.string(),
  familyName: z.string(),
  categoryId: id,
  /** Before the sibling discount. */
  full: cents,
  joined: z.nullable(date),
  /** The first day on which they had left. */
  left: z.nullable(date),
  pauses: z.array(object({ id, from: date, until: date, reason: z.string() })),
  pausedThroughout: flag,
  /** Their payment of that month, once there is one. */
  billed: z.nullable(object({ price: cents, discount: cents, status: z.enum(paymentStatuses) })),
})
export type BillRow = z.infer<typeof row>

const bill = object({
  rows: z.array(row),
  /** Of those payers who pay for several people: all of these, the oldest first, and what runs of theirs. */
  families: z.array(object({ payerId: id, people: z.array(object({ personId: id, cents: total })) })),
  /** The last press for this month, while it can be undone. */
  undo: z.nullable(object({ batch: id, until: instant, count })),
})
export type Bill = z.infer<typeof bill>

const feature = 'monthlyFees'

export const bills = contract('bills', {
  /** Who had a category with a monthly price on any day of a month, by name. */
  month: query({ may: 'confirmPayments', feature, input: object({ month }), answer: bill }),
  /** Makes a payment for each of these people: once for each person and month. `proposed` is what was shown, `cents` what is asked for. */
  create: command({
    may: 'confirmPayments',
    feature,
    input: object({
      month,
      rows: z.array(object({ personId: id, proposed: cents, cents })).check(z.minLength(1), z.maxLength(MOST_BILLED)),
    }),
    // an id and two sums each
    largest: MOST_BILLED * 256,
    answer: object({ batch: id, created: count, payers: count, sum: z.number() }),
    refuses: ['billChanged', 'feeOutOfRange'],
  }),
  /** Takes back what one press has made, within two minutes; what is paid meanwhile stays. */
  undo: command({
    may: 'confirmPayments',
    feature,
    input: object({ batch: id }),
    answer: object({ undone: count, stayed: count }),
    refuses: ['undoTooLate'],
  }),
  addPause: command({
    may: 'confirmPayments',
    feature,
    input: z.extend(pauseForm, { personId: id }),
    answer: object({ id }),
    refuses: ['userNotFound', 'invalidFields'],
  }),
  removePause: command({
    may: 'confirmPayments',
    feature,
    input: object({ pauseId: id }),
    answer: nothing,
    refuses: ['pauseNotFound'],
  }),
})
