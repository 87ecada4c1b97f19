import { and, asc, eq, inArray } from 'drizzle-orm'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { personal, run, serve, type CommandContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { payments } from './contract.ts'
import { canMarkOwn, canMove, type PaymentAction, type PaymentStatus } from './rules.ts'
import { cancelPayments, lockPayment, movePayments, type Payment } from './server/book.ts'
import { historyOf, ofUser, overview, overviewForExport, year } from './server/desk.ts'
import { payments as table } from './tables.ts'

export const paymentsServer = serve(payments, {
  mine: personal({ ownOn: ['payments'] }, async ({ db, subjectId }) =>
    db
      .select()
      .from(table)
      .where(
        and(eq(table.userId, subjectId), inArray(table.status, ['due', 'userMarkedAsPaid', 'teacherMarkedAsPaid'])),
      )
      .orderBy(asc(table.deadline), asc(table.id)),
  ),
  overview,
  overviewForExport,
  year,
  ofUser,
  history: historyOf,
  markAsPaid: run(async (c, { paymentId }) => {
    const payment = await lockPayment(c, paymentId)
    if (!payment || payment.userId !== c.subjectId) return refuse('paymentNotFound')
    if (!canMarkOwn(payment)) {
      const refusal = payment.paymentMethod === 'cash' ? 'paymentIsCash' : 'paymentNotDue'
      const message = `Marking as paid refused: ${refusal}.`
      c.log({ channel: 'payments', level: 'warning', message, metadata: { paymentId } })
      return refuse(refusal)
    }
    await movePayments(c, [payment], {
      status: 'userMarkedAsPaid',
      actualAmount: null,
      reason: 'marked as paid by the user',
    })
    return done({})
  }),
  markAsPaidByTeacher: run((c, input: Statement) => settle(c, input, 'markAsPaidByTeacher', 'teacherMarkedAsPaid')),
  confirm: run((c, input: Statement) => settle(c, input, 'confirm', 'confirmed')),
  cancel: run(async (c, { paymentId, seenStatus }) => {
    const payment = await lockPayment(c, paymentId)
    if (!payment) return refuse('paymentNotFound')
    const moved = seenStatus !== undefined && payment.status !== seenStatus
    if (moved || !canMove(payment.status, 'cancel')) return await refuseMoved(c, payment)
    await cancelPayments(c, [paymentId], 'deleted by staff')
    return done({})
  }),
})

interface Statement {
  readonly paymentId: string
  readonly actualAmount: number
  readonly seenStatus?: PaymentStatus | undefined
}

/** A member of staff states what was received; whoever comes second is told how it stands now. */
async function settle(c: CommandContext, input: Statement, action: PaymentAction, status: PaymentStatus) {
  if (input.actualAmount < 0) return refuseFields({ actualAmount: 'amountNegative' })
  const payment = await lockPayment(c, input.paymentId)
  if (!payment) return refuse('paymentNotFound')
  // that the owner says meanwhile to have paid is no other statement
  const moved = input.seenStatus !== undefined && ![input.seenStatus, 'userMarkedAsPaid'].includes(payment.status)
  if (moved || !canMove(payment.status, action)) return await refuseMoved(c, payment)
  const reason = action === 'confirm' ? 'confirmed by an admin' : 'marked as paid by a teacher'
  await movePayments(c, [payment], { status, actualAmount: input.actualAmount, reason })
  return done({})
}

/** Tells who was first, and how the payment stands since. */
async function refuseMoved(c: CommandContext, payment: Payment) {
  const [user] = await c.tx
    .select({ displayName: people.displayName, familyName: people.familyName })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(eq(accounts.id, payment.updatedBy ?? ''))
  return refuse('paymentMoved', { status: payment.status, name: user ? fullName(user) : '' })
}
