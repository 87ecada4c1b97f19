import { and, eq, inArray, isNull, sum } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import { dateIn, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import type { Reason } from '../messages/reasons.ts'
import type { Payment } from '../rules.ts'
import { credits, payments, receipts } from '../tables.ts'
import { changeCredit, creditOf } from './credit.ts'
import { payerOfCredit } from './payers.ts'
import { cancelPayments, lockPayments } from './settle.ts'

/**
 * Cancels payments, whose payers are locked, that nobody owes any more; what was paid for them becomes credit of their
 * payers. In a studio without credit they are cancelled as usual, and the log says that money may have to be returned.
 */
export async function cancelIntoCredit(c: CommandContext, ids: readonly string[], reason: Reason): Promise<void> {
  if (!c.settings.sections.features.statements) return await cancelPayments(c, ids, reason)
  const found = await lockPayments(c, inArray(payments.id, [...ids]))
  const ofDesk = and(inArray(receipts.paymentId, [...ids]), isNull(receipts.undoneAt), eq(receipts.source, 'desk'))
  const taken = await c.tx
    .select({ paymentId: receipts.paymentId, cents: sum(receipts.cents).mapWith(Number) })
    .from(receipts)
    .where(ofDesk)
    .groupBy(receipts.paymentId)
  await cancelPayments(c, ids, reason, { deskMoneyIsCredit: true })
  for (const payment of found) {
    const cents = taken.find(({ paymentId }) => paymentId === payment.id)?.cents ?? 0
    if (cents > 0) await credit(c, await payerOfCredit(c, payment), cents)
  }
}

/**
 * Turns cash that was counted for a locked payment, cancelled meanwhile, into credit of its payer. The payer need not be
 * locked, since the credit only grows. In a studio without credit, the log says that the cash may have to be returned.
 */
export async function keepCash(c: CommandContext, payment: Payment, cents: Cents): Promise<void> {
  if (c.settings.sections.features.statements) {
    await credit(c, await payerOfCredit(c, payment), cents, payment.id)
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
        eq(credits.source, 'forgiven'),
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

const credit = (c: CommandContext, payerId: string, cents: Cents, paymentId?: string) =>
  changeCredit(c, {
    payerId,
    cents,
    day: dateIn(c.settings.timeZone, c.now),
    source: 'forgiven',
    ...(paymentId !== undefined && { paymentId }),
  })
