import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { isTracked, trackChanges } from '#server/changes/triggers.ts'
import type { Engine } from './connection.ts'
import { sqlError, StartRefused } from './errors.ts'
import type { Tx } from './handle.ts'
import { runTransaction } from './transactions.ts'

interface Migration {
  name: string
  /** Hash of the file, so that a migration changed after it was applied is noticed. */
  hash: string
  statements: string[]
}

/** Timeout (ms) for a migration, and for waiting until another process has migrated. */
const PATIENCE = 10 * 60_000

// any number works, as long as all versions of the program use the same
const LOCK = 7_303_014

/**
 * Migrates the database to this version: each migration in one transaction with its bookkeeping, one process at a time.
 * If the process is killed, the next start continues. `upTo` limits the number of migrations, to restore older data. A
 * migration that derives days from instants reads the studio's time zone from the setting studio.time_zone. Throws
 * StartRefused for a database of a newer version.
 */
export async function migrate(
  engine: Engine,
  log: (line: string) => void,
  folder = migrationsFolder(),
  upTo = Number.POSITIVE_INFINITY,
  timeZone?: string,
) {
  const migrations = readMigrations(folder)
  // look first without a lock, so that nothing is touched when the start is refused or there is nothing to do
  const { missing, tracked } = await lookAt(engine, migrations, upTo)
  if (missing.length === 0 && tracked) return
  for (const migration of missing) {
    await alone(engine, async (tx) => {
      await tx.execute(sql`create table if not exists migrations
        (name text primary key, hash text not null, at timestamptz(3) not null default now())`)
      const applied = await appliedMigrations(tx)
      refuseStrangers(migrations, applied)
      if (applied.has(migration.name)) return
      log(`Migrating the database: ${migration.name}`)
      await tx.execute(sql`select set_config('studio.time_zone', ${timeZone ?? ''}, true)`)
      for (const statement of migration.statements) await tx.execute(sql.raw(statement)).catch(explained(statement))
      await tx.execute(sql`insert into migrations (name, hash) values (${migration.name}, ${migration.hash})`)
    })
  }
  await alone(engine, trackChanges)
}

/** Throws StartRefused unless the database is of exactly this version. Writes nothing. */
export async function refuseUnmigrated(engine: Engine): Promise<void> {
  const migrations = readMigrations(migrationsFolder())
  const { missing } = await lookAt(engine, migrations)
  if (missing.length === 0) return
  throw new StartRefused(
    missing.length === migrations.length
      ? 'There is no studio in the database: open one with npm start.'
      : `The database is of an older version of this program (it lacks ${missing[0]?.name}): npm start brings it forward.`,
  )
}

function lookAt(engine: Engine, migrations: Migration[], upTo?: number) {
  const look = async (tx: Tx) => {
    const found = await appliedMigrations(tx)
    refuseStrangers(migrations, found)
    const missing = migrations.slice(0, upTo).filter(({ name }) => !found.has(name))
    return { missing, tracked: await isTracked(tx) }
  }
  return runTransaction(engine, look, { readOnly: true })
}

/** Beside this file, also in the bundle. */
export function migrationsFolder(): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const candidates = [path.join(here, 'migrations'), path.join(here, '../migrations')]
  const found = candidates.find((folder) => fs.existsSync(folder))
  if (!found)
    throw new StartRefused(`The migrations are missing: ${candidates[0]} does not exist. Build the program again.`)
  return found
}

export function readMigrations(folder: string): Migration[] {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files.toSorted().map((file) => {
    const text = fs.readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    const statements = text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== '')
    return { name: path.basename(file, '.sql'), hash: createHash('sha256').update(text).digest('hex'), statements }
  })
}

/** Explains an extension that the server lacks, or that this role may not create: the operator must add it. */
const explained = (statement: string) => (error: unknown) => {
  const extension = /^\s*create extension if not exists (\w+)/i.exec(statement)?.[1]
  // insufficient privilege, feature not supported
  if (!extension || !['42501', '0A000'].includes(sqlError(error)?.code ?? '')) throw error
  throw new StartRefused(
    `The database lacks the extension ${extension}, and it could not be added: install PostgreSQL's contrib modules on ` +
      `its server, run "create extension ${extension}" in this database as its owner or a superuser, and start again.`,
    { cause: error },
  )
}

function alone(engine: Engine, work: (tx: Tx) => Promise<void>): Promise<void> {
  const locked = async (tx: Tx) => {
    await tx.execute(sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`)
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    await work(tx)
  }
  return runTransaction(engine, locked, { deadline: PATIENCE })
}

/** Names of the applied migrations, with their hashes. */
export async function appliedMigrations(tx: Tx): Promise<Map<string, string>> {
  const found = await tx.execute<{ made: boolean }>(sql`select to_regclass('public.migrations') is not null as made`)
  if (!found.rows[0]?.made) return new Map()
  const applied = await tx.execute<{ name: string; hash: string }>(sql`select name, hash from migrations`)
  return new Map(applied.rows.map(({ name, hash }) => [name, hash]))
}

function refuseStrangers(migrations: Migration[], applied: Map<string, string>) {
  for (const [name, hash] of applied) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known) {
      throw new StartRefused(
        `The database was made by a newer version of this program (it has ${name}): start that version, or restore a backup.`,
      )
    }
    if (known.hash !== hash) {
      throw new StartRefused(
        `The migration ${name} was changed after it was applied: restore the file, and add a new one.`,
      )
    }
  }
}
