import { and, eq, inArray, ne, or } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { ACCOUNT_DELETED, dueStatuses } from '../rules.ts'
import { payments } from '../tables.ts'
import { cancelPayments, moneyAtStake } from './cancel.ts'
import { creditOf } from './credit.ts'
import { payerOfPerson } from './payers.ts'
import { rest } from './rows.ts'
import { letGo, lockPayments } from './settle.ts'

interface Gone {
  readonly userId: string
  /** The account with which they paid for others too. */
  readonly accountId: string | null
  /** Payments for what ended with the deletion of the user. */
  readonly ended: ReadonlySet<string | null>
}

/** Payments for them, whoever pays, and those that their account pays for others. */
const theirsOf = ({ userId, accountId }: Omit<Gone, 'ended'>) =>
  or(eq(payments.userId, userId), accountId === null ? undefined : eq(payments.payerId, accountId))

/** What `forgetDue` would cancel or let go, and the credit that would belong to nobody. */
export async function moneyGone(tx: Tx, gone: Omit<Gone, 'ended'>): Promise<{ owed: Cents; credit: Cents }> {
  const [[due], credit] = await Promise.all([
    tx
      .select({ owed: rest })
      .from(payments)
      .where(and(theirsOf(gone), inArray(payments.status, [...dueStatuses]))),
    creditOf(tx, gone.accountId ?? payerOfPerson(gone.userId)),
  ])
  return { owed: due?.owed ?? 0, credit }
}

/**
 * When a user is deleted, cancels what they owed, for others too, and lets the rest of partly paid payments go: nobody
 * else owes it. Received money stays, so that sums of the past do not change; if the paid place or pass has ended, the
 * log says that money may have to be returned.
 */
export async function forgetDue(c: CommandContext, { userId, accountId, ended }: Gone): Promise<void> {
  const theirs = await lockPayments(c, and(theirsOf({ userId, accountId }), ne(payments.status, 'cancelled')))
  const due = theirs.filter(({ status }) => status === 'due').map(({ id }) => id)
  await cancelPayments(c, due, ACCOUNT_DELETED)
  for (const payment of theirs) if (payment.status === 'partlyPaid') await letGo(c, payment, ACCOUNT_DELETED)
  for (const payment of theirs.filter(({ id, status }) => status !== 'due' && ended.has(id))) {
    const message = logLines.endedWithUser(payment.status)
    const metadata = { paymentId: payment.id, user: userId, received: moneyAtStake(payment) }
    c.log({ channel: 'payments', level: 'warning', message, metadata })
  }
}
