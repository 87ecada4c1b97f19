import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseOver, openEngine, type DatabaseOptions } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { EmptyPlaces, rowHashes } from '#server/testing/places.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { figure, PATIENCE } from './numbers.ts'
import { environmentOf, seed } from './seeded.ts'
import { builtServer, serverProcess } from './serverProcess.ts'

const places = new EmptyPlaces()
let beside: TestDatabase
let program: string[]
let place: DatabaseOptions
beforeAll(async () => {
  beside = await testDatabase()
  program = await builtServer()
  place = await places.like(beside.url, 'migrated')
  await seed(place, 3)
}, PATIENCE)
afterAll(async () => {
  await beside.close()
  places.remove()
})

/** Starts a server that must refuse to start; returns its exit code and lines. */
async function refusedStart() {
  const server = serverProcess(program, environmentOf(place, await freePort(), mkdtempSync(join(places.home, 'data-'))))
  const [code] = (await once(server.process, 'close')) as [number]
  return { code, lines: server.said().trim().split('\n') }
}

/** Hash of the database's content, read without the checks of a start; `change` is applied first. */
async function contents(change?: SQL) {
  const engine = await openEngine(place)
  const database = databaseOver(engine)
  if (change) await database.transaction((tx) => tx.execute(change))
  // a start queues repeating jobs, and creates the keys of pushes
  const { jobs: _jobs, meta: _meta, ...rows } = await rowHashes(database)
  const found = { rows, wrong: await findings(database) }
  await engine.close()
  expect(found.wrong).toEqual([])
  return createHash('sha256').update(JSON.stringify(found.rows)).digest('hex')
}

it(
  'a second process on the same data folder is refused in one clear line, and the first continues',
  async ({ skip }) => {
    if (beside.url) return skip('Several servers may share one PostgreSQL.')
    const before = await contents()
    const first = serverProcess(program, environmentOf(place, await freePort(), ''))
    try {
      await first.serving()
      const { code, lines } = await refusedStart()
      expect(code).toBe(1)
      expect(lines).toEqual([expect.stringMatching(/^The data folder .* is already in use by another process/)])
      await first.serving()
    } finally {
      await first.stop()
    }
    expect(await contents()).toBe(before)
    figure(16, 'a second process on the folder', 'refused with one line, all rows as before')
  },
  PATIENCE,
)

it(
  'without the lock, one of two processes loses what it acknowledged (negative control)',
  async ({ skip }) => {
    if (beside.url) return skip('Several servers may share one PostgreSQL.')
    const { dataDir } = places.folder()
    const [first, second] = [await openEngine({ dataDir }), await withoutLock(dataDir)]
    const [one, other] = [databaseOver(first), databaseOver(second)]
    await one.transaction((tx) => tx.execute(sql`create table proof (id int)`))
    const added = await other
      .transaction((tx) => tx.execute(sql`insert into proof values (1)`))
      .catch((error: unknown) => error)
    // errors are ignored: each overwrites what the other wrote
    await Promise.allSettled([first.close(), second.close()])
    expect(String(added)).toContain('insert into proof')
    figure(16, 'without the lock', 'a second process does not see what the first one acknowledged')
  },
  PATIENCE,
)

async function withoutLock(dataDir: string) {
  for (const name of readdirSync(dataDir).filter((file) => file.startsWith('lock'))) rmSync(join(dataDir, name))
  return openEngine({ dataDir })
}

it(
  'data of a newer version is refused in one clear line, and not changed',
  async () => {
    const before = await contents(sql`insert into migrations values ('9999_newer', 'x')`)
    const { code, lines } = await refusedStart()
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/^The database was made by a newer version .* \(it has 9999_newer\)/)])
    expect(await contents()).toBe(before)
    figure(16, 'data of a newer version', 'refused with one line, all rows as before')
  },
  PATIENCE,
)
