import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { users } from '../tables.ts'

/**
 * The user who is about to be given something, or null once deleted. The row is held until the end of the
 * transaction, so that a deletion comes before it or after it, and never in between.
 */
export async function stillHere(tx: Tx, userId: string) {
  const living = and(eq(users.id, userId), isNull(users.deletedAt))
  const [user] = await tx.select().from(users).where(living).for('key share')
  return user ?? null
}
