import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { pageOf } from '#kernel/paging.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { contentOf } from '#server/changes/topics.ts'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { personal, run, serve, type CommandContext } from '#server/procedures.ts'
import { namesOfAccounts } from '#studio/accounts/server/names.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { payments } from './contract.ts'
import { confirmationEnds } from './events.ts'
import { logLines } from './messages/log.ts'
import {
  canMarkOwn,
  canMove,
  expectedOf,
  isDue,
  receivedOf,
  unsettledStatuses,
  type Payment,
  type PaymentStatus,
  type RestChoice,
} from './rules.ts'
import { creditFor, myCredit, payBackCredit, spendCredit, spendCreditOf, undoPaidBack } from './server/credit.ts'
import { historyOf, ofUser, overview, overviewForExport, tallies, toConfirm, year } from './server/desk.ts'
import { journal, journalForExport, journalSums } from './server/journal.ts'
import { itsClass } from './server/openOfPayer.ts'
import { owed } from './server/owed.ts'
import { moveReopened, moveToAccount } from './server/moves.ts'
import { debtsWhenWritten, remindOfOverdue, remindPayers, toRemind, undoReminders } from './server/debts.ts'
import { receivedWhenWritten, tellingOfMoney } from './server/moneyCame.ts'
import { tellingWhoOwes } from './server/owedByAnother.ts'
import { addReference, myReference, referencesOf } from './server/references.ts'
import { paidOn, paymentOf, standingColumns } from './server/rows.ts'
import { siblings, siblingsFor } from './server/siblings.ts'
import { cancelPayments } from './server/cancel.ts'
import {
  cameAt,
  CONFIRMED,
  letGo,
  lockPayment,
  lockPayments,
  mark,
  PART_RECEIVED,
  settle,
  takenAtDesk,
  stillAsMade,
  unconfirm,
  unmark,
} from './server/settle.ts'
import { payments as table } from './tables.ts'

const { id, userId, item, itemId, description, price, discount, siblingPercent, paymentMethod, deadline, createdAt } =
  table
const agreed = {
  id,
  userId,
  item,
  itemId,
  description,
  price,
  discount,
  siblingPercent,
  paymentMethod,
  deadline,
  createdAt,
}
const shown = { ...agreed, ...standingColumns, startsAt: schedule.startsAt }
/** The tables on which lists of the caller's payments depend. */
const own = { on: [contentOf(schedule)], accountOn: [table.payerId] }

const selectShown = (db: Tx) => db.select(shown).from(table).leftJoin(schedule, itsClass)

// "is true" keeps PostgreSQL from the index of all due payments, which it takes for the shorter one without statistics
const isUnsettled = sql`(${inArray(table.status, [...unsettledStatuses])}) is true`

const unsettledOf = prepared<{ payerId: string }, Awaited<ReturnType<typeof selectShown>>>((db) =>
  selectShown(db)
    .where(and(eq(table.payerId, sql.placeholder('payerId')), isUnsettled))
    .orderBy(asc(table.deadline), asc(table.id)),
)

export const paymentsServer = serve(
  'payments',
  payments,
  {
    mine: personal(own, async ({ db, accountId }) => {
      const found = await unsettledOf(db, { payerId: accountId ?? '' })
      return found.map(paymentOf)
    }),
    allMine: personal(own, async ({ db, accountId }, asked: { page: number }) => {
      const theirs = eq(table.payerId, accountId ?? '')
      const newest = db
        .select({ ...shown, paidOn })
        .from(table)
        .leftJoin(schedule, itsClass)
        .where(theirs)
        .orderBy(desc(table.createdAt), desc(table.id))
      const [all] = await db.select({ total: count() }).from(table).where(theirs)
      const found = await pageOf(asked.page, all?.total, (limit, offset) => newest.limit(limit).offset(offset))
      return { ...found, rows: found.rows.map(paymentOf) }
    }),
    myReference,
    referencesOf,
    addReference,
    myCredit,
    creditFor,
    spendCredit,
    spendCreditOf,
    payBackCredit,
    undoPaidBack,
    overview,
    toConfirm,
    tallies,
    overviewForExport,
    journal,
    journalForExport,
    journalSums,
    year,
    owed,
    siblings,
    siblingsFor,
    toRemind,
    remindPayers,
    undoReminders,
    ofUser,
    history: historyOf,
    markAsPaid: run((c, { paymentId }) => markOwn(c, [paymentId])),
    unmarkAsPaid: run(async (c, { paymentId }) => {
      const payment = await lockPayment(c, paymentId)
      if (payment?.payerId !== c.me.accountId) return refuse('paymentNotFound')
      if (isDue(payment)) return done({})
      if (!canMove(payment.status, 'unmarkAsPaid')) return refuse('paymentNotDue')
      await unmark(c, payment, 'not paid after all')
      return done({})
    }),
    markAllAsPaid: run((c, { paymentIds }) => markOwn(c, paymentIds)),
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
      const reason = left ? PART_RECEIVED : CONFIRMED
      const taken = { cents: actualAmount, way: payment.paymentMethod, at: await cameAt(c, payment) }
      await settle(c, payment, takenAtDesk(c, taken), { rest, reason })
      return done({})
    }),
    confirmMany: run(async (c, { seen }: { seen: readonly Seen[] }) => {
      const found = await lockPayments(
        c,
        inArray(
          table.id,
          seen.map(({ paymentId }) => paymentId),
        ),
      )
      const asSeen = (payment: Payment) =>
        seen.some(
          ({ paymentId, seenStatus, seenReceived }) =>
            paymentId === payment.id && seenStatus === payment.status && seenReceived === receivedOf(payment),
        )
      const moved = new Set(seen.map(({ paymentId }) => paymentId)).size - found.filter(asSeen).length
      if (moved > 0 || found.some(({ status }) => !canMove(status, 'confirm')))
        return refuse('paymentsMoved', { moved })
      for (const payment of found) {
        const taken = { cents: expectedOf(payment), way: payment.paymentMethod, at: await cameAt(c, payment) }
        await settle(c, payment, takenAtDesk(c, taken), { rest: 'letGo', reason: CONFIRMED })
      }
      return done({ confirmed: found.length })
    }),
    undoConfirmed: run(async (c, { paymentIds }: { paymentIds: readonly string[] }) => {
      const found = await lockPayments(c, inArray(table.id, [...paymentIds]))
      let undone = 0
      for (const payment of found) {
        const made = await stillAsMade(
          c,
          payment,
          ({ byUserId, at, reason }) =>
            byUserId === c.actorId && at > c.now - UNDO_WITHIN && [CONFIRMED, PART_RECEIVED].includes(reason),
        )
        if (made === null || made === 'changed') continue
        let kept = false
        await c.raise(confirmationEnds, { payment, confirmedAt: made.at, keep: () => (kept = true) })
        if (kept) continue
        await unconfirm(c, payment, made)
        undone++
      }
      return done({ undone, stayed: new Set(paymentIds).size - undone })
    }),
    notReceived: run(async (c, { paymentId, seenStatus }) => {
      const payment = await lockPayment(c, paymentId)
      if (!payment) return refuse('paymentNotFound')
      const moved = payment.status !== seenStatus || !canMove(payment.status, 'notReceived')
      if (moved) return await refuseMoved(c, payment)
      await unmark(c, payment, 'not received')
      return done({})
    }),
    letGoOfRest: run(async (c, { paymentId, seenReceived }) => {
      const payment = await lockPayment(c, paymentId)
      if (!payment) return refuse('paymentNotFound')
      const moved = !canMove(payment.status, 'letGo') || receivedOf(payment) !== seenReceived
      if (moved) return await refuseMoved(c, payment)
      await letGo(c, payment, 'rest let go by an admin')
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
  },
  {
    on: [moveToAccount, moveReopened, debtsWhenWritten, receivedWhenWritten],
    jobs: [tellingOfMoney, tellingWhoOwes, remindOfOverdue],
  },
)

/** The owner marks these payments as paid: all of them, or none if one of them cannot be marked. */
async function markOwn(c: CommandContext, paymentIds: readonly string[]) {
  const asked = new Set(paymentIds)
  const found = await lockPayments(c, inArray(table.id, [...asked]))
  const own = found.filter(({ payerId }) => payerId === c.me.accountId)
  if (own.length < asked.size) return refuse('paymentNotFound')
  const wrong = own.find((payment) => !canMarkOwn(payment))
  if (wrong) {
    const refusal = wrong.paymentMethod === 'cash' ? 'paymentIsCash' : 'paymentNotDue'
    const message = logLines.notMarked(refusal)
    c.log({ channel: 'payments', level: 'warning', message, metadata: { paymentId: wrong.id, user: wrong.userId } })
    return refuse(refusal)
  }
  for (const payment of own) await mark(c, payment, { status: 'markedByUser' }, 'marked as paid by the user')
  return done({})
}

interface Seen {
  readonly paymentId: string
  readonly seenStatus: PaymentStatus
  readonly seenReceived: number
}

interface Statement {
  readonly paymentId: string
  readonly actualAmount: number
  readonly seenStatus?: PaymentStatus | undefined
  readonly seenReceived?: number | undefined
}

/**
 * Locks the payment for which staff state what was received; refuses if somebody else has changed it since they looked.
 */
async function lockSeen(c: CommandContext, input: Statement, action: 'markAsPaidByTeacher' | 'confirm') {
  const { paymentId, actualAmount, seenStatus, seenReceived } = input
  if (actualAmount < 0) return refuseFields({ actualAmount: 'amountNegative' })
  const payment = await lockPayment(c, paymentId)
  if (!payment) return refuse('paymentNotFound')
  // a mark by the owner in the meantime does not contradict staff
  const moved = seenStatus !== undefined && ![seenStatus, 'markedByUser'].includes(payment.status)
  const received = seenReceived !== undefined && seenReceived !== receivedOf(payment)
  if (moved || received || !canMove(payment.status, action)) return await refuseMoved(c, payment)
  return done(payment)
}

/** Refuses with the name of who changed the payment first, and its status now. */
async function refuseMoved(c: CommandContext, payment: Payment) {
  const names = await namesOfAccounts(c.tx, [payment.updatedBy])
  return refuse('paymentMoved', { status: payment.status, name: names.get(payment.updatedBy) ?? '' })
}
