import * as z from 'zod/mini'
import { cents, count, flag, id, instant, object, page, part, searchText, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { overviewStatuses, paidItems, paymentMethods, paymentStatuses, restChoices } from './rules.ts'

/** These fields of a payment and, as the rules say, what is true of it at its status. */
export const standing = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.discriminatedUnion('status', [
    object({ ...shape, status: z.literal('due') }),
    object({ ...shape, status: z.literal('partlyPaid'), received: cents }),
    object({ ...shape, status: z.literal('markedByUser'), received: cents }),
    object({ ...shape, status: z.literal('markedByTeacher'), received: cents, stated: cents }),
    object({ ...shape, status: z.literal('confirmed'), received: cents, letGo: cents }),
    object({ ...shape, status: z.literal('cancelled') }),
  ])

const ownFields = {
  id,
  item: z.enum(paidItems),
  itemId: id,
  description: z.string(),
  price: cents,
  paymentMethod: z.enum(paymentMethods),
  deadline: instant,
  createdAt: instant,
}
const ownPayment = standing(ownFields)
export type OwnPayment = z.infer<typeof ownPayment>

const change = object({
  id: z.number(),
  at: instant,
  /** Whose doing it was; null where it is no longer known. */
  byName: z.nullable(z.string()),
  fromStatus: z.nullable(z.enum(paymentStatuses)),
  toStatus: z.enum(paymentStatuses),
  fromAmount: z.nullable(cents),
  toAmount: z.nullable(cents),
  reason: z.string(),
})
export type PaymentChange = z.infer<typeof change>

const deskPayment = standing({
  ...ownFields,
  userId: id,
  displayName: z.string(),
  familyName: z.string(),
  email: z.string(),
  discountCode: z.nullable(z.string()),
  /** Paid as a cover member without being one (READINGS R19). */
  coverDoubtful: flag,
  updatedAt: instant,
})
export type DeskPayment = z.infer<typeof deskPayment>

/** A month on the calendar, "2026-11". */
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
const deskPage = object({ rows: z.array(deskPayment), total, page })
/** The month counts for confirmed payments alone: the others are open whenever they were made. */
const overviewInput = object({ status: z.enum(overviewStatuses), month: z.nullable(month), search: searchText, page })

const monthOfMethod = object({
  /** 1 to 12. */
  month: count,
  paymentMethod: z.enum(paymentMethods),
  /** Cents. */
  sum: z.number(),
  count,
})
export type MonthOfMethod = z.infer<typeof monthOfMethod>

/** What a member of staff states about a payment, and how it stood on their screen. */
const statement = {
  paymentId: id,
  /** What was received now. */
  actualAmount: cents,
  seenStatus: z.optional(z.enum(paymentStatuses)),
  seenReceived: z.optional(cents),
}

export const payments = contract('payments', {
  /** The caller's payments that are not settled: due, or marked and waiting for the studio's word. Soonest deadline first. */
  mine: query({ may: 'manageOwn', input: nothing, answer: z.array(ownPayment) }),
  /** One page of one list of the overview, newest first, with the sum of the whole list. */
  overview: query({
    may: 'seeDesk',
    input: overviewInput,
    answer: z.extend(deskPage, { /** Cents. */ sum: z.number() }),
  }),
  /** All open payments, and those confirmed in that month. */
  overviewForExport: query({
    may: 'seeDesk',
    input: object({ month, search: searchText, part }),
    answer: object({ rows: z.array(deskPayment), total, parts: count }),
  }),
  /** What was confirmed in each month of a year, by method; months without any are left out. */
  year: query({
    may: 'seeDesk',
    input: object({ year: z.int().check(z.minimum(2000), z.maximum(2099)) }),
    answer: z.array(monthOfMethod),
  }),
  /** One page of a user's payments, the settled and cancelled ones too, newest first. */
  ofUser: query({ may: 'seeDesk', input: object({ userId: id, page }), answer: deskPage }),
  /** Every change that a payment ever had, oldest first (READINGS R18). */
  history: query({ may: 'seeDesk', input: object({ paymentId: id }), answer: z.array(change) }),
  markAsPaid: command({
    may: 'manageOwn',
    input: object({ paymentId: id }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentIsCash', 'paymentNotDue'],
  }),
  /** Where staff say which status they saw, and another moved the payment meanwhile, they are told instead. */
  markAsPaidByTeacher: command({
    may: 'markPaidAsTeacher',
    input: object(statement),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved', 'invalidFields'],
  }),
  /** Without a word about it, the rest of a price is let go. */
  confirm: command({
    may: 'confirmPayments',
    input: object({ ...statement, rest: z.optional(z.enum(restChoices)) }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved', 'invalidFields'],
  }),
  /** "Delete" in the payments overview: cancels, and keeps the history (READINGS R18). */
  cancel: command({
    may: 'deletePayments',
    input: object({ paymentId: id, seenStatus: statement.seenStatus }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved'],
  }),
})
