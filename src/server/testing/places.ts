import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { rows, type Database, type DatabaseOptions } from '#server/db/database.ts'
import { KEPT_ROWS, NOT_KEPT } from '#server/backup/format.ts'
import { onServer, urlOfDatabase } from './postgresTemplate.ts'

/** 'bare': a database without tables, as at a first start; 'migrated': with all tables, empty. */
type State = 'bare' | 'migrated'

/** Creates empty places for databases, and removes them together at the end. */
export class EmptyPlaces {
  readonly home = mkdtempSync(join(tmpdir(), 'studio-places-'))

  /** Returns a new data folder. */
  folder(state: State = 'bare'): DatabaseOptions {
    const dataDir = join(this.home, randomBytes(4).toString('hex'))
    cpSync(inject('embedded')[state], dataDir, { recursive: true })
    return { dataDir }
  }

  /** Creates a database on the PostgreSQL server of that URL, where the tests run. */
  async database(url: string, state: State = 'bare'): Promise<DatabaseOptions> {
    const name = `place_${randomBytes(6).toString('hex')}`
    const template = state === 'migrated' ? ` template ${inject('postgres')?.template}` : ''
    await onServer(url, `create database ${name}${template}`)
    return { dataDir: '', databaseUrl: urlOfDatabase(url, name) }
  }

  /** On the engine of the tests: a new database beside the one at the URL, or without a URL a data folder. */
  async like(url: string | undefined, state: State = 'bare'): Promise<DatabaseOptions> {
    return url ? this.database(url, state) : this.folder(state)
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}

/** Row count and content hash of each table that backups include, the same on both engines. */
export async function rowHashes(database: Database): Promise<Record<string, string>> {
  const names = rows<{ name: string }>(
    await database.read.execute(sql`select tablename as name from pg_tables where schemaname = 'public'`),
  )
  const hashes: Record<string, string> = {}
  for (const { name } of names) {
    if (NOT_KEPT.has(name)) continue
    const kept = KEPT_ROWS.get(name) ?? sql`true`
    const found = await database.read.execute(sql`
      select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text) collate "C"), '')) as hash
      from ${sql.identifier(name)} t where ${kept}`)
    hashes[name] = rows<{ hash: string }>(found)[0]?.hash ?? ''
  }
  return hashes
}
