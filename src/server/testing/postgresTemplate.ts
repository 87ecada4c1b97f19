import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'

/** A migrated, empty database that the tests' databases are copied from. */
export async function postgresTemplate(serverUrl: string): Promise<{ name: string; drop: () => Promise<void> }> {
  const name = `template_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name}`)
  const database = await openDatabase({ dataDir: '', databaseUrl: urlOfDatabase(serverUrl, name) })
  await database.close()
  return { name, drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`) }
}

/** The URL of another database on the same server. */
export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
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
