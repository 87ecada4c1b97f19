import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { PgRemoteSession, type RemoteCallback } from 'drizzle-orm/pg-proxy'
import type { SQL } from 'drizzle-orm'
import type { Answer } from './connection.ts'

/** A drizzle handle on a transaction, or on plain reads. There are no transactions inside a transaction. */
export type Tx = Omit<PgDatabase<NodePgQueryResultHKT>, 'transaction' | 'query' | '_' | 'refreshMaterializedView'>

type Query = (text: string, values: readonly unknown[], rowMode?: 'array') => Promise<Answer>

const dialect = new PgDialect({ casing: 'snake_case' })

// drizzle's session for any driver: that for node-postgres would load it beside the embedded database, too
function sessionOver(query: Query) {
  const client = async (text: string, values: unknown[], method: 'all' | 'execute') => {
    const answer = await query(text, values, method === 'all' ? 'array' : undefined)
    // of a statement without columns to be read it passes on whatever it is given as rows
    return { rows: method === 'all' ? answer.rows : answer }
  }
  return new PgRemoteSession<Record<string, never>, Record<string, never>>(client as RemoteCallback, dialect, undefined)
}

export function handleOver(query: Query): Tx {
  return new PgDatabase(dialect, sessionOver(query), undefined) as unknown as Tx
}

const noDatabase = () => Promise.reject(new Error('This handle has no database'))

/** A handle on no database, to put statements together with. */
export const blankHandle: Tx = handleOver(noDatabase)

/** A statement that is not one of drizzle's builders, prepared as those are by `.prepare()`. */
export const preparedStatement = (statement: SQL) =>
  sessionOver(noDatabase).prepareQuery<{ execute: Answer; all: never; values: never }>(
    dialect.sqlToQuery(statement),
    undefined,
    undefined,
    false,
  )

/** Through which a handle's statements are sent. */
export const clientOf = (tx: Tx): unknown => (tx as unknown as { session: { client: unknown } }).session.client
