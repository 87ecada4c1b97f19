import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { contains, rareIn } from '#server/db/search.ts'
import { users } from '../tables.ts'

/** Users whose name or e-mail contains every word of `search` (SPEC section 5). No condition when it is empty. */
export async function usersFound(db: Tx, search: string): Promise<SQL | undefined> {
  return and(contains(users.search, search), await rare(db, search))
}

/** The same for a list of what is theirs, as a condition on its column that says whose. */
export async function ofUsersFound(db: Tx, search: string, owner: PgColumn): Promise<SQL | undefined> {
  const found = contains(users.search, search)
  if (!found) return undefined
  const few = await rare(db, search)
  if (few) return inArray(owner, db.select({ id: users.id }).from(users).where(and(found, few)))
  // looked up for each row: PostgreSQL knows no share of what contains a word, and would now and then read all users
  return sql`(select ${found} from ${users} where ${eq(users.id, owner)})`
}

const rare = (db: Tx, search: string) => rareIn(db, users.search, 'users_by_letters', search)
