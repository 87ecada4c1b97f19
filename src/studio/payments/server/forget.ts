import { and, asc, eq, ne } from 'drizzle-orm'
import { euros } from '#kernel/money.ts'
import type { CommandContext } from '#server/procedures.ts'
import { ACCOUNT_DELETED } from '../rules.ts'
import { payments } from '../tables.ts'
import { movePayments } from './book.ts'

/**
 * Cancels what a deleted user still owed. What came in stays as it is, so that no sum of the past changes; where the
 * place or pass that it was for is `ended`, the log says that money may have to be returned.
 */
export async function forgetDue(c: CommandContext, userId: string, ended: ReadonlySet<string | null>): Promise<void> {
  const standing = await c.tx
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), ne(payments.status, 'cancelled')))
    .orderBy(asc(payments.id))
    .for('update')
  const due = standing.filter(({ status }) => status === 'due')
  await movePayments(c, due, { status: 'cancelled', actualAmount: 0, reason: ACCOUNT_DELETED })
  for (const payment of standing.filter(({ id, status }) => status !== 'due' && ended.has(id))) {
    const message = `What a deleted user had paid for has ended, and the payment is ${payment.status}: money may have to be returned.`
    const metadata = { paymentId: payment.id, user: userId, received: euros(payment.actualAmount ?? payment.price) }
    c.log({ channel: 'payments', level: 'warning', message, metadata })
  }
}
