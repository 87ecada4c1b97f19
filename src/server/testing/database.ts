import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import type { Engine } from '#server/db/connection.ts'
import { databaseOver, type Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { EMPTY_ALL_TABLES } from './emptyTables.ts'
import { memoryDatabase } from './memoryDatabase.ts'
import { dropDatabase, onServer, urlOfDatabase } from './postgresTemplate.ts'

export interface TestDatabase extends Database {
  /** URL on PostgreSQL, to open the same database from a second process. */
  readonly url?: string
  /** Deletes all rows, so that the next test starts empty. */
  empty(): Promise<void>
}

/** A migrated, empty database on the engine in TEST_ENGINE; close it in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { engine, url } = await testEngine()
  const database = databaseOver(engine)
  return { ...database, ...(url && { url }), empty: () => empty(database) }
}

/** The engine below a database, for tests of the engine itself. */
export async function testEngine(): Promise<{ engine: Engine; url?: string }> {
  const postgres = inject('postgres')
  if (postgres) return await onPostgres(postgres.url, postgres.template)
  return { engine: await memoryDatabase(inject('embedded').memory) }
}

async function onPostgres(serverUrl: string, template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${template}`)
  const url = urlOfDatabase(serverUrl, name)
  const opened = await openPostgres(url, 10, () => {})
  const close = async () => {
    await opened.close()
    await dropDatabase(serverUrl, name)
  }
  return { engine: { ...opened, close }, url }
}

async function empty(database: Database): Promise<void> {
  await database.transaction((tx) => tx.execute(sql.raw(EMPTY_ALL_TABLES)))
}
