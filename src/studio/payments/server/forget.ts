import { and, eq, ne, or } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { ACCOUNT_DELETED } from '../rules.ts'
import { payments } from '../tables.ts'
import { letGo, lockPayments, moneyAtStake, reopen } from './settle.ts'

interface Gone {
  readonly userId: string
  /** By which they paid for others too. */
  readonly accountId: string | null
  /** Payments of what has ended with them. */
  readonly ended: ReadonlySet<string | null>
}

/**
 * Cancels what a deleted user still owed, for others too, and lets go of the rest of what was paid in part: nobody else ever
 * owes it. What came in stays as it is, so that no sum of the past changes; where the place or pass that it was for has
 * ended, the log says that money may have to be returned.
 */
export async function forgetDue(c: CommandContext, { userId, accountId, ended }: Gone): Promise<void> {
  const owed = accountId === null ? undefined : eq(payments.payerId, accountId)
  const theirs = and(or(eq(payments.userId, userId), owed), ne(payments.status, 'cancelled'))
  const standing = await lockPayments(c, theirs)
  const due = standing.filter(({ status }) => status === 'due')
  await reopen(c, due, 'cancelled', ACCOUNT_DELETED)
  for (const payment of standing) if (payment.status === 'partlyPaid') await letGo(c, payment, ACCOUNT_DELETED)
  for (const payment of standing.filter(({ id, status }) => status !== 'due' && ended.has(id))) {
    const message = logLines.endedWithUser(payment.status)
    const metadata = { paymentId: payment.id, user: userId, received: moneyAtStake(payment) }
    c.log({ channel: 'payments', level: 'warning', message, metadata })
  }
}
