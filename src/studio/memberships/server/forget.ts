import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import type { Reason } from '#studio/payments/messages/reasons.ts'
import { logLines } from '../messages/log.ts'
import { passEntries, purchases } from '../tables.ts'
import { enterInBook } from './book.ts'
import { changedAt } from './changedAt.ts'
import { followPasses } from './running.ts'

/** Locks all passes of these people, in a fixed order. */
export async function lockPasses(c: CommandContext, userIds: readonly string[]): Promise<void> {
  await c.tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(inArray(purchases.userId, [...userIds]))
    .orderBy(asc(purchases.id))
    .for('update')
}

/** Ends a deleted user's valid passes and returns them; expired ones stay as they are. */
export async function forgetPasses(c: CommandContext, userId: string, reason: Reason) {
  const open = and(eq(purchases.userId, userId), eq(purchases.status, 'active'), gt(purchases.validUntil, c.now))
  const ended = await c.tx
    .update(purchases)
    .set({ status: 'cancelled', updatedAt: changedAt(c.now) })
    .where(open)
    .returning()
  await followPasses(c, eq(purchases.userId, userId))
  await enterInBook(
    c,
    ended.map((pass) => ({ kind: 'cancelled', cause: 'accountDeleted', before: pass, after: pass })),
  )
  await forgetWords(c, userId)
  for (const { id, membershipName } of ended) {
    const metadata = { purchaseId: id, user: userId }
    c.log({
      channel: 'membership',
      level: 'info',
      message: logLines.ended(membershipName, reason),
      metadata,
    })
  }
  return ended
}

/** Deletes typed reasons from the books of a deleted user's passes; the lines stay. */
async function forgetWords(c: CommandContext, userId: string): Promise<void> {
  const theirs = c.tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.userId, userId))
  await c.tx
    .update(passEntries)
    .set({ reason: '' })
    .where(and(inArray(passEntries.purchaseId, theirs), ne(passEntries.reason, '')))
}
