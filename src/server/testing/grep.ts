import { sql } from 'drizzle-orm'
import { rows, type Database } from '#server/db/database.ts'

/** Columns that contain one of the words, in any case and also as escaped by JSON: 'users.email'. */
export async function placesOf(database: Database, words: readonly string[]): Promise<string[]> {
  const tables = rows<{ table: string; columns: string[] }>(
    await database.read.execute(sql`
      select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      group by 1 order by 1`),
  )
  const wanted = [...new Set(words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]))]
  const found: string[] = []
  for (const { table, columns } of tables) {
    const holds = (column: string) =>
      sql.join(
        wanted.map((word) => sql`position(lower(${word}::text) in lower(${sql.identifier(column)}::text)) > 0`),
        sql` or `,
      )
    const held = sql.join(
      columns.map((column) => sql`coalesce(bool_or(${holds(column)}), false) as ${sql.identifier(column)}`),
      sql`, `,
    )
    const [row] = rows<Record<string, boolean>>(
      await database.read.execute(sql`select ${held} from ${sql.identifier(table)}`),
    )
    found.push(...columns.filter((column) => row?.[column]).map((column) => `${table}.${column}`))
  }
  return found
}
