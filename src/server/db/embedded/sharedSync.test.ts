import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { openDatabase, rows, type Database, type Tx } from '../database.ts'
import { DatabaseUnavailable } from '../errors.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'shared-'))
let database: Database

beforeAll(async () => {
  fs.cpSync(inject('embedded').migrated, home, { recursive: true })
  database = await openDatabase({ dataDir: home })
  await database.transaction((tx) => tx.execute(sql`create table notes (id int primary key)`))
  await database.transaction((tx) => tx.execute(sql`create table once (id int unique deferrable initially deferred)`))
})
beforeEach(() => database.transaction((tx) => tx.execute(sql`truncate notes`)))
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await database.close()
  fs.rmSync(home, { recursive: true })
})

const insert = (tx: Tx, id: number) => tx.execute(sql`insert into notes values (${id})`)
const add = (id: number) => database.transaction((tx) => insert(tx, id))
const ids = async () =>
  rows<{ id: number }>(await database.read.execute(sql`select id from notes order by id`)).map(({ id }) => id)

/** Records syncs and resolved calls in order. */
function watched() {
  const seen: string[] = []
  // a busy machine would end the round by time: let this clock advance only a little per reading
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.001))
  const real = fs.fsyncSync
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    real(descriptor)
    seen.push('synced')
  })
  const told = async (name: string, work: Promise<unknown>) => {
    try {
      await work
      seen.push(name)
    } catch {
      seen.push(`${name} refused`)
    }
  }
  return { seen, told }
}

test('concurrent commits share one sync, and none resolves before it', async () => {
  const { seen, told } = watched()
  await Promise.all([1, 2, 3, 4, 5].map((id) => told('told', add(id))))
  expect(seen).toEqual(['synced', 'told', 'told', 'told', 'told', 'told'])
})

test('a single commit has its own sync', async () => {
  const { seen, told } = watched()
  await told('first', add(1))
  await told('second', add(2))
  expect(seen).toEqual(['synced', 'first', 'synced', 'second'])
})

test('a single commit after a shared sync has its own sync, even if a commit between them rolled back', async () => {
  const { seen, told } = watched()
  await Promise.all([told('one', add(1)), told('two', add(2))])
  const twice = database.transaction((tx) => tx.execute(sql`insert into once values (1), (1)`))
  await told('twice', twice)
  await told('alone', add(3))
  expect(seen).toEqual(['synced', 'one', 'two', 'twice refused', 'synced', 'alone'])
})

test('commits that do not fit into one round are synced in several', async () => {
  const { seen, told } = watched()
  await Promise.all(Array.from({ length: 40 }, (_, id) => told('told', add(id))))
  const round = (size: number) => ['synced', ...Array<string>(size).fill('told')]
  expect(seen).toEqual([...round(20), ...round(20)])
})

test('a caller who calls again at once shares the next sync with new callers', async () => {
  const { seen, told } = watched()
  const later: Promise<void>[] = []
  const real = fs.fsyncSync
  vi.spyOn(fs, 'fsyncSync').mockImplementationOnce((descriptor) => {
    real(descriptor)
    // simulate requests waiting in sockets
    setImmediate(() => later.push(told('came', add(4)), told('came', add(5))))
  })
  await Promise.all([told('one', add(1)), told('two', add(2)).then(() => later.push(told('again', add(6))))])
  await Promise.all(later)
  expect(seen).toEqual(['synced', 'one', 'two', 'synced', 'again', 'came', 'came'])
})

test('a concurrent reader sees only synced commits', async () => {
  const { seen, told } = watched()
  await Promise.all([told('read', ids()), told('one', add(1)), told('two', add(2))])
  expect(seen.indexOf('synced')).toBeLessThan(seen.indexOf('read'))
  expect(seen.filter((what) => what === 'synced')).toHaveLength(1)
})

test('a refusal caused by another commit is returned only after that commit is synced', async () => {
  const { seen, told } = watched()
  await Promise.all([told('first', add(1)), told('same', add(1)), told('other', add(2))])
  expect(seen).toEqual(['synced', 'first', 'same refused', 'other'])
})

test('an ignored failed statement rolls back its own transaction, but no others of the round', async () => {
  const ignoring = database.transaction(async (tx) => {
    await insert(tx, 2)
    await insert(tx, 2).catch(() => {})
  })
  const outcomes = await Promise.allSettled([add(1), ignoring, add(3)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await ids()).toEqual([1, 3])
})

test('a failed shared sync rejects all callers who shared it, and the database recovers', async () => {
  await add(1)
  const failing = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw new Error('disk gone')
  })
  const outcomes = await Promise.allSettled([2, 3, 4].map(add))
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as unknown) : 'told'))
  expect(reasons.map((reason) => reason instanceof DatabaseUnavailable)).toEqual([true, true, true])
  failing.mockRestore()
  await add(5)
  expect(await ids()).toEqual(expect.arrayContaining([1, 5]))
})
