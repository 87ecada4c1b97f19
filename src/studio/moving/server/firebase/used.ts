// Finds imported rows that were used since.
import { getTableName, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Instant } from '#kernel/time.ts'
import { inDatabase } from '#server/db/columns.ts'
import { rows as rowsIn, type Tx } from '#server/db/database.ts'
import { paymentHistory, payments, receipts } from '#studio/payments/tables.ts'

/** An imported row. */
export interface Mark {
  readonly id: string
  readonly at: Instant
  readonly madeId: number | null
}

/** Payments that were changed, or to which something refers beside what they were imported with. */
export async function usedPayments(
  tx: Tx,
  marks: ReadonlyMap<string, Mark>,
  cameWith: readonly PgColumn[],
): Promise<Set<string>> {
  const ids = [...marks.keys()]
  const found = await tx.select().from(payments).where(inArray(payments.id, ids)).for('update')
  const named = await namedOf(tx, payments, ids, [paymentHistory.paymentId, receipts.paymentId, ...cameWith])
  const later = found.filter(({ id, updatedAt }) => updatedAt > atOf(marks, id))
  return new Set([...idsOf(later), ...named])
}

interface Key {
  readonly table: string
  readonly column: string
}

/** Ids of these rows to which a foreign key refers, except through the given columns. */
export async function namedOf(
  tx: Tx,
  table: PgTable,
  ids: readonly string[],
  but: readonly PgColumn[],
): Promise<Set<string>> {
  const keys = rowsIn<Key>(
    await tx.execute(sql`
      select t.relname as "table", a.attname as "column"
      from pg_constraint k join pg_class t on t.oid = k.conrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.confrelid = ${`"${getTableName(table)}"`}::regclass`),
  )
  const known = new Set(but.map((column) => `${getTableName(column.table)}.${inDatabase(column.name)}`))
  const asked = keys.filter(({ table: name, column }) => !known.has(`${name}.${column}`))
  const found: Set<string>[] = []
  for (const key of asked) found.push(await idsIn(tx, sql.identifier(key.table), sql.identifier(key.column), ids))
  return new Set(found.flatMap((some) => [...some]))
}

export const naming = (tx: Tx, column: PgColumn, ids: readonly string[]): Promise<Set<string>> =>
  idsIn(tx, column.table, column, ids)

async function idsIn(tx: Tx, table: SQL | PgTable | object, column: object, ids: readonly string[]) {
  const found = await tx.execute(
    sql`select distinct ${column} as id from ${table} where ${column} = any(${sql.param([...ids])}::text[])`,
  )
  return new Set(rowsIn<{ id: string }>(found).map(({ id }) => id))
}

export const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)
export const atOf = (marks: ReadonlyMap<string, Mark>, id: string): Instant => marks.get(id)?.at ?? 0

export const without = (marks: ReadonlyMap<string, Mark>, stays: ReadonlySet<string>): string[] =>
  [...marks.keys()].filter((id) => !stays.has(id))

/** The payments imported with these rows, marked with the time of their rows. */
export const paymentsOf = (
  marks: ReadonlyMap<string, Mark>,
  found: readonly { readonly id: string; readonly paymentId: string | null }[],
): Map<string, Mark> =>
  new Map(
    found.flatMap(({ id, paymentId }) => {
      const mark = marks.get(id)
      return paymentId === null || mark === undefined ? [] : [[paymentId, mark] as const]
    }),
  )
