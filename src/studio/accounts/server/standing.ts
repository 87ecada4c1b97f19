import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { accounts, people } from '../tables.ts'

/**
 * The person who is about to be given something, or null once deleted. The row is held until the end of the
 * transaction, so that a deletion comes before it or after it, and never in between.
 */
export async function stillHere(tx: Tx, personId: string) {
  const [person] = await tx.select().from(people).where(living(personId)).for('key share')
  return person ?? null
}

/**
 * The same for one at a time: whoever else locks this person waits until the end of the transaction. It leaves at once,
 * so that what is asked right after it is asked under the lock.
 */
export async function lockPerson(tx: Tx, personId: string) {
  const [person] = await tx.select().from(people).where(living(personId)).for('no key update')
  return person ?? null
}

const living = (personId: string) => and(eq(people.id, personId), isNull(people.deletedAt))

/** The account that is about to be written to or signed in to, held in the same way; null once deleted. */
export async function holdAccount(tx: Tx, accountId: string) {
  const [found] = await tx
    .select({ account: accounts, displayName: people.displayName })
    .from(accounts)
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(eq(accounts.id, accountId))
    .for('key share', { of: accounts })
  return found ? { ...found.account, displayName: found.displayName ?? '' } : null
}
