// What becomes of the money of cancelled payments: all rules about it. moneyOfEnded.ts says the same in letters.
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import { dateIn, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import type { Reason } from '../messages/reasons.ts'
import { paidAmount, receivedOf, type Payment } from '../rules.ts'
import { credits, payments, receipts } from '../tables.ts'
import { changeCredit, creditOf } from './credit.ts'
import { payerOfCredit } from './payers.ts'
import { atDesk, received } from './rows.ts'
import { lockPayments, move } from './settle.ts'

type Receipt = typeof receipts.$inferSelect

/** Whether the studio has credit. */
export const hasCredit = (c: CommandContext): boolean => c.settings.sections.features.statements

/**
 * How a payment's money is split if it is cancelled (cents): what came from the bank or from credit becomes credit of
 * its payer; what staff took at the desk does not, and may have to be returned by hand.
 */
export const ifCancelled = (sum: { readonly received: Cents; readonly atDesk: Cents }) => ({
  credit: Math.max(0, sum.received - sum.atDesk),
  desk: Math.max(0, sum.atDesk),
})

/**
 * The same split for a row that an account sees, and whether the account is the payer; null without a payment to see.
 */
export const moneyBackOf = (
  row: { readonly payerId: string | null; readonly received: Cents; readonly atDesk: Cents },
  accountId: string | null,
) => (row.payerId === null ? null : { ...ifCancelled(row), yours: row.payerId === accountId })

/** The columns that `moneyBackOf` needs, for lists of places. */
export const moneyBackColumns = { payerId: payments.payerId, received, atDesk }

/** The amount that may have to be returned: what was paid as far as is known, else what was said to be paid. */
export const moneyAtStake = (payment: Payment): string => euros(paidAmount(payment) ?? payment.price, 'en')

/**
 * Cancels these payments unless they are cancelled. Their receipts are undone, and their money is split as
 * `ifCancelled` says; the history keeps what was received. With `deskMoneyIsCredit` also money from the desk becomes
 * credit, in a studio that has credit. The log says which money may have to be returned.
 */
export async function cancelPayments(
  c: CommandContext,
  ids: readonly string[],
  reason: Reason,
  { deskMoneyIsCredit = false } = {},
): Promise<void> {
  if (ids.length === 0) return
  const cancelled = await lockPayments(c, and(inArray(payments.id, [...ids]), ne(payments.status, 'cancelled')))
  if (cancelled.length === 0) return
  const undone = await undoReceipts(c, cancelled)
  const deskToo = deskMoneyIsCredit && hasCredit(c)
  const toReturn: Payment[] = []
  for (const payment of cancelled) {
    const its = undone.filter(({ paymentId }) => paymentId === payment.id)
    const byBank = its.filter(({ source }) => source === 'bank')
    const atDesk = its.filter(({ source }) => source === 'desk')
    const desk = atDesk.reduce((sum, { cents }) => sum + cents, 0)
    if (byBank.length > 0) await creditReceipts(c, await payerOfCredit(c, payment), byBank)
    if (deskToo && desk > 0) await creditReceipts(c, await payerOfCredit(c, payment), atDesk)
    const isCredit = receivedOf(payment) > 0 && (deskToo || desk <= 0) && payment.status !== 'markedByTeacher'
    if (payment.status !== 'due' && !isCredit) toReturn.push(payment)
  }
  await move(c, cancelled, { status: 'cancelled' }, reason)
  for (const payment of toReturn) {
    const metadata = { paymentId: payment.id, user: payment.userId, received: moneyAtStake(payment) }
    const message = logLines.cancelled(payment.status)
    c.log({ channel: 'payments', level: 'warning', message, metadata })
  }
}

/** Undoes all receipts of locked payments; the credit that paid for them is available again. */
async function undoReceipts(c: CommandContext, cancelled: readonly Payment[]): Promise<Receipt[]> {
  const ids = cancelled.map(({ id }) => id)
  const undone = await c.tx
    .update(receipts)
    .set({ undoneAt: c.now, undoneBy: c.actorId })
    .where(and(inArray(receipts.paymentId, ids), isNull(receipts.undoneAt)))
    .returning()
  await c.tx
    .update(credits)
    .set({ undoneAt: c.now })
    .where(and(inArray(credits.paymentId, ids), isNull(credits.undoneAt)))
  return undone
}

/**
 * Turns money of a cancelled payment into credit of a payer, on the day and by the way it came: the sums of that month
 * stay. Less what the bank took back of money that credit had paid. The payer need not be locked: none of this was
 * credit before.
 */
async function creditReceipts(c: CommandContext, payerId: string, undone: readonly Receipt[]) {
  let left = undone.reduce((sum, { cents }) => sum + cents, 0)
  const changes = { payerId, at: c.now, byUserId: c.actorId }
  for (const { cents: moved, paymentId, day, way, sourceId } of undone.toSorted((a, b) => a.id - b.id)) {
    const cents = left > 0 ? Math.min(left, moved) : Math.max(left, moved)
    if (cents * left <= 0 || way === 'credit') continue
    const source = cents > 0 ? 'cancelled' : 'returned'
    await c.tx.insert(credits).values({ ...changes, cents, day, source, way, sourceId, paymentId })
    left -= cents
  }
}

/**
 * What becomes of cash, taken at that time, that is counted for a locked payment cancelled meanwhile: credit of its
 * payer. In a studio without credit, the log says that the cash may have to be returned.
 */
export async function keepCash(c: CommandContext, payment: Payment, cents: Cents, takenAt: Instant): Promise<void> {
  if (hasCredit(c)) {
    const [payerId, day] = [await payerOfCredit(c, payment), dateIn(c.settings.timeZone, takenAt)]
    await changeCredit(c, { payerId, cents, day, source: 'cancelled', way: 'cash', paymentId: payment.id })
    return
  }
  const metadata = { paymentId: payment.id, user: payment.userId, received: euros(cents, 'en') }
  const message = logLines.cashOfCancelled
  c.log({ channel: 'payments', level: 'warning', message, metadata })
}

/** The credit that `keepCash` created at that time and that is not undone. */
export const cashKept = (tx: Tx, paymentIds: readonly string[], at: Instant) =>
  tx
    .select()
    .from(credits)
    .where(
      and(
        inArray(credits.paymentId, [...paymentIds]),
        eq(credits.source, 'cancelled'),
        eq(credits.at, at),
        isNull(credits.undoneAt),
      ),
    )

/** Undoes that credit of locked payers as a mistake. False, without any change, if one of them has spent it. */
export async function takeCashBack(c: CommandContext, kept: Awaited<ReturnType<typeof cashKept>>): Promise<boolean> {
  const sums = new Map<string, Cents>()
  for (const { payerId, cents } of kept) sums.set(payerId, (sums.get(payerId) ?? 0) + cents)
  for (const [payerId, cents] of sums) if ((await creditOf(c.tx, payerId)) < cents) return false
  const ids = kept.map(({ id }) => id)
  if (ids.length > 0) await c.tx.update(credits).set({ undoneAt: c.now }).where(inArray(credits.id, ids))
  return true
}
