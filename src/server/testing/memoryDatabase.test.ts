import { sql, type SQL } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { databaseOver, rows, type Database } from '#server/db/database.ts'
import { memoryDatabase } from './memoryDatabase.ts'

const open = async () => databaseOver(await memoryDatabase(inject('embedded').memory))
const ask = async <T>(database: Database, question: SQL) => rows<T>(await database.read.execute(question))
const write = (database: Database, ...statements: SQL[]) =>
  database.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement)
  })

/** Identifies a running database. */
const startOf = (database: Database) => ask(database, sql`select pg_postmaster_start_time()::text as at`)
const line = sql`insert into logs (channel, level, message, created_at) values ('auth', 'info', 'x', now())`

test('a released database is reused empty, with its sequences and settings reset', async () => {
  const first = await open()
  const settings = sql`select current_setting('work_mem') as memory`
  const usual = await ask(first, settings)
  const started = await startOf(first)
  await write(first, line, sql`insert into meta values ('a', 'b')`)
  await ask(first, sql`select set_config('work_mem', '123kB', false)`)
  expect(await ask(first, settings)).not.toEqual(usual)
  await first.close()

  const second = await open()
  expect(await startOf(second)).toEqual(started)
  expect(await ask(second, sql`select * from meta`)).toEqual([])
  expect(await ask(second, settings)).toEqual(usual)
  await write(second, line)
  expect(await ask(second, sql`select id from logs`)).toEqual([{ id: 1 }])
  await second.close()
})

test.each([
  ['changed and changed back', [sql`alter table meta rename to away`, sql`alter table away rename to meta`]],
  ['given another one beside them', [sql`create table proof (id int)`]],
  ['robbed of a trigger', [sql`alter table people disable trigger user`]],
])('a database whose tables were %s is not reused', async (_, statements) => {
  const first = await open()
  const started = await startOf(first)
  await write(first, ...statements)
  await first.close()
  const second = await open()
  expect(await startOf(second)).not.toEqual(started)
  await second.close()
})
