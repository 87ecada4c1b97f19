import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { fullName } from '../rules.ts'
import { accounts, people } from '../tables.ts'

/** Names by account id; deleted accounts are missing from the result. */
export async function namesOfAccounts(
  tx: Tx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const found = await tx
    .select({ id: accounts.id, displayName: people.displayName, familyName: people.familyName })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(inArray(accounts.id, wanted))
  return new Map(found.map(({ id, ...person }) => [id, fullName(person)]))
}
