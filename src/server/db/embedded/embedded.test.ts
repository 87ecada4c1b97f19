import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { runChild } from '#server/testing/child.ts'
import { openDatabase, rows, type Database } from '../database.ts'
import { engineCode } from './engineCode.ts'
import { DatabaseUnavailable, StartRefused } from '../errors.ts'

/** Timeout (ms) of a first start on a busy computer. */
const BUSY = 4 * 60_000

/** A data folder made by a first start before these tests. */
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
/** A new copy of that folder, with a table for notes. */
function copy(): string {
  const dataDir = path.join(home, `copy-${copies++}`)
  fs.cpSync(withNotes, dataDir, { recursive: true })
  return dataDir
}

const add = (database: Database, id: number) =>
  database.transaction((tx) => tx.execute(sql`insert into notes values (${id}, 'x')`))
const ids = async (database: Database) =>
  rows<{ id: number }>(await database.read.execute(sql`select id from notes order by id`)).map((row) => row.id)

test('the data folder is readable by its owner only', () => {
  expect(fs.statSync(made).mode & 0o77).toBe(0)
  expect(fs.statSync(path.join(made, 'db')).mode & 0o77).toBe(0)
})

test('the database folder is readable by its owner only, even in an existing data folder that is open to all', async () => {
  const dataDir = copy()
  const folder = path.join(dataDir, 'db')
  for (const open of [dataDir, folder]) fs.chmodSync(open, 0o755)
  await (await openDatabase({ dataDir })).close()
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
})

test('refuses a second server on the same folder, without disturbing the first', async () => {
  const dataDir = copy()
  const first = await openDatabase({ dataDir })
  await expect(openDatabase({ dataDir })).rejects.toThrow(/^The data folder .* is already in use by another process/)
  await add(first, 1)
  expect(await ids(first)).toEqual([1])
  await first.close()
  await (await openDatabase({ dataDir })).close()
})

test('refuses a folder of another major version with instructions, without changing it', async () => {
  const dataDir = copy()
  fs.writeFileSync(path.join(dataDir, 'db/PG_VERSION'), '17\n')
  const opening = openDatabase({ dataDir })
  await expect(opening).rejects.toBeInstanceOf(StartRefused)
  await expect(opening).rejects.toThrow(/is of PostgreSQL 17, this program has 18: make a backup .* restore/)
})

test('the engine has the version that folders are checked for', async () => {
  const dataDir = copy()
  const database = await openDatabase({ dataDir })
  const [found] = rows<{ major: number }>(
    await database.read.execute(sql`select current_setting('server_version_num')::int / 10000 as major`),
  )
  expect(String(found?.major)).toBe(fs.readFileSync(path.join(dataDir, 'db/PG_VERSION'), 'utf8').trim())
  await database.close()
})

test('drops the template databases, also those that an earlier version kept', async () => {
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

const RESTORE = /Move it away, then restore a backup into an empty place: npm run restore -- FILE$/
const NOISE = Buffer.alloc(8192, 7)
const segmentsIn = (folder: string) =>
  fs.readdirSync(path.join(folder, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))

test.each<[string, RegExp, (folder: string) => void]>([
  ['control file', /incompatible|pg_control/, (db) => fs.writeFileSync(path.join(db, 'global/pg_control'), NOISE)],
  ['missing control file', /there is no \S+pg_control/, (db) => fs.rmSync(path.join(db, 'global/pg_control'))],
  ['missing version', /there is no \S+PG_VERSION/, (db) => fs.rmSync(path.join(db, 'PG_VERSION'))],
  [
    'missing log',
    /could not locate a valid checkpoint record at/,
    (db) => segmentsIn(db).forEach((name) => fs.rmSync(path.join(db, 'pg_wal', name))),
  ],
  ['missing tables', /"base\/\d+" is missing/, (db) => fs.rmSync(path.join(db, 'base'), { recursive: true })],
  [
    'list of tables',
    /invalid page in block 0 of relation/,
    (db) => {
      const [only = ''] = fs.readdirSync(path.join(db, 'base'))
      fs.writeFileSync(path.join(db, 'base', only, '1259'), NOISE)
    },
  ],
])('refuses a damaged folder (%s) in one line that says what is damaged and what helps', async (_, what, damage) => {
  const dataDir = copy()
  damage(path.join(dataDir, 'db'))
  const opening = openDatabase({ dataDir })
  await expect(opening).rejects.toBeInstanceOf(StartRefused)
  await expect(opening).rejects.toThrow(/^The database in \S+ is damaged: [^\n]*$/)
  await expect(opening).rejects.toThrow(what)
  await expect(opening).rejects.toThrow(RESTORE)
  // the lock has been released again
  await expect(openDatabase({ dataDir })).rejects.toThrow(RESTORE)
})

test('a disk error while opening is not reported as damage', async () => {
  const dataDir = copy()
  const failing = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw new Error('disk gone')
  })
  const refused = await openDatabase({ dataDir }).catch((error: unknown) => error)
  failing.mockRestore()
  expect(refused).toBeInstanceOf(StartRefused)
  expect(String(refused)).toMatch(/The database in \S+ cannot be opened: [^\n]*I\/O error/)
  await (await openDatabase({ dataDir })).close()
})

describe('after a kill with a long write-ahead log', () => {
  const SEGMENT = 16 * 1024 * 1024
  const positionIn = async (database: Database) =>
    rows<{ at: number }>(
      await database.read.execute(sql`select (pg_current_wal_insert_lsn() - '0/0')::float8 as at`),
    )[0]?.at ?? 0

  /** A folder after a kill, and the first full page of the log after the first note was stored. */
  async function killed(): Promise<{ dataDir: string; page: number }> {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const live = copy()
    const database = await openDatabase({ dataDir: live })
    await add(database, 1)
    const page = Math.ceil((await positionIn(database)) / NOISE.length) * NOISE.length
    for (let id = 2; id < 500; id++) await add(database, id)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(fs.existsSync(path.join(live, 'db/studio.position'))).toBe(true), 10_000)
    const dataDir = path.join(home, `killed-${copies++}`)
    fs.cpSync(path.join(live, 'db'), path.join(dataDir, 'db'), { recursive: true })
    await database.close()
    vi.useRealTimers()
    return { dataDir, page }
  }

  test('nothing is lost', async () => {
    const { dataDir } = await killed()
    const database = await openDatabase({ dataDir })
    expect(await ids(database)).toHaveLength(499)
    await database.close()
  })

  test('a log damaged in the middle refuses the start until the operator allows it', async () => {
    const { dataDir, page } = await killed()
    const number = Math.floor(page / SEGMENT)
      .toString(16)
      .toUpperCase()
    const segment = fs.openSync(path.join(dataDir, 'db/pg_wal', `00000001${number.padStart(16, '0')}`), 'r+')
    fs.writeSync(segment, NOISE, 0, NOISE.length, page % SEGMENT)
    fs.closeSync(segment)
    for (let time = 0; time < 2; time++) {
      await expect(openDatabase({ dataDir })).rejects.toThrow(
        /^The database in \S+ has lost changes [^\n]* npm run restore -- FILE\. Or delete [^\n]*studio.position to go on [^\n]*$/,
      )
    }
    fs.rmSync(path.join(dataDir, 'db/studio.position'))
    const database = await openDatabase({ dataDir })
    // PostgreSQL itself says nothing about the lost ones
    expect((await ids(database)).length).toBeLessThan(499)
    await database.close()
  })
})

test('opens a folder despite leftovers of a crash', async () => {
  const dataDir = copy()
  fs.writeFileSync(path.join(dataDir, 'db/postmaster.pid'), '')
  await (await openDatabase({ dataDir })).close()
})

test(
  'an interrupted first start begins again',
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

test('acknowledged commits survive a kill of the process', async () => {
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

test('vacuums tables after many changes while calls go on', async () => {
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

test('vacuums only changed tables, and postpones ANALYZE under load', async () => {
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

test('recovers by itself after a failed write, with all acknowledged commits', async () => {
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
