import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { instant } from './columns.ts'
import { rows } from './database.ts'

const samples = pgTable('samples', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  happenedAt: instant(),
  day: date({ mode: 'string' }),
  facts: jsonb(),
  words: text().array(),
  counts: integer().array(),
  moments: instant().array(),
  yes: boolean(),
})

const database = await testDatabase()
afterAll(() => database.close())

beforeAll(() =>
  database.transaction(async (tx) => {
    await tx.execute(sql`create table samples (id bigint primary key generated always as identity,
      happened_at timestamptz(3), day date, facts jsonb, words text[], counts int[], moments timestamptz(3)[], yes boolean)`)
  }),
)

const AT = Date.UTC(2026, 2, 29, 1, 30, 0, 123)

test('values written through drizzle are read back unchanged', async () => {
  const written = {
    happenedAt: AT,
    day: '2024-02-29',
    facts: { price: 1200, tags: ['a', 'õ'] },
    words: ['a,b', 'c"d', 'e\\f', 'NULL', ''],
    counts: [1, -2],
    moments: [AT, 0],
    yes: false,
  }
  const [read] = await database.transaction((tx) => tx.insert(samples).values(written).returning())
  expect(read).toEqual({ id: 1, ...written })
})

test('raw queries return numbers, epoch milliseconds and plain days', async () => {
  const found = await database.read.execute(sql`
    select 9007199254740991::int8 as big, 12.5::numeric as price, sum(n) as sum, count(*) as count,
      '2026-03-29 04:30:00.123456+03'::timestamptz as moment, 'infinity'::timestamptz as never,
      '2026-03-29'::date as day, '2026-03-29 04:30'::timestamp as local, '1 day 02:00'::interval as length,
      '{"a": [1]}'::jsonb as facts, 'null'::jsonb as nothing, null::timestamptz as missing,
      array[1::int8, null] as bigs, array['2026-03-29'::date] as days,
      array['2026-03-29 04:30:00+03'::timestamptz, null] as moments, array[array[1], array[2]] as nested
    from generate_series(1, 3) n`)
  expect(rows(found)).toEqual([
    {
      big: 9007199254740991,
      price: 12.5,
      sum: 6,
      count: 3,
      moment: AT,
      never: Infinity,
      day: '2026-03-29',
      local: '2026-03-29 04:30:00',
      length: '1 day 02:00:00',
      facts: { a: [1] },
      nothing: null,
      missing: null,
      bigs: [1, null],
      days: ['2026-03-29'],
      moments: [AT - 123, null],
      nested: [[1], [2]],
    },
  ])
})

test('an instant of any year is read back unchanged', async () => {
  const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]
  const moments = [AT, AT - 123, first, last, 0, ...fc.sample(fc.integer({ min: first, max: last }), 300)]
  const texts = moments.map((moment) => new Date(moment).toISOString())
  const found = await database.read.execute(sql`
    select moment::timestamptz as moment from unnest(${sql.param(texts)}::text[]) with ordinality as t (moment, n) order by n`)
  expect(rows<{ moment: number }>(found).map(({ moment }) => moment)).toEqual(moments)
})

test('a number too large to be exact is refused instead of being rounded', async () => {
  await expect(database.read.execute(sql`select 9007199254740993::int8`)).rejects.toThrow()
})

test('instants compare and sort by time', async () => {
  const later = await database.read
    .select()
    .from(samples)
    .where(sql`${samples.happenedAt} >= ${sql.param(AT, samples.happenedAt)}`)
  expect(later).toHaveLength(1)
})

test('an update reports how many rows it matched', async () => {
  const changed = await database.transaction((tx) => tx.update(samples).set({ yes: true }))
  expect(changed.rowCount).toBe(1)
})
