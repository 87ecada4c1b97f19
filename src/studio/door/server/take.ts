import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { momentOf } from '#studio/attendance/rules.ts'
import { canMove, restOf, type PaymentMethod } from '#studio/payments/rules.ts'
import { lockPayment, mark, settle, takenAtDesk } from '#studio/payments/server/settle.ts'
import type { door as contract } from '../contract.ts'

/** Takes money at the door: marks the payment as paid at once; taken by an admin, it is confirmed. */
export const take = run(async (c, input: InputOf<typeof contract.take>) => {
  const { paymentId, cents, way, tappedAt } = input
  const payment = await lockPayment(c, paymentId)
  if (!payment) return refuse('paymentNotFound')
  if (!canMove(payment.status, 'markAsPaidByTeacher')) return refuse('alreadyPaid')
  // somebody else took part of it meanwhile
  if (restOf(payment) !== cents) return refuse('anotherSum', { rest: String(restOf(payment)) })
  await takeMoney(c, paymentId, way, tappedAt === undefined ? c.now : momentOf(tappedAt, c.now))
  return done({ now: c.now })
})

/** Takes the rest of a payment, by the method actually used; `at` is when the money was taken. */
export async function takeMoney(c: CommandContext, paymentId: string, way: PaymentMethod, at: Instant): Promise<void> {
  const found = await lockPayment(c, paymentId)
  if (!found) throw new Error(`The payment ${paymentId} is gone under its lock.`)
  const cents = restOf(found)
  const reason = way === 'cash' ? 'cash taken at the door' : 'Stebby taken at the door'
  if (!may(c.me.kind, 'confirmPayments'))
    return await mark(c, found, { status: 'markedByTeacher', stated: cents }, reason, { way, at })
  await settle(c, found, takenAtDesk(c, { cents, way, at }), { rest: 'letGo', reason, way })
}
