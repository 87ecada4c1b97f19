import { and, asc, eq, inArray } from 'drizzle-orm'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { personal, run, serve, type CommandContext } from '#server/procedures.ts'
import { payments } from './contract.ts'
import { canMarkOwn, canMove, type PaymentAction, type PaymentStatus } from './rules.ts'
import { cancelPayment, lockPayment, movePayment } from './server/book.ts'
import { payments as table } from './tables.ts'

export const paymentsServer = serve(payments, {
  mine: personal({ ownOn: ['payments'] }, async ({ db, userId }) =>
    db
      .select()
      .from(table)
      .where(and(eq(table.userId, userId), inArray(table.status, ['due', 'userMarkedAsPaid', 'teacherMarkedAsPaid'])))
      .orderBy(asc(table.deadline), asc(table.id)),
  ),
  markAsPaid: run(async (c, { paymentId }) => {
    const payment = await lockPayment(c, paymentId)
    if (!payment || payment.userId !== c.me.userId) return refuse('paymentNotFound')
    if (!canMarkOwn(payment)) return refuse(payment.paymentMethod === 'cash' ? 'paymentIsCash' : 'paymentNotDue')
    await movePayment(c, payment, {
      status: 'userMarkedAsPaid',
      actualAmount: null,
      reason: 'marked as paid by the user',
    })
    return done({})
  }),
  markAsPaidByTeacher: run((c, input: { paymentId: string; actualAmount: number }) =>
    settle(c, input, 'markAsPaidByTeacher', 'teacherMarkedAsPaid'),
  ),
  confirm: run((c, input: { paymentId: string; actualAmount: number }) => settle(c, input, 'confirm', 'confirmed')),
  cancel: run(async (c, { paymentId }) => {
    const payment = await lockPayment(c, paymentId)
    if (!payment) return refuse('paymentNotFound')
    if (!canMove(payment.status, 'cancel')) return refuseMoved(payment)
    await cancelPayment(c, paymentId, 'deleted by staff')
    return done({})
  }),
})

/** A member of staff states what was received; whoever comes second is told how it stands now. */
async function settle(
  c: CommandContext,
  input: { paymentId: string; actualAmount: number },
  action: PaymentAction,
  status: PaymentStatus,
) {
  if (input.actualAmount < 0) return refuseFields({ actualAmount: 'amountNegative' })
  const payment = await lockPayment(c, input.paymentId)
  if (!payment) return refuse('paymentNotFound')
  if (!canMove(payment.status, action)) return refuseMoved(payment)
  const reason = action === 'confirm' ? 'confirmed by an admin' : 'marked as paid by a teacher'
  await movePayment(c, payment, { status, actualAmount: input.actualAmount, reason })
  return done({})
}

const refuseMoved = (payment: { status: PaymentStatus }) => refuse('paymentMoved', { status: payment.status })
