import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { PgRemoteSession, type RemoteCallback } from 'drizzle-orm/pg-proxy'
import type { SQL } from 'drizzle-orm'
import type { Answer } from './connection.ts'

/** A drizzle handle on a transaction, or on plain reads. There are no transactions inside a transaction. */
export type Tx = Omit<PgDatabase<NodePgQueryResultHKT>, 'transaction' | 'query' | '_' | 'refreshMaterializedView'>

export type Query = (text: string, values: readonly unknown[], rowMode?: 'array') => Promise<Answer>

const dialect = new PgDialect({ casing: 'snake_case' })

// drizzle's session for any driver: that for node-postgres would load it beside the embedded database, too
export function handleOver(query: Query): Tx {
  const client = async (text: string, values: unknown[], method: 'all' | 'execute') => {
    const answer = await query(text, values, method === 'all' ? 'array' : undefined)
    // of a statement without columns to be read it passes on whatever it is given as rows
    return { rows: method === 'all' ? answer.rows : answer }
  }
  const session = new PgRemoteSession(Object.assign(client, { query }) as RemoteCallback, dialect, undefined)
  return new PgDatabase(dialect, session, undefined) as unknown as Tx
}

/** A handle on no database, to put statements together with. */
export const blankHandle: Tx = handleOver(() => Promise.reject(new Error('This handle has no database')))

/** A statement's text with its parameters, those that are still to come as placeholders. */
export const textOf = (statement: SQL): { sql: string; params: unknown[] } => dialect.sqlToQuery(statement)

/** What a handle's statements are sent with. */
export const queryOf = (tx: Tx): Query =>
  (tx as unknown as { session: { client: { query: Query } } }).session.client.query
