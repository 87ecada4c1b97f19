import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { runChild } from '#server/testing/child.ts'
import { openDatabase, rows, type Database } from './database.ts'
import { engineCode } from './engineCode.ts'
import { DatabaseUnavailable, StartRefused } from './errors.ts'

/** Milliseconds for a first start on a computer that has much else to do. */
const BUSY = 4 * 60_000

/** What a first start made before these tests. */
const made = inject('embedded').bare
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-'))
const withNotes = path.join(home, 'notes')

beforeAll(async () => {
  fs.cpSync(inject('embedded').migrated, withNotes, { recursive: true })
  const database = await openDatabase({ dataDir: withNotes })
  await database.transaction(async (tx) => {
    await tx.execute(sql`create table notes (id int primary key, text text)`)
  })
  await database.close()
})
afterAll(() => fs.rmSync(home, { recursive: true }))

let copies = 0
/** A data folder of its own, with a table for notes. */
function copy(): string {
  const dataDir = path.join(home, `copy-${copies++}`)
  fs.cpSync(withNotes, dataDir, { recursive: true })
  return dataDir
}

const add = (database: Database, id: number) =>
  database.transaction((tx) => tx.execute(sql`insert into notes values (${id}, 'x')`))
const ids = async (database: Database) =>
  rows<{ id: number }>(await database.read.execute(sql`select id from notes order by id`)).map((row) => row.id)

test('the data folder is for its owner only', () => {
  expect(fs.statSync(made).mode & 0o77).toBe(0)
  expect(fs.statSync(path.join(made, 'db')).mode & 0o77).toBe(0)
})

test('the database is, also where the data folder was made before and is open to all', async () => {
  const dataDir = copy()
  const folder = path.join(dataDir, 'db')
  for (const open of [dataDir, folder]) fs.chmodSync(open, 0o755)
  await (await openDatabase({ dataDir })).close()
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
})

test('a second server on the same folder is refused, and the first is not disturbed', async () => {
  const dataDir = copy()
  const first = await openDatabase({ dataDir })
  await expect(openDatabase({ dataDir })).rejects.toThrow(/^The data folder .* is already in use by another process/)
  await add(first, 1)
  expect(await ids(first)).toEqual([1])
  await first.close()
  await (await openDatabase({ dataDir })).close()
})

test('a folder of another major version is refused with instructions, and not touched', async () => {
  const dataDir = copy()
  fs.writeFileSync(path.join(dataDir, 'db/PG_VERSION'), '17\n')
  const opening = openDatabase({ dataDir })
  await expect(opening).rejects.toBeInstanceOf(StartRefused)
  await expect(opening).rejects.toThrow(/is of PostgreSQL 17, this program has 18: make a backup .* restore/)
})

test('the engine is of the version that folders are checked for', async () => {
  const dataDir = copy()
  const database = await openDatabase({ dataDir })
  const [found] = rows<{ major: number }>(
    await database.read.execute(sql`select current_setting('server_version_num')::int / 10000 as major`),
  )
  expect(String(found?.major)).toBe(fs.readFileSync(path.join(dataDir, 'db/PG_VERSION'), 'utf8').trim())
  await database.close()
})

test('the databases that others are made of are dropped, also where an earlier version has kept them', async () => {
  const base = path.join(made, 'db/base')
  expect(fs.readdirSync(base)).toHaveLength(1)
  const old = copy()
  const pglite = await PGlite.create(path.join(old, 'db'), { pgliteWasmModule: await engineCode() })
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`create database ${name} template postgres is_template true`)
  }
  await pglite.close()
  expect(fs.readdirSync(path.join(old, 'db/base'))).toHaveLength(3)
  const database = await openDatabase({ dataDir: old })
  expect(fs.readdirSync(path.join(old, 'db/base'))).toHaveLength(1)
  expect(await database.healthy()).toBe(true)
  await database.close()
})

test('what a crash left behind does not keep the folder from opening', async () => {
  const dataDir = copy()
  fs.writeFileSync(path.join(dataDir, 'db/postmaster.pid'), '')
  await (await openDatabase({ dataDir })).close()
})

test(
  'an interrupted first start is begun anew',
  async () => {
    const fresh = path.join(home, 'fresh')
    fs.mkdirSync(path.join(fresh, 'db.unfinished'), { recursive: true })
    fs.writeFileSync(path.join(fresh, 'db.unfinished/PG_VERSION'), '18\n')
    const database = await openDatabase({ dataDir: fresh })
    expect(await database.healthy()).toBe(true)
    await database.close()
    expect(fs.readdirSync(fresh)).toEqual(['db'])
  },
  BUSY,
)

test('what was acknowledged survives the kill of the process', async () => {
  const dataDir = copy()
  const child = runChild(
    `import { openDatabase } from '#server/db/database.ts'
     import { sql } from 'drizzle-orm'
     const database = await openDatabase({ dataDir: process.argv[1] })
     for (let id = 1; ; id++) {
       await database.transaction((tx) => tx.execute(sql\`insert into notes values (\${id}, 'x')\`))
       console.log(id)
     }`,
    dataDir,
  )
  let last = 0
  while (last < 40) last = Number(await child.line())
  await child.kill()
  const database = await openDatabase({ dataDir })
  expect((await ids(database)).slice(0, last)).toEqual(Array.from({ length: last }, (_, i) => i + 1))
  await database.close()
})

test('after many changes the tables are tidied up while calls go on', async () => {
  const database = await openDatabase({ dataDir: copy() })
  const write = (statement: ReturnType<typeof sql>) => database.transaction((tx) => tx.execute(statement))
  await write(sql`insert into notes select g, 'x' from generate_series(1, 6000) g`)
  await write(sql`delete from notes where id > 10`)
  const analyzed = async () => {
    const found = await database.read.execute(sql`select reltuples as n from pg_class where relname = 'notes'`)
    return rows<{ n: number }>(found)[0]?.n
  }
  await expect.poll(analyzed, { timeout: 10_000 }).toBe(10)
  await database.close()
})

test('only tables that have changed are tidied up, and amid much work the planner can wait', async () => {
  const told = vi.spyOn(PGlite.prototype, 'exec')
  const database = await openDatabase({ dataDir: copy() })
  const steps = () =>
    told.mock.calls.map(([statement]) => statement).filter((one) => /^(vacuum|analyze|check)/.test(one))
  await database.transaction((tx) => tx.execute(sql`insert into notes select g, 'x' from generate_series(1, 30000) g`))
  await expect
    .poll(steps, { timeout: 10_000 })
    .toEqual(['vacuum public.notes', 'checkpoint', 'vacuum public.notes', 'analyze public.notes'])
  await database.close()
  told.mockRestore()
})

test('after a failed write the database is recovered by itself, with all that was acknowledged', async () => {
  const database = await openDatabase({ dataDir: copy() })
  await add(database, 1)
  const failing = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw new Error('disk gone')
  })
  await expect(add(database, 2)).rejects.toBeInstanceOf(DatabaseUnavailable)
  failing.mockRestore()
  await add(database, 3)
  expect((await ids(database)).filter((id) => id !== 2)).toEqual([1, 3])
  await database.close()
})
