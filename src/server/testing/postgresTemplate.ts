import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { sqlError } from '#server/db/errors.ts'

/** A migrated, empty database that test databases are copied from. */
export async function postgresTemplate(serverUrl: string): Promise<{ name: string; drop: () => Promise<void> }> {
  const name = `template_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name}`)
  const database = await openDatabase({ dataDir: '', databaseUrl: urlOfDatabase(serverUrl, name) })
  await database.close()
  return { name, drop: () => dropDatabase(serverUrl, name) }
}

/** The URL of another database on the same server. */
export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

/** Drops a database; disconnects its clients. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  try {
    await onServer(serverUrl, `drop database if exists ${name} with (force)`)
  } catch (error) {
    // an autovacuum worker is connected, which only a superuser may end; without force the server ends it itself
    if (sqlError(error)?.code !== '42501') throw error
    await onServer(serverUrl, `drop database if exists ${name}`)
  }
}

/** Runs one statement outside any transaction. */
export async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
