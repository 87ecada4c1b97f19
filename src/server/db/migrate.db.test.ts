import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testEngine } from '#server/testing/database.ts'
import { databaseOver, rows } from './database.ts'
import { StartRefused } from './errors.ts'
import { migrate, migrationsFolder } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const { engine, url } = await testEngine()
const database = databaseOver(engine)
afterAll(() => database.close())

const quiet = () => {}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-migrations-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

beforeEach(async () => {
  await database.transaction(async (tx) => {
    await tx.execute(sql`drop schema public cascade`)
    await tx.execute(sql`create schema public`)
  })
  fs.rmSync(folder, { recursive: true })
  fs.mkdirSync(folder)
})

/** Writes a migration as the generator does. */
function migration(name: string, ...statements: string[]) {
  fs.writeFileSync(path.join(folder, `${name}.sql`), statements.join('--> statement-breakpoint\n'))
}

async function names(query: ReturnType<typeof sql>): Promise<string[]> {
  return rows<{ name: string }>(await database.read.execute(query)).map((row) => row.name)
}
const tables = () => names(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
const applied = () => names(sql`select name from migrations order by name`)

test('each migration is applied once, in the order of their names', async () => {
  migration('0000_first', 'create table a (id int)', 'insert into a values (1)')
  await migrate(engine, quiet, folder)
  migration('0001_second', 'alter table a add column n int')
  await migrate(engine, quiet, folder)
  await migrate(engine, quiet, folder)
  expect(rows(await database.read.execute(sql`select * from a`))).toEqual([{ id: 1, n: null }])
  expect(await applied()).toEqual(['0000_first', '0001_second'])
})

test.each([0, 1, 2])('interrupted at statement %i, nothing of it stays, and the next start does all', async (at) => {
  const statements = ['create table a (id int)', 'create table b (id int)', 'insert into a values (1)']
  migration('0000_first', 'create table before_it (id int)')
  migration('0001_second', ...statements.toSpliced(at, 0, 'select 1 / 0'))
  await expect(migrate(engine, quiet, folder)).rejects.toThrow()
  expect(await tables()).toEqual(['before_it', 'migrations'])
  migration('0001_second', ...statements)
  await migrate(engine, quiet, folder)
  expect(await tables()).toEqual(['a', 'b', 'before_it', 'migrations'])
})

test('a database of a newer version is refused in one line, and not touched', async () => {
  migration('0000_first', 'create table a (id int)')
  migration('0001_newer', 'create table b (id int)')
  await migrate(engine, quiet, folder)
  fs.rmSync(path.join(folder, '0001_newer.sql'))
  migration('0000_other', 'create table c (id int)')
  await expect(migrate(engine, quiet, folder)).rejects.toThrow(
    /newer version of this program \(it has 0001_newer\)[^\n]*$/,
  )
  expect(await tables()).toEqual(['a', 'b', 'migrations'])
})

test('a migration that was changed after it was applied is refused; other line ends are no change', async () => {
  migration('0000_first', 'create table a (\n id int)')
  await migrate(engine, quiet, folder)
  migration('0000_first', 'create table a (\r\n id int)')
  await migrate(engine, quiet, folder)
  migration('0000_first', 'create table a (id bigint)')
  await expect(migrate(engine, quiet, folder)).rejects.toThrow('0000_first was changed after it was applied')
})

test('the log lines of an older studio stay, and each is one', async () => {
  await migrate(engine, quiet, migrationsFolder(), 10)
  const line = { channel: 'auth', level: 'warning', message: 'Sign-in failed.', createdAt: '2026-03-10T10:00:00Z' }
  const write = async (lines: object[]) => {
    const written = sql`select write_logs(${JSON.stringify(lines)}::jsonb) as name`
    expect(rows(await database.transaction((tx) => tx.execute(written)))).toEqual([{ name: null }])
  }
  await write([line, line])
  await migrate(engine, quiet)
  // a server of the older version may still run beside this one
  await write([line])
  await write([{ ...line, countedAs: 'a key' }])
  await write([{ ...line, countedAs: 'a key' }])
  expect(await names(sql`select message || count as name from logs order by id`)).toEqual([
    ...Array.from({ length: 3 }, () => 'Sign-in failed.1'),
    'Sign-in failed.2',
  ])
})

test('tables of a migration note their changes from the start', async () => {
  migration('0000_first', 'create table a (user_id text)', 'create table b (id int)', 'create table users (id text)')
  await migrate(engine, quiet, folder)
  const triggers = sql`select tgrelid::regclass || ' ' || tgname as name from pg_trigger
    where not tgisinternal and tgname like '%row%' order by 1`
  const expected = ['a note_change_of_row_by_user_id', 'b note_change_of_row', 'users note_change_of_row_by_id']
  expect(await names(triggers)).toEqual(expected)
})

test.each([
  ['the server lacks', 'nowhere', 'select 1'],
  ['this role may not add', 'pg_trgm', 'set local role pg_monitor'],
])('an extension that %s is asked for in one line', async (_, name, before) => {
  await database.transaction((tx) => tx.execute(sql`grant usage on schema public to pg_monitor`))
  migration('0000_first', before, `CREATE EXTENSION IF NOT EXISTS ${name};`)
  await expect(migrate(engine, quiet, folder)).rejects.toThrow(
    new StartRefused(
      `The database lacks the extension ${name}, and it could not be added: install PostgreSQL's contrib modules on its ` +
        `server, run "create extension ${name}" in this database as its owner or a superuser, and start again.`,
    ),
  )
})

test('whoever was there before names were folded is found as those who come later', async () => {
  await migrate(engine, quiet, undefined, 12)
  const add = (id: string, name: string) =>
    database.transaction((tx) =>
      tx.execute(sql`insert into users (id, email, display_name, family_name, dob, created_at)
        values (${id}, ${`${id}@example.ee`}, ${name}, 'Tamm', '2005-05-05', now())`),
    )
  await add('a', 'Čakste')
  await migrate(engine, quiet)
  await add('b', 'ИВАН')
  const found = rows(await database.read.execute(sql`select search from users order by id`))
  expect(found).toEqual([{ search: 'cakste tamm a@example.ee' }, { search: 'иван tamm b@example.ee' }])
})

test.runIf(url)('processes that start at once take turns, and each migration is applied once', async () => {
  migration('0000_first', 'create table a (id int)', 'select pg_sleep(0.2)')
  migration('0001_second', 'insert into a values (1)', 'select pg_sleep(0.1)')
  const others = await Promise.all([1, 2, 3].map(() => openPostgres(url!, 2, quiet)))
  const lines: string[] = []
  await Promise.all([engine, ...others].map((one) => migrate(one, (line) => lines.push(line), folder)))
  await Promise.all(others.map((one) => one.close()))
  expect(rows(await database.read.execute(sql`select * from a`))).toEqual([{ id: 1 }])
  expect(lines).toEqual(['Migrating the database: 0000_first', 'Migrating the database: 0001_second'])
})

test.runIf(url)('a process killed while it migrates leaves nothing that stops the next', async () => {
  migration('0000_first', 'create table a (id int)', 'select pg_terminate_backend(pg_backend_pid())')
  await expect(migrate(engine, quiet, folder)).rejects.toThrow()
  migration('0000_first', 'create table a (id int)')
  await migrate(engine, quiet, folder)
  expect(await tables()).toEqual(['a', 'migrations'])
})
