import { and, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

// lower() knows only the letters of the database's locale, which may be none but a to z
const CAPITALS = 'ÕÄÖÜŠŽÅØÆÉ'

/** True where the columns, read one after the other, contain every word of `search`, in any case. None when it is empty. */
export function matches(columns: readonly PgColumn[], search: string): SQL | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const all = sql.join([...columns], sql` || ' ' || `)
  const lower = sql`lower(translate(${all}, ${CAPITALS}, ${CAPITALS.toLowerCase()}))`
  return and(...words.map((word) => sql`position(${word} in ${lower}) > 0`))
}
