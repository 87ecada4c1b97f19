import { and, eq, inArray, like, sql, type SQL } from 'drizzle-orm'
import { unionAll, type PgColumn } from 'drizzle-orm/pg-core'
import { rows, type Tx } from '#server/db/database.ts'
import { accounts, guardians, people } from '../tables.ts'

/**
 * Condition: every word of `search` is in the person's names, e-mail or a guardian's. Undefined if the search is
 * empty.
 */
export async function peopleFound(db: Tx, search: string): Promise<SQL | undefined> {
  return await ofPeopleFound(db, search, people.id)
}

/** The same condition for a list of things, on the column that holds the owner's id. */
export async function ofPeopleFound(db: Tx, search: string, owner: PgColumn): Promise<SQL | undefined> {
  return (await foundBy(db, search))(owner)
}

/** The same for several columns. */
export async function foundBy(db: Tx, search: string): Promise<(owner: PgColumn) => SQL | undefined> {
  const patterns = await patternsOf(db, search)
  return (owner) => and(...patterns.map((pattern) => inArray(owner, withWord(db, pattern))))
}

/** Whether a name has words that start with those of `search`: such people are listed before other matches. */
export async function namedLike(db: Tx, search: string): Promise<SQL<boolean>> {
  const words = await folded(db, search.split(/\s+/).filter(Boolean))
  const begins = words.map((word) => sql`${people.search} ~ ${`\\m${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`)
  return sql<boolean>`(${sql.join([sql`true`, ...begins], sql` and `)})`
}

/** LIKE patterns for the words of a search, to compare with folded text. */
export async function patternsOf(db: Tx, search: string): Promise<string[]> {
  const words = await folded(db, search.split(/\s+/).filter(Boolean))
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

// each of the three columns has its own index
const withWord = (db: Tx, pattern: string) =>
  unionAll(
    db.select({ id: people.id }).from(people).where(like(people.search, pattern)),
    db
      .select({ id: sql<string>`${accounts.personId}` })
      .from(accounts)
      .where(like(accounts.search, pattern)),
    db
      .select({ id: guardians.personId })
      .from(guardians)
      .innerJoin(accounts, eq(accounts.id, guardians.accountId))
      .where(like(accounts.search, pattern)),
  )

// Folded in a query of its own, so that the planner sees the words; it must plan each time, since no plan fits every
// word.
async function folded(db: Tx, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const found = await db.execute(sql`
    select fold(word) as word, set_config('plan_cache_mode', 'force_custom_plan', true)
    from unnest(${sql.param([...words])}::text[]) word`)
  return rows<{ word: string }>(found).map(({ word }) => word)
}
