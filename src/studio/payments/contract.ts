import * as z from 'zod/mini'
import { cents, id, instant } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { paidItems, paymentMethods, paymentStatuses } from './rules.ts'

const ownPayment = z.object({
  id,
  item: z.enum(paidItems),
  itemId: id,
  description: z.string(),
  price: cents,
  actualAmount: z.nullable(cents),
  paymentMethod: z.enum(paymentMethods),
  status: z.enum(paymentStatuses),
  deadline: instant,
  createdAt: instant,
})
export type OwnPayment = z.infer<typeof ownPayment>

export const payments = contract('payments', {
  /** The caller's payments that are not settled: due, or marked and waiting for the studio's word. Soonest deadline first. */
  mine: query({ may: 'manageOwn', input: nothing, answer: z.array(ownPayment) }),
  markAsPaid: command({
    may: 'manageOwn',
    input: z.object({ paymentId: id }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentIsCash', 'paymentNotDue'],
  }),
  markAsPaidByTeacher: command({
    may: 'markPaidAsTeacher',
    input: z.object({ paymentId: id, actualAmount: cents }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved', 'invalidFields'],
  }),
  confirm: command({
    may: 'confirmPayments',
    input: z.object({ paymentId: id, actualAmount: cents }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved', 'invalidFields'],
  }),
  /** "Delete" in the payments overview: cancels, and keeps the history (READINGS R18). */
  cancel: command({
    may: 'deletePayments',
    input: z.object({ paymentId: id }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved'],
  }),
})
