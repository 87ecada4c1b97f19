import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { DurableDisk } from '#server/testing/torture/durableDisk.ts'
import { engineCode } from './engineCode.ts'
import { DatabaseUnavailable } from '../errors.ts'
import { SYNCING_START_PARAMS, SyncingNodeFS, syncFiles, syncTree } from './syncingFiles.ts'

/** Timeout (ms) of opening the folder several times on a busy computer. */
const BUSY = 4 * 60_000

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sync-'))
let syncs = vi.spyOn(fs, 'fsyncSync')

/** Opens an unmodified PGlite, except for `options`. */
const open = async (options: PGliteOptions = {}) =>
  PGlite.create({ fs: new NodeFS(path.join(folder, 'db')), pgliteWasmModule: await engineCode(), ...options })

beforeAll(async () => {
  fs.cpSync(path.join(inject('embedded').bare, 'db'), path.join(folder, 'db'), { recursive: true })
  const made = await open()
  await made.exec('create table notes (id int)')
  await made.close()
  return () => fs.rmSync(folder, { recursive: true })
})
beforeEach(() => {
  syncs = vi.spyOn(fs, 'fsyncSync')
})
afterEach(() => {
  vi.restoreAllMocks()
})

const syncing = { startParams: SYNCING_START_PARAMS }
const openSyncing = () => open({ ...syncing, fs: new SyncingNodeFS(path.join(folder, 'db')) })

/** Number of file syncs by each of these statements. */
async function syncsOf(pglite: PGlite, ...statements: string[]): Promise<number[]> {
  const counts: number[] = []
  for (const statement of statements) {
    syncs.mockClear()
    await pglite.exec(statement)
    counts.push(syncs.mock.calls.length)
  }
  await pglite.close()
  return counts
}

const STATEMENTS = ['insert into notes values (1)', 'insert into notes values (2)', 'select * from notes', 'checkpoint']

test('syncs every commit to the disk before it is acknowledged', async () => {
  const pglite = await openSyncing()
  const [first, second, reading, checkpoint] = await syncsOf(pglite, ...STATEMENTS)
  expect(first).toBeGreaterThanOrEqual(1)
  expect(second).toBe(1)
  expect(reading).toBe(0)
  expect(checkpoint).toBeGreaterThan(1)
})

test('does not sync temporary files of data too large for memory', async () => {
  const pglite = await openSyncing()
  const sorting =
    'select * from (select repeat(g::text, 20) as t from generate_series(1, 20000) g order by 1) s limit 1'
  await pglite.exec(`set work_mem = '64kB'`)
  const [, ...counts] = await syncsOf(pglite, sorting, sorting, sorting)
  expect(counts).toEqual([0, 0])
})

test('an unmodified PGlite syncs nothing, which is why the file system is replaced', async () => {
  const pglite = await open()
  expect(await syncsOf(pglite, ...STATEMENTS)).toEqual([0, 0, 0, 0])
})

test('needs both the file system and the start parameters', async () => {
  const withoutParameters = await open({ fs: new SyncingNodeFS(path.join(folder, 'db')) })
  const [insert] = await syncsOf(withoutParameters, STATEMENTS[0]!)
  expect(insert).toBe(0)
  const withoutFiles = await open(syncing)
  expect(await syncsOf(withoutFiles, ...STATEMENTS)).toEqual([0, 0, 0, 0])
})

test('does not acknowledge a commit whose sync failed, and writes nothing more', async () => {
  const pglite = await openSyncing()
  syncs.mockImplementation(() => {
    throw new Error('disk gone')
  })
  await expect(pglite.exec('insert into notes values (3)')).rejects.toBeInstanceOf(DatabaseUnavailable)
  syncs.mockRestore()
  await expect(pglite.exec('insert into notes values (4)')).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expect(pglite.query('select 1')).rejects.toBeInstanceOf(DatabaseUnavailable)
  const reopened = await openSyncing()
  const { rows } = await reopened.query<{ id: number }>('select id from notes order by id')
  expect(rows.filter(({ id }) => id !== 3)).toEqual(rows.filter(({ id }) => id < 3))
  await reopened.close()
})

const DESCRIPTORS = '/proc/self/fd'
const openIn = (home: string) =>
  fs.readdirSync(DESCRIPTORS).filter((number) => {
    const file = path.join(DESCRIPTORS, number)
    return fs.existsSync(file) && fs.readlinkSync(file).startsWith(home)
  })

test.skipIf(!fs.existsSync(DESCRIPTORS))('closes all files of an engine that stopped itself', async () => {
  const pglite = await openSyncing()
  await pglite.exec('select count(*) from notes')
  const before = openIn(folder)
  syncs.mockImplementation(() => {
    throw new Error('disk gone')
  })
  await expect(pglite.exec('insert into notes values (3)')).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(before).not.toEqual([])
  expect(openIn(folder)).toEqual([])
})

/** A copy of the open folder after some work, as a kill would leave it. */
async function killed(): Promise<string> {
  const copy = path.join(folder, 'killed')
  const pglite = await openSyncing()
  await pglite.exec('insert into notes select generate_series(10, 500)')
  fs.rmSync(copy, { recursive: true, force: true })
  fs.cpSync(path.join(folder, 'db'), copy, { recursive: true })
  await pglite.close()
  return copy
}

/** Number of files that the main thread syncs, one after the other, while opening the folder. */
async function syncsToOpen(copy: string, onDisk?: Set<string>): Promise<number> {
  syncs.mockClear()
  const pglite = await open({ ...syncing, fs: new SyncingNodeFS(copy, onDisk) })
  const count = syncs.mock.calls.length
  await pglite.close()
  return count
}

test(
  'after a kill, syncs all files in other threads, and again only those written later',
  async () => {
    const copy = await killed()
    const aside = vi.spyOn(fs, 'fsync')
    const onDisk = await syncFiles(copy)
    expect(aside).toHaveBeenCalledTimes(onDisk.size)
    expect(onDisk.size).toBeGreaterThan(300)
    expect(onDisk).toContain(path.join(copy, 'global/pg_control'))
    const again = await syncsToOpen(copy, onDisk)
    // the write-ahead log, the control file and what was replayed, and folders
    expect(again).toBeGreaterThan(10)
    expect(again).toBeLessThan(100)
    expect(onDisk).not.toContain(path.join(copy, 'global/pg_control'))
    expect(await syncsToOpen(await killed())).toBeGreaterThan(700)
  },
  BUSY,
)

test(
  'refuses to open a folder with a file that could not be synced',
  async () => {
    const copy = await killed()
    vi.spyOn(fs, 'fsync').mockImplementationOnce((_descriptor, done) => done(new Error('disk gone')))
    await expect(syncFiles(copy)).rejects.toThrow('disk gone')
  },
  BUSY,
)

test(
  'syncs a file again after each change, even if it counted as synced',
  async () => {
    const onDisk = await syncFiles(path.join(folder, 'db'))
    const files = new SyncingNodeFS(path.join(folder, 'db'), onDisk)
    const pglite = await open({ ...syncing, fs: files })
    const [first, second, , checkpoint] = await syncsOf(pglite, ...STATEMENTS)
    expect(first).toBeGreaterThanOrEqual(1)
    expect(second).toBe(1)
    expect(checkpoint).toBeGreaterThan(1)
  },
  BUSY,
)

/** PostgreSQL's own operations on files. */
interface EngineFiles {
  writeFile(file: string, text: string): void
  truncate(file: string, length: number): void
  ftruncate(descriptor: number, length: number): void
  open(file: string, flags: string): { fd: number }
  close(stream: { fd: number }): void
  rename(file: string, to: string): void
  unlink(file: string): void
}

test('any change of a file removes it from the files known to be synced', async () => {
  const onDisk = new Set<string>()
  const home = path.join(folder, 'db')
  const files = new SyncingNodeFS(home, onDisk)
  const pglite = await open({ ...syncing, fs: files })
  const { FS } = pglite.Module as unknown as { FS: EngineFiles }
  const at = (name: string) => `/pglite/data/${name}`
  const stillOnDisk = (change: (name: string) => void, ...names: string[]) => {
    FS.writeFile(at('one'), 'some text')
    for (const name of ['one', ...names]) onDisk.add(path.join(home, name))
    change(at('one'))
    const left = [...onDisk]
    onDisk.clear()
    return left
  }
  expect(stillOnDisk(() => {})).toHaveLength(1)
  expect(stillOnDisk((one) => FS.writeFile(one, 'another'))).toEqual([])
  expect(stillOnDisk((one) => FS.truncate(one, 1))).toEqual([])
  expect(stillOnDisk((one) => FS.close(FS.open(one, 'r+')))).toHaveLength(1)
  const truncated = (one: string) => {
    const stream = FS.open(one, 'r+')
    FS.ftruncate(stream.fd, 1)
    FS.close(stream)
  }
  expect(stillOnDisk(truncated)).toEqual([])
  expect(stillOnDisk((one) => FS.rename(one, at('two')), 'two')).toEqual([])
  const again = (one: string) => {
    FS.unlink(one)
    FS.close(FS.open(one, 'w'))
  }
  expect(stillOnDisk(again)).toEqual([])
  onDisk.add(path.join(home, 'one'))
  files.opened()
  expect(onDisk.size).toBe(0)
  await pglite.close()
})

/** The database after a power cut following these statements; a file whose name was not synced is gone. */
async function cutAfter(...statements: string[]): Promise<PGlite> {
  const home = fs.mkdtempSync(path.join(folder, 'cut-'))
  fs.cpSync(path.join(folder, 'db'), path.join(home, 'disk/db'), { recursive: true })
  const disk = new DurableDisk(path.join(home, 'disk'), path.join(home, 'store'))
  const stop = disk.record()
  try {
    const pglite = await open({ ...syncing, fs: new SyncingNodeFS(path.join(home, 'disk/db')) })
    for (const statement of statements) await pglite.exec(statement)
    disk.cut(path.join(home, 'left'), false)
    await pglite.close()
  } finally {
    stop()
  }
  return open({ ...syncing, fs: new SyncingNodeFS(path.join(home, 'left/db')) })
}

test.each<[string, string[]]>([
  ['a table that was made', ['create table fresh as select 1 as id', 'checkpoint']],
  [
    'a part of the log that was begun',
    ['create table fresh (id int)', 'select pg_switch_wal()', 'insert into fresh values (1)'],
  ],
  [
    'a part of the log that was used again',
    [
      'create table fresh (id int)',
      'select pg_switch_wal()',
      'checkpoint',
      'select pg_switch_wal()',
      'checkpoint',
      'insert into fresh values (1)',
    ],
  ],
])(
  '%s still has its name after a power cut',
  async (_, statements) => {
    const left = await cutAfter(...statements)
    expect((await left.query('select id from fresh')).rows).toEqual([{ id: 1 }])
    await left.close()
  },
  BUSY,
)

test('syncs a whole tree, including folders', () => {
  const tree = path.join(folder, 'tree')
  fs.mkdirSync(path.join(tree, 'a/b'), { recursive: true })
  for (const file of ['1', 'a/2', 'a/b/3']) fs.writeFileSync(path.join(tree, file), '')
  syncTree(tree)
  expect(syncs).toHaveBeenCalledTimes(6)
})
