import { and, inArray, like, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { rows, type Tx } from '#server/db/database.ts'
import { users } from '../tables.ts'

/** Users whose name or e-mail contains every word of `search` (SPEC section 5). No condition when it is empty. */
export async function usersFound(db: Tx, search: string): Promise<SQL | undefined> {
  const words = await folded(db, search.split(/\s+/).filter(Boolean))
  return and(...words.map((word) => like(users.search, `%${word.replace(/[\\%_]/g, '\\$&')}%`)))
}

/** The same for a list of what is theirs, as a condition on its column that says whose. */
export async function ofUsersFound(db: Tx, search: string, owner: PgColumn): Promise<SQL | undefined> {
  const found = await usersFound(db, search)
  return found && inArray(owner, db.select({ id: users.id }).from(users).where(found))
}

// Asked first, so that the planner sees what is looked for; and it shall look each time, for a plan that fits any word
// fits none.
async function folded(db: Tx, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const found = await db.execute(sql`
    select fold(word) as word, set_config('plan_cache_mode', 'force_custom_plan', true)
    from unnest(${sql.param([...words])}::text[]) word`)
  return rows<{ word: string }>(found).map(({ word }) => word)
}
