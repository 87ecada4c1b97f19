import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { MINUTE, type Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import type { ClaimedPush, PushQueue } from '#server/push/queue.ts'
import { pauseAfter } from '#server/retries.ts'
import { pushes, pushSubscriptions } from '../tables.ts'
import { vapidKeys } from './keys.ts'

/** A claimed push belongs to this process so long; longer than a push service may take to answer. */
const LEASE = MINUTE

/** Takes due pushes for this process. The lock ends with the claim: nothing is held while a push service is called. */
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

const changing = async (database: Database, work: Parameters<Database['transaction']>[0]) => {
  await database.transaction(work)
}

export const pushQueue: PushQueue = {
  keys: (database) => database.transaction(vapidKeys),
  claim,
  settled: (database, { id }) => changing(database, (tx) => tx.delete(pushes).where(eq(pushes.id, id))),
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
