import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { searchIn } from '#server/db/search.ts'
import { users } from '../tables.ts'

const searched = (db: Tx, search: string) => searchIn(db, users.search, 'users_by_letters', search)

/** Users whose name or e-mail contains every word of `search` (SPEC section 5). No condition when it is empty. */
export async function usersFound(db: Tx, search: string): Promise<SQL | undefined> {
  return (await searched(db, search))?.condition
}

/** The same for a list of what is theirs, as a condition on its column that says whose. */
export async function ofUsersFound(db: Tx, search: string, owner: PgColumn): Promise<SQL | undefined> {
  const found = await searched(db, search)
  if (!found) return undefined
  const { condition, rare } = found
  if (rare) return inArray(owner, db.select({ id: users.id }).from(users).where(condition))
  // looked up for each row: PostgreSQL knows no share of what contains a word, and would now and then read all users
  return sql`(select ${condition} from ${users} where ${eq(users.id, owner)})`
}
