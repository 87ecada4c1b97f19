// Moves rows from one record to another, so that an undo can move each back.
import { and, desc, eq, exists, getTableColumns, getTableName, inArray, sql, type SQL } from 'drizzle-orm'
import { alias, getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { chunked } from '#kernel/grouped.ts'
import { inDatabase } from '#server/db/columns.ts'
import type { Tx } from '#server/db/database.ts'
import { mergedRows } from '../tables.ts'
import { nameOf, ownerColumnNamed, type OwnerColumn } from './ownerColumns.ts'

type Row = typeof mergedRows.$inferSelect

/** Rows per statement. */
const CHUNK = 500

export interface Way {
  readonly mergeId: string
  readonly from: string
  readonly to: string
}

/**
 * Moves all rows of one owner, or those matching `only`; duplicates are deleted from the record that goes, and stored.
 */
export async function moveRows(tx: Tx, owner: OwnerColumn, way: Way, only?: SQL): Promise<void> {
  const { table, column, once } = owner
  const theirs = and(eq(column, way.from), only)
  if (once) await takeOut(tx, owner, way, and(theirs, existsFor(tx, table, column, way.to, once)))
  const moved = await tx
    .update(table)
    .set({ [column.name]: way.to })
    .where(theirs)
    .returning({ key: keyOf(owner) })
  await note(tx, owner, way, moved)
}

/** Deletes rows, and stores each as it was. */
export async function takeOut(tx: Tx, owner: OwnerColumn, way: Way, which: SQL | undefined): Promise<void> {
  const taken = await tx
    .delete(owner.table)
    .where(which)
    .returning({ key: keyOf(owner), taken: sql<Row['taken']>`to_jsonb(${owner.table})` })
  await note(tx, owner, way, taken)
}

function existsFor(tx: Tx, table: PgTable, column: PgColumn, to: string, once: readonly PgColumn[]): SQL {
  const there = alias(table, 'there')
  const columns = getTableColumns(there) as Record<string, PgColumn>
  const same = once.map((one) => eq(columns[one.name] as PgColumn, one))
  return exists(
    tx
      .select({ one: sql`1` })
      .from(there)
      .where(and(eq(columns[column.name] as PgColumn, to), ...same)),
  )
}

/** The primary key without the column that moves. */
function keyOf({ table, column }: OwnerColumn) {
  const { columns, primaryKeys } = getTableConfig(table)
  const all = [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)]
  const others = all.filter(({ name }) => name !== column.name)
  const parts = others.map((one) => sql`${sql.raw(`'${one.name}'`)}, ${one}::text`)
  return sql<Row['key']>`jsonb_build_object(${sql.join(parts, sql`, `)})`
}

type Noted = Pick<Row, 'key'> & Partial<Pick<Row, 'taken'>>

async function note(tx: Tx, owner: OwnerColumn, { mergeId, from, to }: Way, rows: readonly Noted[]): Promise<void> {
  for (const some of chunked(rows, CHUNK)) {
    await tx
      .insert(mergedRows)
      .values(some.map((row) => ({ mergeId, ownerColumn: nameOf(owner), fromId: from, toId: to, ...row })))
  }
}

/** Moves back, last first, the rows that are still where the merge put them, and restores those it deleted. */
export async function moveBack(tx: Tx, mergeId: string): Promise<void> {
  const noted = await tx.select().from(mergedRows).where(eq(mergedRows.mergeId, mergeId)).orderBy(desc(mergedRows.id))
  for (const rows of inRuns(noted)) {
    const [first] = rows
    const owner = ownerColumnNamed.get(first?.ownerColumn ?? '')
    if (!first || !owner) throw new Error(`Nothing is known of ${first?.ownerColumn}.`)
    if (first.taken === null) {
      const keys = rows.map(({ key }) => JSON.stringify(key))
      await tx
        .update(owner.table)
        .set({ [owner.column.name]: first.fromId })
        .where(and(eq(owner.column, first.toId), inKeys(owner, keys)))
    } else for (const { taken } of rows) await putBack(tx, owner.table, taken ?? {})
  }
}

const inKeys = (owner: OwnerColumn, keys: readonly string[]): SQL =>
  inArray(keyOf(owner), sql`(select jsonb_array_elements(${`[${keys.join(',')}]`}::jsonb))` as never)

/** Groups consecutive rows that can be moved back together. */
function inRuns(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    const [like] = last ?? []
    const same =
      like &&
      like.ownerColumn === row.ownerColumn &&
      like.fromId === row.fromId &&
      like.toId === row.toId &&
      (like.taken === null) === (row.taken === null)
    if (same) last?.push(row)
    else runs.push([row])
  }
  return runs
}

/** Restores a deleted row, unless what it refers to is gone or an equal row was created meanwhile. */
async function putBack(tx: Tx, table: PgTable, row: Readonly<Record<string, unknown>>): Promise<void> {
  const there = getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignColumns, foreignTable } = key.reference()
    const [column, foreign] = [columns[0] as PgColumn, foreignColumns[0] as PgColumn]
    const named = sql.identifier(inDatabase(foreign.name))
    return sql`exists (select from ${foreignTable} where ${foreignTable}.${named} = written.${sql.identifier(inDatabase(column.name))})`
  })
  await tx.execute(sql`
    insert into ${table} overriding system value
    select written.* from jsonb_populate_record(null::${sql.identifier(getTableName(table))}, ${JSON.stringify(row)}::jsonb) written
    where ${sql.join([sql`true`, ...there], sql` and `)}
    on conflict do nothing`)
}
