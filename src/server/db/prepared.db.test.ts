import { eq, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { instant } from './columns.ts'
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
