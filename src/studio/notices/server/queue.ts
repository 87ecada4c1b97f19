import { and, eq, exists, gt, inArray, lte, sql } from 'drizzle-orm'
import { MINUTE, type Instant } from '#kernel/time.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { ClaimedPush, PushQueue } from '#server/push/queue.ts'
import { pauseAfter } from '#server/retries.ts'
import { chosenWays, pushes, pushSubscriptions, waitingNotices } from '../tables.ts'
import { vapidKeys } from './keys.ts'
import { isSame } from './takeBack.ts'

/** How long a claimed push belongs to this process (ms); longer than the timeout of a push service. */
const LEASE = MINUTE

/**
 * Claims due pushes for this process. The transaction ends with the claim, so that no lock is held while a push service
 * is called.
 */
function claim(database: Database, most: number, now: Instant): Promise<ClaimedPush[]> {
  return database.transaction(async (tx) => {
    await tx.delete(pushes).where(lte(pushes.expiresAt, now))
    const due = await tx
      .select({ id: pushes.id })
      .from(pushes)
      .where(and(lte(pushes.nextAttemptAt, now), gt(pushes.expiresAt, now)))
      .orderBy(pushes.nextAttemptAt, pushes.id)
      .limit(most)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    await tx
      .update(pushes)
      .set({ attempts: sql`${pushes.attempts} + 1`, nextAttemptAt: now + LEASE })
      .where(inArray(pushes.id, ids))
    const found = await tx
      .select({ push: pushes, subscription: pushSubscriptions })
      .from(pushes)
      .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushes.subscriptionId))
      .where(inArray(pushes.id, ids))
      .orderBy(pushes.id)
    return found.map(({ push, subscription: { endpoint, p256dh, auth } }) => ({
      ...push,
      subscription: { endpoint, keys: { p256dh, auth } },
    }))
  })
}

/** Deletes the fallback letter of a push that was delivered. */
const forgetInstead = (tx: Tx, shown: typeof pushes.$inferSelect) =>
  tx.delete(waitingNotices).where(
    and(
      isSame(waitingNotices, shown),
      exists(
        tx
          .select({ one: sql`1` })
          .from(chosenWays)
          .where(
            and(
              eq(chosenWays.accountId, waitingNotices.accountId),
              eq(chosenWays.kind, waitingNotices.kind),
              eq(chosenWays.way, 'push'),
            ),
          ),
      ),
    ),
  )

const changing = async (database: Database, work: Parameters<Database['transaction']>[0]) => {
  await database.transaction(work)
}

export const pushQueue: PushQueue = {
  keys: (database) => database.transaction(vapidKeys),
  claim,
  delivered: (database, { id }) =>
    changing(database, async (tx) => {
      const [told] = await tx.delete(pushes).where(eq(pushes.id, id)).returning()
      if (told) await forgetInstead(tx, told)
    }),
  givenUp: (database, { id }) => changing(database, (tx) => tx.delete(pushes).where(eq(pushes.id, id))),
  again: (database, { id, attempts }, now) =>
    changing(database, (tx) =>
      tx
        .update(pushes)
        .set({ nextAttemptAt: now + pauseAfter(attempts) })
        .where(eq(pushes.id, id)),
    ),
  gone: (database, { subscription: { endpoint } }) =>
    changing(database, (tx) => tx.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))),
}
