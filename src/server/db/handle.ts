import { drizzle } from 'drizzle-orm/pg-proxy'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect, type PgDatabase } from 'drizzle-orm/pg-core'
import type { Answer } from './connection.ts'

/** A drizzle handle on a transaction, or on plain reads. There are no transactions inside a transaction. */
export type Tx = Omit<PgDatabase<NodePgQueryResultHKT>, 'transaction' | 'query' | '_' | 'refreshMaterializedView'>

export type Query = (text: string, values: readonly unknown[], rowMode?: 'array') => Promise<Answer>

// one for all handles, for it remembers the columns' names
const dialect = new PgDialect({ casing: 'snake_case' })

/** A statement as it is sent. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A statement with `sql.placeholder` for its values, put together once. */
export function preparedText<Values extends object>(statement: SQL): (values: Values) => Sent {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return (values) => ({ text, values: fillPlaceholders(params, values as Record<string, unknown>) })
}

/** drizzle over any driver, by its documented proxy: one session for both engines, so that values arrive alike. */
export function handleOver(query: Query): Tx {
  const callback = async (text: string, values: unknown[], method: 'all' | 'execute') => {
    if (method === 'all') return { rows: (await query(text, values, 'array')).rows }
    // handed on as it is: `execute` answers it whole, with its rows and their count
    return { rows: await query(text, values) } as unknown as { rows: unknown[] }
  }
  return drizzle(callback, {}, () => dialect) as unknown as Tx
}
