import { NodePgSession, NodePgTransaction, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm'
import type { Answer } from './connection.ts'

type Drizzle = PgDatabase<NodePgQueryResultHKT>

/** A drizzle handle on a transaction, or on plain reads. For a transaction inside a transaction see `savepoint`. */
export type Tx = Omit<Drizzle, 'transaction' | 'query' | '_' | 'refreshMaterializedView'>

type Query = (text: string, values: readonly unknown[], rowMode?: 'array') => Promise<Answer>
type Client = ConstructorParameters<typeof NodePgSession>[0]
interface Statement {
  text: string
  rowMode?: 'array'
}

const dialect = new PgDialect({ casing: 'snake_case' })

// both engines answer as node-postgres does, so drizzle's session for it serves both
function sessionOver(query: Query) {
  const client = {
    query: (statement: Statement, values: unknown[]) => query(statement.text, values, statement.rowMode),
  }
  return new NodePgSession<Record<string, never>, Record<string, never>>(
    client as unknown as Client,
    dialect,
    undefined,
  )
}

export function readingHandle(query: Query): Tx {
  return new PgDatabase(dialect, sessionOver(query), undefined) as Drizzle
}

export function transactionHandle(query: Query): Tx {
  return new NodePgTransaction<Record<string, never>, Record<string, never>>(dialect, sessionOver(query), undefined)
}

/** Runs a part of a transaction whose failure undoes that part only; the error is thrown on. */
export function savepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return (tx as Drizzle).transaction(work)
}

const noDatabase = () => Promise.reject(new Error('This handle has no database'))

/** A handle on no database, to put statements together with. */
export const blankHandle: Tx = readingHandle(noDatabase)

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
