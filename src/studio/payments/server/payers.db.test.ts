import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rows } from '#server/db/database.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { signal } from '#server/testing/signal.ts'

let database: TestDatabase
const run = (statement: ReturnType<typeof sql>) => database.transaction((tx) => tx.execute(statement))
const searchOf = async (id: string) =>
  rows<{ search: string | null }>(await database.read.execute(sql`select search from payments where id = ${id}`))[0]
    ?.search
const sums = async () =>
  rows(await database.read.execute(sql`select xmin::text, * from "confirmedByDay" order by 2, 3`))

beforeAll(async () => {
  database = await testDatabase()
  await run(sql`insert into users (id, email, display_name, family_name, dob, created_at)
    values ('u', 'u@example.ee', 'Õie', 'Tamm', '2005-05-05', now())`)
  await run(sql`
    insert into payments (id, user_id, item, item_id, description, price, actual_amount, payment_method, status, deadline,
      created_at, updated_at)
    select 'p' || n, 'u', 'course', 'c', 'K-pop', 1500, case when n = 1 then 1500 end, 'cash',
      case when n = 1 then 'confirmed' else 'due' end, now(), now(), now()
    from generate_series(1, 4) n`)
})
afterAll(() => database.close())

const confirm = (id: string) =>
  run(sql`update payments set status = 'confirmed', actual_amount = 1500 where id = ${id}`)

it('a payment knows what its owner is found by from its confirmation on', async () => {
  expect(await Promise.all(['p1', 'p2'].map(searchOf))).toEqual(['õie tamm u@example.ee', null])
  await confirm('p2')
  expect(await searchOf('p2')).toBe('õie tamm u@example.ee')
})

it('another name of the owner is that of all that was ever confirmed, and changes no sum', async () => {
  await run(sql`update payments set status = 'due', actual_amount = null where id = 'p2'`)
  const before = await sums()
  await run(sql`update users set family_name = 'Kuusk' where id = 'u'`)
  expect(await Promise.all(['p1', 'p2', 'p3'].map(searchOf))).toEqual([
    'õie kuusk u@example.ee',
    'õie kuusk u@example.ee',
    null,
  ])
  expect(await sums()).toEqual(before)
})

it('who confirms while the name is being changed waits for the new one', async ({ skip }) => {
  if (!database.url) return skip('The embedded database belongs to one at a time.')
  const changed = signal()
  const goOn = signal()
  const renaming = database.transaction(async (tx) => {
    await tx.execute(sql`update users set family_name = 'Mänd' where id = 'u'`)
    changed.fire()
    await goOn.fired
  })
  await changed.fired
  const confirming = confirm('p4')
  await vi.waitFor(async () => {
    const waiting = await database.read.execute(sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    expect(waiting.rows).toHaveLength(1)
  })
  goOn.fire()
  await Promise.all([renaming, confirming])
  expect(await searchOf('p4')).toBe('õie mänd u@example.ee')
})
