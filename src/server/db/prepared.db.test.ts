import { eq, gt, gte, sql } from 'drizzle-orm'
import { alias, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { instant } from './columns.ts'
import { violates } from './errors.ts'
import type { Tx } from './handle.ts'
import { prepared, preparedSql } from './prepared.ts'

const database = await testDatabase()
afterAll(() => database.close())

const notes = pgTable('notes', { id: text().primaryKey(), note: text(), seenAt: instant() })
beforeAll(() =>
  database.transaction(async (tx) => {
    await tx.execute(sql`create table notes (id text primary key, note text, seen_at timestamptz(3))`)
  }),
)

const keep = prepared((db) =>
  db
    .insert(notes)
    .values({ id: sql.placeholder('id'), note: sql.placeholder('note'), seenAt: sql.placeholder('at') })
    .prepare(''),
)
const find = prepared((db) =>
  db
    .select()
    .from(notes)
    .where(eq(notes.id, sql.placeholder('id')))
    .prepare(''),
)
const forget = preparedSql(() => sql`delete from notes where id = ${sql.placeholder('id')}`)

test('a prepared statement runs on the transaction that it is given, each time with its own values', async () => {
  await database.transaction((tx) => keep(tx, { id: 'a', note: 'first', at: 1_000 }))
  const undone = database.transaction(async (tx) => {
    await keep(tx, { id: 'b', note: null, at: null })
    expect(await find(tx, { id: 'b' })).toEqual([{ id: 'b', note: null, seenAt: null }])
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await find(database.read, { id: 'a' })).toEqual([{ id: 'a', note: 'first', seenAt: 1_000 }])
  expect(await find(database.read, { id: 'b' })).toEqual([])
})

test('at once on several transactions it is as many statements', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `many ${n}`)
  await Promise.all(ids.map((id) => database.transaction((tx) => keep(tx, { id, note: id, at: null }))))
  const found = await Promise.all(ids.map((id) => database.transaction((tx) => find(tx, { id }))))
  expect(found.flat().map(({ note }) => note)).toEqual(ids)
})

const many = Array.from({ length: 20 }, (_, n) => [`column${n}`, sql<number>`${sql.raw(String(n))}`] as const)
const later = alias(notes, 'later')
const readings = {
  'each column of a table': (db: Tx) => db.select().from(notes).orderBy(notes.id),
  'some of them by other names': (db: Tx) =>
    db.select({ when: notes.seenAt, what: notes.note }).from(notes).orderBy(notes.id),
  'what SQL makes of them': (db: Tx) =>
    db.select({ long: sql`length(${notes.id})`.mapWith(String), none: sql`null` }).from(notes),
  'a name that SQL has': (db: Tx) =>
    db
      .select({ id: sql<string>`upper(${notes.id})`.as('loud') })
      .from(notes)
      .orderBy(notes.id),
  'two tables with every row': (db: Tx) =>
    db.select({ notes, later }).from(notes).innerJoin(later, gte(later.id, notes.id)).orderBy(notes.id, later.id),
  'a table of which a row may be missing': (db: Tx) =>
    db.select({ notes, later }).from(notes).leftJoin(later, gt(later.id, notes.id)).orderBy(notes.id, later.id),
  'a table that is always there, whose first column is null': (db: Tx) =>
    db
      .select({ own: { seenAt: notes.seenAt, id: notes.id }, later })
      .from(notes)
      .leftJoin(later, gt(later.id, notes.id))
      .orderBy(notes.id, later.id),
  'columns of both, of which one may be missing': (db: Tx) =>
    db
      .select({ mixed: { id: later.id, seenAt: notes.seenAt }, id: notes.id })
      .from(notes)
      .leftJoin(later, gt(later.id, notes.id))
      .orderBy(notes.id, later.id),
  'more columns than a dozen': (db: Tx) => db.select(Object.fromEntries(many)).from(notes),
  'what was written': (db: Tx) => db.update(notes).set({ note: 'read' }).where(eq(notes.id, 'x')).returning(),
}

interface Preparable {
  prepare(name: string): { execute(): Promise<unknown> }
}

test.each(Object.entries(readings))('rows are what drizzle reads of them: %s', async (_, build) => {
  const read = prepared((db) => (build(db) as unknown as Preparable).prepare(''))
  await database.transaction(async (tx) => {
    await tx.delete(notes)
    await tx.insert(notes).values([
      { id: 'x', note: null, seenAt: 1_000 },
      { id: 'y', note: 'why', seenAt: null },
    ])
    const expected = await build(tx)
    expect(expected).not.toEqual([])
    expect(await read(tx, {})).toEqual(expected)
  })
})

test('what fails tells its statement, and why', async () => {
  await database.transaction((tx) => keep(tx, { id: 'twice', note: null, at: null }))
  const again = database.transaction((tx) => keep(tx, { id: 'twice', note: null, at: null }))
  await expect(again).rejects.toThrow('Failed query: insert into "notes"')
  await expect(again).rejects.toSatisfy((error) => violates(error, 'notes_pkey'))
})

test('several leave in the order of their calls', async () => {
  await database.transaction(async (tx) => {
    await Promise.all([
      keep(tx, { id: 'c', note: '', at: null }),
      forget(tx, { id: 'c' }),
      keep(tx, { id: 'c', note: 'last', at: null }),
    ])
  })
  expect(await find(database.read, { id: 'c' })).toEqual([{ id: 'c', note: 'last', seenAt: null }])
})

test('a value that was forgotten is a fault', () => {
  expect(() => find(database.read, {})).toThrow('No value was given for id')
})
