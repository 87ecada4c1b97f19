import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { signal } from '#server/testing/signal.ts'
import { takeChanges, trackChanges } from './triggers.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { savepoint } from '#server/testing/savepoint.ts'
import { payments, receipts } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { contentOf, linesOf, rowsOf, topicsFor } from './topics.ts'

const database = await testDatabase()
afterAll(() => database.close())

beforeAll(() =>
  database.transaction(async (tx) => {
    await tx.execute(sql`create table owned (id text primary key, user_id text, n int)`)
    await tx.execute(sql`create table "plainThings" (id int primary key, n int)`)
    await trackChanges(tx)
    await trackChanges(tx)
  }),
)
beforeEach(() =>
  database.transaction(async (tx) => {
    await tx.execute(sql`delete from owned`)
    await tx.execute(sql`delete from "plainThings"`)
  }),
)

const topicsOf = (work: (tx: Tx) => Promise<unknown>) =>
  database.transaction(async (tx) => {
    await work(tx)
    return (await takeChanges(tx)).toSorted()
  })

test("a change announces its table and the row's person, each once", async () => {
  const topics = await topicsOf(async (tx) => {
    await tx.execute(sql`insert into owned values ('1', 'ann', 0), ('2', 'ann', 0), ('3', 'bob', 0), ('4', null, 0)`)
    await tx.execute(sql`update owned set n = 1`)
    await tx.execute(sql`insert into "plainThings" values (1, 0)`)
  })
  expect(topics).toEqual(['owned', 'owned:ann', 'owned:bob', 'plainThings'])
})

test('moving a row to another person announces both people', async () => {
  await topicsOf((tx) => tx.execute(sql`insert into owned values ('1', 'ann', 0)`))
  expect(await topicsOf((tx) => tx.execute(sql`update owned set user_id = 'bob'`))).toEqual([
    'owned',
    'owned:ann',
    'owned:bob',
  ])
})

test('a row of an account and a person announces both, and so does an account', async () => {
  const topics = await topicsOf(async (tx) => {
    await tx.execute(sql`insert into people (id, display_name, family_name, dob, created_at)
      values ('kid', 'Kid', 'Tamm', '2015-01-01', now()), ('eve', 'Eve', 'Tamm', '1990-01-01', now())`)
    await tx.execute(
      sql`insert into accounts (id, person_id, email, created_at) values ('a', 'eve', 'eve@example.ee', now())`,
    )
    await tx.execute(sql`insert into guardians values ('a', 'kid', true, true, true, now())`)
  })
  const named = topics.filter((topic) => /^(accounts|guardians)/.test(topic))
  expect(named).toEqual([
    'accounts',
    'accounts:a',
    'accounts:content',
    'accounts:eve',
    'guardians',
    'guardians:a',
    'guardians:kid',
  ])
})

test('a person whose id is the start of another id is still announced', async () => {
  const topics = await topicsOf((tx) => tx.execute(sql`insert into owned values ('1', 'annabel', 0), ('2', 'ann', 0)`))
  expect(topics).toEqual(['owned', 'owned:ann', 'owned:annabel'])
})

test('a statement that matches no row announces nothing', async () => {
  expect(await topicsOf((tx) => tx.execute(sql`update owned set n = 1`))).toEqual([])
})

test('a change rolled back to a savepoint is not announced', async () => {
  const topics = await topicsOf(async (tx) => {
    const undone = savepoint(tx, async (part) => {
      await part.execute(sql`insert into "plainThings" values (1, 0)`)
      throw new Error('undo')
    })
    await undone.catch(() => {})
  })
  expect(topics).toEqual([])
})

test('each transaction starts without topics', async () => {
  await topicsOf((tx) => tx.execute(sql`insert into "plainThings" values (1, 0)`))
  expect(await topicsOf((tx) => tx.execute(sql`select 1`))).toEqual([])
})

test('changes of very many people are announced as "everything"', async () => {
  const many = sql`insert into owned select g, 'person-' || g, 0 from generate_series(1, 5000) g`
  expect(await topicsOf((tx) => tx.execute(many))).toEqual(['*'])
})

test('truncating a table announces it', async () => {
  expect(await topicsOf((tx) => tx.execute(sql`truncate owned`))).toEqual(['owned'])
})

test('a change of a person announces that person', async () => {
  const topics = await topicsOf(async (tx) => {
    await tx.execute(sql`insert into people (id, display_name, family_name, dob, created_at)
      values ('ann', 'Ann', 'Tamm', '2000-01-01', now())`)
    await tx.execute(sql`update people set id = 'anna' where id = 'ann'`)
  })
  expect(topics).toEqual(['people', 'people:ann', 'people:anna'])
})

test('updating bookkeeping columns does not announce the content topic', async () => {
  const day = sql`'2026-11-21T18:00:00Z'::timestamptz`
  const added = await topicsOf((tx) =>
    tx.execute(sql`
      insert into schedule (id, class_name, categories, starts_at, ends_at, max_participants, created_at, updated_at)
      values ('e', 'Girls beginners', '{}', ${day}, ${day} + interval '1 hour', 10, ${day}, ${day})`),
  )
  expect(added).toEqual(['schedule', 'schedule:content'])
  const counted = sql`update schedule set registered_count = 1, updated_at = now()`
  expect(await topicsOf((tx) => tx.execute(counted))).toEqual(['schedule'])
  const moved = sql`update schedule set starts_at = starts_at - interval '1 hour', updated_at = now()`
  expect(await topicsOf((tx) => tx.execute(moved))).toEqual(['schedule', 'schedule:content'])
  expect(await topicsOf((tx) => tx.execute(sql`delete from schedule`))).toEqual(['schedule', 'schedule:content'])
})

test('a column added later belongs to the content topic', async () => {
  const day = sql`'2026-11-21T18:00:00Z'::timestamptz`
  let topics: string[] = []
  await database
    .transaction(async (tx) => {
      await tx.execute(sql`
        insert into schedule (id, class_name, categories, starts_at, ends_at, max_participants, created_at, updated_at)
        values ('later', 'Girls beginners', '{}', ${day}, ${day} + interval '1 hour', 10, ${day}, ${day})`)
      await tx.execute(sql`alter table schedule add column room text`)
      await trackChanges(tx)
      await tx.execute(sql`select set_config('studio.changed', '', true)`)
      await tx.execute(sql`update schedule set room = 'small'`)
      topics = (await takeChanges(tx)).toSorted()
      throw new Error('undo')
    })
    .catch(() => {})
  expect(topics).toEqual(['schedule', 'schedule:content'])
})

test('untracked tables announce nothing', async () => {
  const topics = await topicsOf(async (tx) => {
    await tx.execute(sql`create table if not exists outbox (id int)`)
    await tx.execute(sql`delete from outbox`)
  })
  expect(topics).toEqual([])
})

test("removes an earlier version's triggers from a table that is no longer tracked", async () => {
  const left = await database.transaction(async (tx) => {
    await tx.execute(sql`create trigger note_change_of_row after insert on "paymentHistory"
      for each row execute function note_change()`)
    await trackChanges(tx)
    return rows(
      await tx.execute(sql`
      select from pg_trigger where tgrelid = '"paymentHistory"'::regclass and tgname like 'note%'`),
    )
  })
  expect(left).toEqual([])
})

test.runIf(database.engine === 'postgres')('the database itself announces an edit from outside', async () => {
  const heard: string[] = []
  const told = signal()
  database.listen((topics) => {
    heard.push(...topics)
    told.fire()
  })
  const outside = new pg.Client({ connectionString: database.url })
  await outside.connect()
  await outside.query(`insert into owned values ('9', 'eve', 0)`)
  await outside.end()
  await told.fired
  expect(heard.toSorted()).toEqual(['owned', 'owned:eve'])
})

test('a query can only name topics that are announced: anything else does not compile', () => {
  expect(topicsFor([payments, rowsOf(payments.payerId, 'ann'), contentOf(schedule), linesOf('auth')])).toEqual([
    'payments',
    'payments:ann',
    'schedule:content',
    'logs:auth',
  ])
  // @ts-expect-error payments have owner columns, and item_id is none
  rowsOf(payments.itemId, 'entry')
  // @ts-expect-error payments has no bookkeeping columns
  contentOf(payments)
  // @ts-expect-error a plain string is neither a table nor a topic
  topicsFor(['payments'])
  expect(() => topicsFor([receipts])).toThrow('Changes of receipts are not announced.')
})
