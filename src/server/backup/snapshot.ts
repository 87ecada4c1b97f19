import { randomBytes } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { rows, type Database, type Tx } from '#server/db/database.ts'
import type { LastLine, FirstLine, TableLine } from './format.ts'
import { KEPT_ROWS, NOT_KEPT } from './format.ts'

/** A row in the database's text format: one text or null per column. */
export interface SnapshotRow {
  /** Index of its table in `tables`. */
  readonly table: number
  readonly row: readonly (string | null)[]
}

/** All backed-up rows of a studio at one moment. */
export interface Snapshot {
  readonly migrations: NonNullable<FirstLine['migrations']>
  readonly sequences: LastLine['sequences']
  /** Ordered so that each table comes after those it references. */
  readonly tables: readonly TableLine[]
  /** Reads the next rows; an empty list at the end. */
  next(): Promise<SnapshotRow[]>
}

const PAGE = 500

/**
 * Gives `work` one consistent snapshot, to be read page by page. PostgreSQL keeps it open in a transaction, which
 * blocks nobody. The embedded database has one connection, where a long transaction would block everyone: it uses a
 * cursor that outlives its transaction, and reads pages between other calls. See docs/decisions/backup-format.md.
 */
export async function withSnapshot<T>(database: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const cursor = sql.identifier(`backup_${randomBytes(6).toString('hex')}`)
  const pageFrom = (tx: Tx) => async () => {
    const page = await tx.execute(sql`fetch ${sql.raw(String(PAGE))} from ${cursor}`)
    return rows<SnapshotRow>(page)
  }
  const inOneTransaction = { readOnly: true, deadline: 2 * HOUR }

  if (database.engine === 'postgres') {
    return database.transaction(async (tx) => {
      // writing to a slow disk may leave this transaction idle for long
      await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', ${String(10 * MINUTE)}, true)`)
      const contents = await contentsOf(tx)
      await tx.execute(sql`declare ${cursor} cursor for ${contents.query}`)
      return work({ ...contents, next: pageFrom(tx) })
    }, inOneTransaction)
  }

  const contents = await database.transaction(async (tx) => {
    const found = await contentsOf(tx)
    // a larger result of the cursor goes to a temporary file
    await tx.execute(sql`select set_config('work_mem', '2MB', true)`)
    await tx.execute(sql`declare ${cursor} cursor with hold for ${found.query}`)
    return found
  }, inOneTransaction)
  try {
    return await work({ ...contents, next: pageFrom(database.read) })
  } finally {
    // the cursor is already gone when the database was closed or reopened
    await database.read.execute(sql`close ${cursor}`).catch(() => {})
  }
}

async function contentsOf(tx: Tx) {
  const migrations = rows<{ name: string; hash: string }>(
    await tx.execute(sql`select name, hash from migrations order by name`),
  )
  const sequences = rows<{ name: string; last: number }>(
    await tx.execute(sql`select sequencename as name, last_value as last from pg_sequences
      where schemaname = 'public' and last_value is not null`),
  )
  const tables = await keptTables(tx)
  return {
    migrations,
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
    tables,
    query: sql.join(
      tables.map((table, index) => selectAll(table, index)),
      sql` union all `,
    ),
  }
}

function selectAll({ table, columns }: TableLine, index: number): SQL {
  const texts = columns.map((column) => sql`${sql.identifier(column)}::text`)
  const kept = KEPT_ROWS.get(table)
  const which = kept ? sql`where ${kept}` : sql``
  return sql`select ${sql.raw(String(index))} as "table", array[${sql.join(texts, sql`, `)}] as "row"
    from ${sql.identifier(table)} ${which}`
}

interface FoundTable extends TableLine {
  readonly parents: readonly string[]
}

/** The tables to back up with their columns, each after those it references. */
async function keptTables(tx: Tx): Promise<TableLine[]> {
  const found = rows<FoundTable>(
    await tx.execute(sql`
      select c.relname as "table",
        array(select attname::text from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
        array(select p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f') as parents
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`),
  ).filter(({ table }) => !NOT_KEPT.has(table))
  const sorted = new Map<string, TableLine>()
  const visited = new Set<string>()
  const visit = ({ table, columns, parents }: FoundTable) => {
    if (visited.has(table)) return
    visited.add(table)
    for (const parent of found) if (parents.includes(parent.table)) visit(parent)
    sorted.set(table, { table, columns })
  }
  for (const table of found) visit(table)
  return [...sorted.values()]
}
