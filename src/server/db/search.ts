import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { offsetOf, PAGE_SIZE } from '#kernel/paging.ts'
import { rows, type Tx } from './database.ts'
import { preparedSql } from './prepared.ts'

/** Up to what share of all rows an index leads to them sooner than reading the list in its order does. */
const RARE = 0.05
/** From what share on most rows have a piece. */
const COMMON = 0.5

/** What leads to the rows that a search means. */
interface Search {
  /** True where this column of lower-case text contains every word; of a rare search it asks the index on letters_of. */
  readonly on: (column: PgColumn) => SQL
  readonly rare: boolean
}

/**
 * What finds every word of `search`, in any case; null when it is empty. A rare search goes by `index`, the one on
 * letters_of; for a common one the list is read in its order until enough is found. PostgreSQL can't choose by itself, for
 * it would work out the letters of every row that it reads. See docs/decisions/search-and-sums.md.
 */
export async function searchBy(db: Tx, index: string, search: string): Promise<Search | null> {
  const words = wordsOf(search)
  const pieces = [...new Set(words.flatMap(piecesOf))]
  if (pieces.length === 0) return null
  const known = rows<{ piece: string; share: number }>(await commonPieces(db, { index, pieces }))
  const shares = new Map(known.map(({ piece, share }) => [piece, share]))
  const shareOf = (word: string) => Math.min(...piecesOf(word).map((piece) => shares.get(piece) ?? 0))
  // the rarest first: most rows are done with after it
  words.sort((a, b) => shareOf(a) - shareOf(b))
  const contains = (column: PgColumn) => (word: string) => sql`position(${word} in ${column}) > 0`
  if (words.reduce((share, word) => share * shareOf(word), 1) > RARE) {
    return { on: (column) => sql.join(words.map(contains(column)), sql` and `), rare: false }
  }
  // what most have narrows nothing, and its long list in the index would be gone through
  const telling = pieces.filter((piece) => (shares.get(piece) ?? 0) < COMMON)
  const asked = telling.length > 0 ? telling : pieces
  // a word of one piece is where the index says it is
  const unproven = words.filter((word) => !asked.includes(word))
  const on = (column: PgColumn) =>
    sql.join([sql`letters_of(${column}) @> ${listed(asked)}`, ...unproven.map(contains(column))], sql` and `)
  return { on, rare: true }
}

/** Which of some pieces are among the most common, as the last ANALYZE saw it. All others are rare. */
const commonPieces = preparedSql(
  () => sql`
    select c.piece, c.share from pg_stats s,
      unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as c (piece, share)
    where s.schemaname = current_schema() and s.tablename = ${sql.placeholder('index')}
      and c.piece = any(${sql.placeholder('pieces')}::text[])`,
)

const listed = (pieces: readonly string[]) => sql`${sql.param([...pieces])}::text[]`

/** The ids on a page of a list, as an aggregate over all of it: a list that is searched is read once, and counted with it. */
export const idsOnPage = (id: SQLWrapper, page: number, size = PAGE_SIZE) =>
  sql<string[] | null>`(array_agg(${id}))[${offsetOf(page, size) + 1}::int:${page * size}::int]`

const wordsOf = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean)

/** A word cut into pieces of three letters, of which the last may overlap: each is in the index. */
function piecesOf(word: string): string[] {
  const letters = [...word]
  const pieces: string[] = []
  for (let at = 0; at < letters.length; at += 3) {
    const from = Math.max(0, Math.min(at, letters.length - 3))
    pieces.push(letters.slice(from, from + 3).join(''))
  }
  return pieces
}
