import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { dateIn } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { payments, receipts } from '../tables.ts'
import { changeCredit, lockPayers } from './credit.ts'
import { cancelPayments } from './settle.ts'

/**
 * Cancels a payment that nobody owes any more; what was paid for it is credit of its payer. In a studio without credit it
 * is cancelled as any other: the log says that money may have to be returned.
 */
export async function cancelIntoCredit(c: CommandContext, paymentId: string, reason: string): Promise<void> {
  if (!c.settings.sections.features.statements) return await cancelPayments(c, [paymentId], reason)
  const [payment] = await c.tx.select({ payerId: payments.payerId }).from(payments).where(eq(payments.id, paymentId))
  if (!payment) return
  await lockPayers(c, [payment.payerId])
  await c.tx.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId)).for('update')
  // what was paid by credit is credit again once the payment is cancelled
  const paid = await c.tx
    .select({ cents: receipts.cents, sourceId: receipts.sourceId })
    .from(receipts)
    .where(and(eq(receipts.paymentId, paymentId), isNull(receipts.undoneAt), ne(receipts.source, 'credit')))
  await cancelPayments(c, [paymentId], reason)
  const day = dateIn(c.settings.timeZone, c.now)
  for (const { cents, sourceId } of keptOf(paid)) {
    // with its line, so that it goes when the line is undone
    const line = sourceId === null ? {} : { sourceId }
    await changeCredit(c, { payerId: payment.payerId, cents, day, source: 'forgiven', ...line })
  }
}

interface Received {
  readonly cents: Cents
  readonly sourceId: string | null
}

/** What is left of receipts, line by line; in one sum where some of it went back. */
function keptOf(paid: readonly Received[]): Received[] {
  if (paid.every(({ cents }) => cents > 0)) return [...paid]
  const cents = paid.reduce((sum, receipt) => sum + receipt.cents, 0)
  return cents > 0 ? [{ cents, sourceId: null }] : []
}
