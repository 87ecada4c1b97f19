import { drizzle } from 'drizzle-orm/pg-proxy'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect, type PgDatabase } from 'drizzle-orm/pg-core'
import type { Answer } from './connection.ts'

/** A drizzle handle on a transaction, or on plain reads. Nested transactions are not possible. */
export type Tx = Omit<PgDatabase<NodePgQueryResultHKT>, 'transaction' | 'query' | '_' | 'refreshMaterializedView'>

export type Query = (text: string, values: readonly unknown[], rowMode?: 'array') => Promise<Answer>

// shared by all handles, because it caches the column names
const dialect = new PgDialect({ casing: 'snake_case' })

/** A statement in the form it is sent. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Builds a statement once, with `sql.placeholder` for its values. */
export function preparedText<Values extends object>(statement: SQL): (values: Values) => Sent {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return (values) => ({ text, values: fillPlaceholders(params, values as Record<string, unknown>) })
}

/** drizzle over any driver, by its documented proxy: the same session code for both engines, so values arrive alike. */
export function handleOver(query: Query): Tx {
  const callback = async (text: string, values: unknown[], method: 'all' | 'execute') => {
    if (method === 'all') return { rows: (await query(text, values, 'array')).rows }
    // passed on unchanged: `execute` returns the whole result
    return { rows: await query(text, values) } as unknown as { rows: unknown[] }
  }
  return drizzle(callback, {}, () => dialect) as unknown as Tx
}
