import { and, eq, isNull, sum } from 'drizzle-orm'
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
  const ofDesk = and(eq(receipts.paymentId, paymentId), isNull(receipts.undoneAt), eq(receipts.source, 'desk'))
  const [taken] = await c.tx
    .select({ cents: sum(receipts.cents).mapWith(Number) })
    .from(receipts)
    .where(ofDesk)
  const cents = taken?.cents ?? 0
  await cancelPayments(c, [paymentId], reason, { deskMoneyIsCredit: true })
  if (cents <= 0) return
  const day = dateIn(c.settings.timeZone, c.now)
  await changeCredit(c, { payerId: payment.payerId, cents, day, source: 'forgiven' })
}
