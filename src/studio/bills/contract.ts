import * as z from 'zod/mini'
import { cents, count, date, flag, id, instant, month, object, text, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { paymentStatuses } from '#studio/payments/rules.ts'
import { MOST_BILLED } from './rules.ts'

const pauseForm = object({ from: text, until: text, reason: text })
export type PauseForm = Readonly<z.infer<typeof pauseForm>>

const row = object({
  personId: id,
  payerId: id,
  displayName: z.string(),
  familyName: z.string(),
  /** Date of birth, and the address of the account that pays; null unless another row has the same name. */
  apart: z.nullable(object({ dob: z.nullable(date), email: z.string() })),
  categoryId: id,
  /** Cents before the sibling discount. */
  full: cents,
  joined: z.nullable(date),
  /** The first day without the category; null if still held. */
  left: z.nullable(date),
  pauses: z.array(object({ id, from: date, until: date, reason: z.string() })),
  pausedThroughout: flag,
  /** The person's payment for that month, once created. */
  billed: z.nullable(object({ price: cents, discount: cents, status: z.enum(paymentStatuses) })),
})
export type BillRow = z.infer<typeof row>

const bill = object({
  rows: z.array(row),
  /** The day by which payments created now are due. */
  dueOn: date,
  /** Payers of several people: their people, oldest first, and the running payments of each. */
  families: z.array(object({ payerId: id, people: z.array(object({ personId: id, cents: total })) })),
  /** The last batch created for this month, while it can be undone. */
  undo: z.nullable(object({ batch: id, until: instant, count })),
})
export type Bill = z.infer<typeof bill>

const feature = 'monthlyFees'

export const bills = contract('bills', {
  /** People who had a category with a monthly price on any day of the month, by name. */
  month: query({ may: 'confirmPayments', feature, input: object({ month }), answer: bill }),
  /** Creates one payment per person and month. `proposed` is the sum shown, `cents` the sum charged. */
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
  /** Undoes one batch within two minutes; payments already paid stay. */
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
