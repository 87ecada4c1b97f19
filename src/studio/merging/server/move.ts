// Moves rows from one record to another, so that an undo can move each back.
import { and, desc, eq, exists, getTableColumns, getTableName, inArray, sql, type SQL } from 'drizzle-orm'
import { alias, getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { chunked } from '#kernel/grouped.ts'
import { inDatabase } from '#server/db/columns.ts'
import type { Tx } from '#server/db/database.ts'
import { mergedRows } from '../tables.ts'
import { nameOf, placeNamed, type Place } from './places.ts'

type Row = typeof mergedRows.$inferSelect

/** Rows per statement. */
const CHUNK = 500

export interface Way {
  readonly mergeId: string
  readonly from: string
  readonly to: string
}

/**
 * Moves all rows of a place, or those matching `only`; duplicates are deleted from the record that goes, and stored.
 */
export async function moveRows(tx: Tx, place: Place, way: Way, only?: SQL): Promise<void> {
  const { table, column, once } = place
  const theirs = and(eq(column, way.from), only)
  if (once) await takeOut(tx, place, way, and(theirs, existsFor(tx, table, column, way.to, once)))
  const moved = await tx
    .update(table)
    .set({ [column.name]: way.to })
    .where(theirs)
    .returning({ key: keyOf(place) })
  await note(tx, place, way, moved)
}

/** Deletes rows, and stores each as it was. */
export async function takeOut(tx: Tx, place: Place, way: Way, which: SQL | undefined): Promise<void> {
  const taken = await tx
    .delete(place.table)
    .where(which)
    .returning({ key: keyOf(place), taken: sql<Row['taken']>`to_jsonb(${place.table})` })
  await note(tx, place, way, taken)
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
function keyOf({ table, column }: Place) {
  const { columns, primaryKeys } = getTableConfig(table)
  const all = [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)]
  const others = all.filter(({ name }) => name !== column.name)
  const parts = others.map((one) => sql`${sql.raw(`'${one.name}'`)}, ${one}::text`)
  return sql<Row['key']>`jsonb_build_object(${sql.join(parts, sql`, `)})`
}

type Noted = Pick<Row, 'key'> & Partial<Pick<Row, 'taken'>>

async function note(tx: Tx, place: Place, { mergeId, from, to }: Way, rows: readonly Noted[]): Promise<void> {
  for (const some of chunked(rows, CHUNK)) {
    await tx
      .insert(mergedRows)
      .values(some.map((row) => ({ mergeId, place: nameOf(place), fromId: from, toId: to, ...row })))
  }
}

/** Moves back, last first, the rows that are still where the merge put them, and restores those it deleted. */
export async function moveBack(tx: Tx, mergeId: string): Promise<void> {
  const noted = await tx.select().from(mergedRows).where(eq(mergedRows.mergeId, mergeId)).orderBy(desc(mergedRows.id))
  for (const rows of inRuns(noted)) {
    const [first] = rows
    const place = placeNamed.get(first?.place ?? '')
    if (!first || !place) throw new Error(`Nothing is known of ${first?.place}.`)
    if (first.taken === null) {
      const keys = rows.map(({ key }) => JSON.stringify(key))
      await tx
        .update(place.table)
        .set({ [place.column.name]: first.fromId })
        .where(and(eq(place.column, first.toId), inKeys(place, keys)))
    } else for (const { taken } of rows) await putBack(tx, place.table, taken ?? {})
  }
}

const inKeys = (place: Place, keys: readonly string[]): SQL =>
  inArray(keyOf(place), sql`(select jsonb_array_elements(${`[${keys.join(',')}]`}::jsonb))` as never)

/** Groups consecutive rows that can be moved back together. */
function inRuns(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    const [like] = last ?? []
    const same =
      like &&
      like.place === row.place &&
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
