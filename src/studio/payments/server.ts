import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { personal, run, serve, type CommandContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { payments } from './contract.ts'
import { canMarkOwn, canMove, receivedOf, type Payment, type PaymentStatus, type RestChoice } from './rules.ts'
import { historyOf, ofUser, overview, overviewForExport, year } from './server/desk.ts'
import { paymentOf, standingColumns } from './server/rows.ts'
import { cancelPayments, lockPayment, mark, settle, takenAtDesk } from './server/settle.ts'
import { payments as table } from './tables.ts'

const unsettled: readonly PaymentStatus[] = ['due', 'partlyPaid', 'markedByUser', 'markedByTeacher']

const { id, item, itemId, description, price, paymentMethod, deadline, createdAt } = table
const shown = { id, item, itemId, description, price, paymentMethod, deadline, createdAt, ...standingColumns }

const selectShown = (db: Tx) => db.select(shown).from(table)

const unsettledOf = prepared<{ payerId: string }, Awaited<ReturnType<typeof selectShown>>>((db) =>
  selectShown(db)
    .where(and(eq(table.payerId, sql.placeholder('payerId')), inArray(table.status, [...unsettled])))
    .orderBy(asc(table.deadline), asc(table.id)),
)

export const paymentsServer = serve(payments, {
  mine: personal({ accountOn: ['payments'] }, async ({ db, accountId }) => {
    const found = await unsettledOf(db, { payerId: accountId ?? '' })
    return found.map(paymentOf)
  }),
  overview,
  overviewForExport,
  year,
  ofUser,
  history: historyOf,
  markAsPaid: run(async (c, { paymentId }) => {
    const payment = await lockPayment(c, paymentId)
    if (!payment || payment.payerId !== c.me.accountId) return refuse('paymentNotFound')
    if (!canMarkOwn(payment)) {
      const refusal = payment.paymentMethod === 'cash' ? 'paymentIsCash' : 'paymentNotDue'
      const message = `Marking as paid refused: ${refusal}.`
      c.log({ channel: 'payments', level: 'warning', message, metadata: { paymentId } })
      return refuse(refusal)
    }
    await mark(c, payment, { status: 'markedByUser' }, 'marked as paid by the user')
    return done({})
  }),
  markAsPaidByTeacher: run(async (c, input: Statement) => {
    const found = await lockSeen(c, input, 'markAsPaidByTeacher')
    if (!found.ok) return found
    const said = { status: 'markedByTeacher', stated: input.actualAmount } as const
    await mark(c, found.value, said, 'marked as paid by a teacher')
    return done({})
  }),
  confirm: run(async (c, input: Statement & { readonly rest?: RestChoice | undefined }) => {
    const found = await lockSeen(c, input, 'confirm')
    if (!found.ok) return found
    const payment = found.value
    const { actualAmount, rest = 'letGo' } = input
    const left = receivedOf(payment) + actualAmount < payment.price && rest === 'staysDue'
    if (left && actualAmount === 0) return refuseFields({ actualAmount: 'amountMissing' })
    const reason = left ? 'part received by an admin' : 'confirmed by an admin'
    await settle(c, payment, takenAtDesk(c, payment, actualAmount), { rest, reason })
    return done({})
  }),
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
  readonly seenReceived?: number | undefined
}

/** Locks the payment of which a member of staff states what was received; whoever comes second is told how it stands now. */
async function lockSeen(c: CommandContext, input: Statement, action: 'markAsPaidByTeacher' | 'confirm') {
  const { paymentId, actualAmount, seenStatus, seenReceived } = input
  if (actualAmount < 0) return refuseFields({ actualAmount: 'amountNegative' })
  const payment = await lockPayment(c, paymentId)
  if (!payment) return refuse('paymentNotFound')
  // that the owner says meanwhile to have paid is no other statement
  const moved = seenStatus !== undefined && ![seenStatus, 'markedByUser'].includes(payment.status)
  const received = seenReceived !== undefined && seenReceived !== receivedOf(payment)
  if (moved || received || !canMove(payment.status, action)) return await refuseMoved(c, payment)
  return done(payment)
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
