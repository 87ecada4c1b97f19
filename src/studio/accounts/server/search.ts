import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { searchBy } from '#server/db/search.ts'
import { users } from '../tables.ts'

const searched = (db: Tx, search: string) => searchBy(db, 'users_by_letters', search)

/** Users whose name or e-mail contains every word of `search` (SPEC section 5). No condition when it is empty. */
export async function usersFound(db: Tx, search: string): Promise<SQL | undefined> {
  return (await searched(db, search))?.on(users.search)
}

/**
 * The same for a list of what is theirs, as a condition on its column that says whose; `copied` is its own copy of their
 * `search`, where each row has one.
 */
export async function ofUsersFound(
  db: Tx,
  search: string,
  owner: PgColumn,
  copied?: PgColumn,
): Promise<SQL | undefined> {
  const found = await searched(db, search)
  if (!found) return undefined
  const { on, rare } = found
  if (rare) return inArray(owner, db.select({ id: users.id }).from(users).where(on(users.search)))
  if (copied) return on(copied)
  // looked up for each row: PostgreSQL knows no share of what contains a word, and would now and then read all users
  return sql`(select ${on(users.search)} from ${users} where ${eq(users.id, owner)})`
}
