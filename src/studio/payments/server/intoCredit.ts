import { and, eq, isNull, sum } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import { dateIn } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Payment } from '../rules.ts'
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
  if (cents > 0) await credit(c, payment.payerId, cents)
}

/**
 * Cash that the studio has counted for a locked payment that was cancelled meanwhile: what it owes its locked payer is
 * credit. In a studio without credit the log says that it may have to be returned.
 */
export async function keepCash(c: CommandContext, payment: Payment, cents: Cents): Promise<void> {
  if (c.settings.sections.features.statements) {
    await credit(c, payment.payerId, cents)
    return
  }
  const metadata = { paymentId: payment.id, user: payment.userId, received: euros(cents) }
  const message = 'Cash of a cancelled payment was handed over: it may have to be returned.'
  c.log({ channel: 'payments', level: 'warning', message, metadata })
}

const credit = (c: CommandContext, payerId: string, cents: Cents) =>
  changeCredit(c, { payerId, cents, day: dateIn(c.settings.timeZone, c.now), source: 'forgiven' })
