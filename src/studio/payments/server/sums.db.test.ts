import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { rows } from '#server/db/database.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'
import { monthRange, monthStarts } from './months.ts'
import { confirmedWithin, type Confirmed } from './sums.ts'

let database: TestDatabase
const run = (statement: ReturnType<typeof sql>) => database.transaction((tx) => tx.execute(statement))

beforeAll(async () => {
  database = await testDatabase()
  await run(
    insertPeople(
      'id, email, display_name, family_name, dob, created_at',
      sql`values ('u', 'u@example.ee', 'Mari', 'Tamm', '2005-05-05', now())`,
    ),
  )
  // every seven hours of two years, and at each change of the year
  await run(sql`
    insert into payments (id, user_id, item, item_id, description, price, actual_amount, payment_method, status, deadline,
      created_at, updated_at)
    select 'p' || n, 'u', 'drop-in ticket', 'e', 'Girls beginners', 1500, case when n % 4 = 0 then null else n end,
      (array['cash', 'bankTransfer', 'stebby'])[n % 3 + 1], case when n % 4 = 0 then 'due' else 'confirmed' end, at, at, at
    from generate_series(1, 2500) n, lateral (select '2025-12-31T00:00:00Z'::timestamptz + n * interval '7 hours') t (at)`)
  // some are taken back, put right, and removed
  await run(
    sql`update payments set status = 'cancelled', actual_amount = 0, updated_at = now() where id like '%7' and status = 'confirmed'`,
  )
  await run(sql`update payments set actual_amount = actual_amount + 1 where id like '%1' and status = 'confirmed'`)
  await run(sql`update payments set status = 'confirmed', actual_amount = 3 where id like '%20'`)
  await run(sql`update payments set payment_method = 'cash' where id like '%33'`)
  await run(sql`delete from payments where id like '%5'`)
})
afterAll(() => database.close())

async function readAll(from: number, until: number) {
  const found = await database.read.execute(sql`
    select payment_method as "paymentMethod", sum(actual_amount)::float8 as sum, count(*)::float8 as count from payments
    where status = 'confirmed' and updated_at >= ${new Date(from).toISOString()} and updated_at < ${new Date(until).toISOString()}
    group by 1 order by 1`)
  return rows<{ paymentMethod: string; sum: number; count: number }>(found)
}

const ofSpan = (sums: readonly Confirmed[], wanted: number) =>
  sums.filter(({ span }) => span === wanted).map(({ paymentMethod, sum, count }) => ({ paymentMethod, sum, count }))

it.each([
  'Europe/Tallinn',
  'UTC',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
])('each month of a year is what its payments add up to, in %s', async (zone) => {
  const starts = monthStarts(zone, 2026)
  const months = starts.slice(0, -1).map((from, index) => ({ from, until: starts[index + 1] ?? from }))
  const sums = await confirmedWithin(database.read, months)
  for (const [span, { from, until }] of months.entries()) {
    const ofMonth = ofSpan(sums, span)
    expect(ofMonth).toEqual(await readAll(from, until))
    expect(ofMonth).toHaveLength(3)
  }
})

it('a span may begin and end anywhere', async () => {
  const { from, until } = monthRange('Europe/Tallinn', '2026-10')
  const spans = [1, 3, 23, 24, 25, 49].flatMap((hours) =>
    [0, 1, 5, 22].map((later) => ({ from: from + later * HOUR, until: from + (later + hours) * HOUR })),
  )
  const sums = await confirmedWithin(database.read, [...spans, { from, until }, { from, until: from }])
  for (const [span, { from, until }] of spans.entries()) {
    const found = ofSpan(sums, span)
    expect(found).toEqual(await readAll(from, until))
  }
  expect(sums.filter(({ span }) => span === spans.length + 1)).toEqual([])
})
