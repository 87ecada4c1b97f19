import { and, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { contains, rareIn } from '#server/db/search.ts'
import { users } from '../tables.ts'

/** Users whose name or e-mail contains every word of `search` (SPEC section 5). No condition when it is empty. */
export async function usersFound(db: Tx, search: string): Promise<SQL | undefined> {
  return and(contains(users.search, search), await rareIn(db, users.search, 'users_by_letters', search))
}
