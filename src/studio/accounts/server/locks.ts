import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { accounts, people } from '../tables.ts'

/**
 * The person about to be given something, or null once deleted. Holds a shared lock until the end of the transaction,
 * so that a deletion runs entirely before or after it.
 */
export async function stillHere(tx: Tx, personId: string) {
  const [person] = await tx.select().from(people).where(living(personId)).for('key share')
  return person ?? null
}

/**
 * The same with an exclusive lock: others who lock this person wait until the end of the transaction. In a `Promise.all`
 * it comes first, because the statements of a transaction run in the order of their calls.
 */
export async function lockPerson(tx: Tx, personId: string) {
  const [person] = await tx.select().from(people).where(living(personId)).for('no key update')
  return person ?? null
}

const living = (personId: string) => and(eq(people.id, personId), isNull(people.deletedAt))

/** Locks the account about to be written to or signed in to, in the same way; null once deleted. */
export async function holdAccount(tx: Tx, accountId: string) {
  const [found] = await tx
    .select({ account: accounts, displayName: people.displayName })
    .from(accounts)
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(eq(accounts.id, accountId))
    .for('key share', { of: accounts })
  return found ? { ...found.account, displayName: found.displayName ?? '' } : null
}
