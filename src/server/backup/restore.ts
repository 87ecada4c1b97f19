import { sql } from 'drizzle-orm'
import { HOUR } from '#kernel/time.ts'
import { EVERYTHING } from '#server/changes/topics.ts'
import { databaseOver, openEngine, rows, type Database, type DatabaseOptions, type Tx } from '#server/db/database.ts'
import { appliedMigrations, migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { findings, type Finding } from '#server/doctor/checks.ts'
import { shortReason } from '#server/db/errors.ts'
import { BackupRefused, TRACES, type TableLine } from './format.ts'
import { readBackup, type Contents } from './read.ts'

export interface Restored {
  /** When the backup was made, as the file says. */
  readonly madeAt: string
  readonly rows: number
  /** Findings of the doctor in the restored studio; empty when `trouble` stopped the check. */
  readonly found: readonly Finding[]
  /** What failed after all rows were committed; the restore stays. */
  readonly trouble?: string
}

/**
 * Restores a backup into an empty data folder or an empty PostgreSQL database, all of it or nothing. A backup of an
 * older version is migrated to this one. `told` receives the number of rows loaded so far. Throws BackupRefused or
 * StartRefused with one clear line.
 */
export async function restore(
  file: string,
  place: DatabaseOptions,
  told: (done: number, all: number) => void = () => {},
  examine = findings,
): Promise<Restored> {
  const log = place.log ?? (() => {})
  // read and verify the whole file before changing anything
  const { first, last } = await readBackup(file)
  refuseStrangers(file, first)
  const rowCount = Object.values(last.rows).reduce((sum, count) => sum + count, 0)
  const engine = await openEngine(place)
  try {
    const database = databaseOver(engine)
    await database.transaction((tx) => refuseUnlessEmpty(tx, first), { readOnly: true })
    await migrate(engine, log, migrationsFolder(), first.migrations.length)
    await load(database, file, first, (done) => told(done, rowCount))
    const restored = { madeAt: first.madeAt, rows: rowCount }
    try {
      await migrate(engine, log, undefined, undefined, place.timeZone)
      // update screens that are open on other servers of the same PostgreSQL
      engine.announce([EVERYTHING])
      return { ...restored, found: await examine(database) }
    } catch (error) {
      return { ...restored, found: [], trouble: shortReason(error) }
    }
  } finally {
    await engine.close()
  }
}

/** Refuses a backup unless its migrations are the first of ours, with the same hashes. */
function refuseStrangers(file: string, { migrations, product }: Contents['first']) {
  const ours = readMigrations(migrationsFolder())
  for (const [index, { name, hash }] of migrations.entries()) {
    if (ours[index]?.name === name && ours[index].hash === hash) continue
    const how = ours.some((one) => one.name === name) ? 'another' : 'a newer'
    throw new BackupRefused(
      `${file} was made by ${how} version of this program (${product}, with ${name}): restore it with that.`,
    )
  }
}

/** Refuses a database that holds more than the traces of a first start: a restore must not overwrite data. */
async function refuseUnlessEmpty(tx: Tx, { migrations }: Contents['first']) {
  const names = [...(await columnsByTable(tx)).keys()].filter((name) => !TRACES.has(name))
  for (const name of names) {
    const found = await tx.execute<{ any: boolean }>(sql`select exists (select from ${sql.identifier(name)}) as "any"`)
    if (!found.rows[0]?.any) continue
    throw new BackupRefused(
      `There is a studio already (it has ${name}): a backup is restored into an empty data folder or database only.`,
    )
  }
  const applied = await appliedMigrations(tx)
  if ([...applied.keys()].every((name) => migrations.some((migration) => migration.name === name))) return
  throw new BackupRefused(
    'The backup is of an older version than the tables in this place: restore it into a new data folder or database.',
  )
}

/** Loads all rows in one transaction, which is retried when the database asks for it. */
function load(database: Database, file: string, first: Contents['first'], told: (done: number) => void): Promise<void> {
  return database.transaction(
    async (tx) => {
      // screens update once at the end: with "everything" noted, the triggers skip their work; triggers of earlier
      // versions also skip their totals while loading
      await tx.execute(sql`select set_config('studio.changed', ${EVERYTHING}, true), set_config('studio.loading', 'on', true),
        set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`)
      const tables = await columnsByTable(tx)
      const kept = [...tables.keys()].filter((name) => name !== 'migrations').map((name) => sql.identifier(name))
      await tx.execute(sql`lock table ${sql.join(kept, sql`, `)} in exclusive mode`)
      await refuseUnlessEmpty(tx, first)
      for (const table of kept) await tx.execute(sql`delete from ${table}`)
      let done = 0
      const { last } = await readBackup(file, async ({ table, rows: batch }) => {
        const columns = tables.get(table.table)
        if (!columns || !sameNames(columns, table.columns)) {
          throw new BackupRefused(`${file} does not fit this database: it has another table ${table.table}.`)
        }
        await insert(tx, table, columns, batch)
        done += batch.length
        told(done)
      })
      for (const [name, value] of Object.entries(last.sequences)) {
        await tx.execute(sql`select setval(format('public.%I', ${name}::text)::regclass, ${value}::bigint)`)
      }
      // without statistics the planner would treat all tables as small at first
      await tx.execute(sql`analyze ${sql.join(kept, sql`, `)}`)
    },
    { deadline: 2 * HOUR },
  )
}

async function insert(tx: Tx, { table, columns }: TableLine, types: Columns, batch: readonly string[]) {
  const names = columns.map((column) => sql.identifier(column))
  const values = columns.map((column, index) => sql.raw(`(r ->> ${index})::${types.get(column)}`))
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) overriding system value
    select ${sql.join(values, sql`, `)} from jsonb_array_elements(${`[${batch.join(',')}]`}::jsonb) r`)
}

/** Writable columns of a table, with their types. */
type Columns = ReadonlyMap<string, string>

async function columnsByTable(tx: Tx): Promise<Map<string, Columns>> {
  const found = rows<{ table: string; column: string; type: string }>(
    await tx.execute(sql`
      select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`),
  )
  const tables = new Map<string, Map<string, string>>()
  for (const { table, column, type } of found) {
    tables.set(table, (tables.get(table) ?? new Map<string, string>()).set(column, type))
  }
  return tables
}

const sameNames = (columns: Columns, names: readonly string[]) =>
  columns.size === new Set(names).size && names.every((name) => columns.has(name))
