import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import type { Engine } from '#server/db/connection.ts'
import { databaseOver, rows, type Database } from '#server/db/database.ts'
import { embeddedEngine } from '#server/db/embedded.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { MEMORY_START_PARAMS } from './embeddedTemplate.ts'
import { onServer, urlOfDatabase } from './postgresTemplate.ts'

export interface TestDatabase extends Database {
  /** On PostgreSQL, for a second process's view of the same database. */
  readonly url?: string
  /** Removes all rows, so that the next test starts afresh. */
  empty(): Promise<void>
}

/** A fresh, migrated, empty database on the engine in TEST_ENGINE; close it in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { engine, url } = await testEngine()
  const database = databaseOver(engine)
  return { ...database, ...(url && { url }), empty: () => empty(database) }
}

/** What is below a database, for tests of that itself. */
export async function testEngine(): Promise<{ engine: Engine; url?: string }> {
  const source = inject('databaseSource')
  if ('postgresUrl' in source) return await onPostgres(source.postgresUrl, source.template)
  return { engine: await inMemory(source.embeddedTemplate) }
}

async function inMemory(template: string): Promise<Engine> {
  const loadDataDir = new Blob([fs.readFileSync(template)])
  const pglite = await PGlite.create({ loadDataDir, startParams: MEMORY_START_PARAMS })
  return await embeddedEngine(
    async () => ({ pglite }),
    () => {},
  )
}

async function onPostgres(serverUrl: string, template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${template}`)
  const url = urlOfDatabase(serverUrl, name)
  const opened = await openPostgres(url, 10, () => {})
  const close = async () => {
    await opened.close()
    await onServer(serverUrl, `drop database if exists ${name} with (force)`)
  }
  return { engine: { ...opened, close }, url }
}

function empty(database: Database): Promise<void> {
  return database.transaction(async (tx) => {
    const found = await tx.execute(sql`
      select string_agg(format('%I', tablename), ', ') as names from pg_tables
      where schemaname = 'public' and tablename <> 'migrations'`)
    const [tables] = rows<{ names: string | null }>(found)
    if (tables?.names) await tx.execute(sql.raw(`truncate ${tables.names} restart identity cascade`))
  })
}
