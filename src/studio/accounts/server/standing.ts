import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { users } from '../tables.ts'

/**
 * The user who is about to be given something, or null once deleted. The row is held until the end of the
 * transaction, so that a deletion comes before it or after it, and never in between.
 */
export async function stillHere(tx: Tx, userId: string) {
  const [user] = await tx.select().from(users).where(living(userId)).for('key share')
  return user ?? null
}

/**
 * The same for one at a time: whoever else locks this person waits until the end of the transaction. It leaves at once,
 * so that what is asked right after it is asked under the lock.
 */
export async function lockPerson(tx: Tx, userId: string) {
  const [user] = await tx.select({ id: users.id }).from(users).where(living(userId)).for('no key update')
  return user ?? null
}

const living = (userId: string) => and(eq(users.id, userId), isNull(users.deletedAt))
