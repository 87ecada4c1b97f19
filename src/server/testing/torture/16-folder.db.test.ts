import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseOver, openEngine, type DatabaseOptions } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { EmptyPlaces, rowHashes } from '#server/testing/places.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { figure, PATIENCE } from './numbers.ts'
import { environmentOf, inStudio, seed } from './seeded.ts'
import { builtServer, serverProcess } from './serverProcess.ts'

const places = new EmptyPlaces()
let beside: TestDatabase
let built: Awaited<ReturnType<typeof builtServer>>
beforeAll(async () => {
  beside = await testDatabase()
  built = await builtServer()
})
afterAll(async () => {
  await beside.close()
  built.remove()
  places.remove()
})

/** Starts a server that will not run, and answers how it ended. */
async function refusedStart(place: DatabaseOptions) {
  const server = serverProcess(
    built.program,
    environmentOf(place, await freePort(), mkdtempSync(join(places.home, 'data-'))),
  )
  const [code] = (await once(server.process, 'close')) as [number]
  return { code, lines: server.said().trim().split('\n') }
}

/** What is in the database, looked at without the checks of a start. */
async function contents(place: DatabaseOptions) {
  const engine = await openEngine(place)
  const database = databaseOver(engine)
  const found = { rows: await rowHashes(database), wrong: await findings(database) }
  await engine.close()
  return { hash: createHash('sha256').update(JSON.stringify(found.rows)).digest('hex'), wrong: found.wrong }
}

it(
  'data of a newer version is refused with one clear line, and not touched',
  async () => {
    const place = await places.like(beside.url)
    await seed(place, 3)
    await inStudio(place, async (studio) => {
      await studio.database.transaction((tx) => tx.execute(sql`insert into migrations values ('9999_newer', 'x')`))
    })
    const before = await contents(place)
    const { code, lines } = await refusedStart(place)
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/^The database was made by a newer version .* \(it has 9999_newer\)/)])
    expect(await contents(place)).toEqual(before)
    expect(before.wrong).toEqual([])
    figure(16, 'data of a newer version', 'refused with one line, all rows as before')
  },
  PATIENCE,
)

it(
  'a second process on the same data folder is refused with one clear line, and the first goes on',
  async ({ skip }) => {
    if (beside.url) return skip('Several servers may share one PostgreSQL.')
    const place = await places.folder()
    await seed(place, 3)
    const before = await contents(place)
    const first = serverProcess(built.program, environmentOf(place, await freePort(), ''))
    try {
      await first.serving()
      const { code, lines } = await refusedStart(place)
      expect(code).toBe(1)
      expect(lines).toEqual([expect.stringMatching(/^The data folder .* is already in use by another process/)])
    } finally {
      await first.stop()
    }
    expect(await contents(place)).toEqual(before)
    figure(16, 'a second process on the folder', 'refused with one line, all rows as before')
  },
  PATIENCE,
)
