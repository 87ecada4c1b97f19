import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBackup } from '#server/backup/read.ts'
import { databaseOver, openDatabase, openEngine, rows, type DatabaseOptions, type Tx } from '#server/db/database.ts'
import { startServer } from '#server/server.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { fillWith } from '#server/testing/manyRows.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { testSettings } from '#server/testing/studio.ts'
import { order } from './control.ts'
import { orderOrOpen } from './orders.ts'

it('the running server makes backups and is checked by the doctor, for users who can read its data folder', async ({
  skip,
}) => {
  const database = await testDatabase()
  const places = new EmptyPlaces()
  try {
    if (database.url) return skip('On PostgreSQL the command line goes to the database itself.')
    await fillWith(database, 500)
    const settings = testSettings({ DATA_DIR: places.home })
    const server = await startServer({ settings, database, webDir: null, say: () => {} })
    const ask = (name: string, ...words: string[]) => order(places.home, name, words)
    const file = join(places.home, `${'long'.repeat(50)}.jsonl.gz`)

    expect(await ask('doctor')).toMatchObject({ ok: true })
    expect(await ask('backup', file)).toMatchObject({ ok: true })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await readBackup(file)).last.rows).toMatchObject({ people: 9, accounts: 9 })

    const nowhere = join(places.home, 'nowhere/file')
    expect(await ask('backup', nowhere)).toEqual({
      ok: false,
      line: `There is no folder ${join(places.home, 'nowhere')}.`,
    })
    expect((await ask('backup', places.home))?.line).toContain('is a folder')
    expect(await ask('backup')).toEqual({ ok: false, line: 'Use: npm run backup -- FILE' })
    await database.transaction((tx) =>
      tx.execute(sql`update schedule set registered_count = registered_count + 1 where id = 'e1'`),
    )
    expect((await ask('doctor'))?.line).toContain('an entry counts its registrations: not so for e1')
    await server.stop()
    expect(existsSync(join(places.home, 'control.json'))).toBe(false)
  } finally {
    if (database.url) await database.close()
    places.remove()
  }
})

describe('without a running server', () => {
  const places = new EmptyPlaces()
  let template: TestDatabase
  let place: DatabaseOptions
  beforeAll(async () => {
    template = await testDatabase()
    place = await places.like(template.url)
  })
  afterAll(async () => {
    await template.close()
    places.remove()
  })
  const settingsOf = ({ dataDir, databaseUrl }: DatabaseOptions) =>
    testSettings({ DATA_DIR: dataDir || 'none', ...(databaseUrl && { DATABASE_URL: databaseUrl }) })

  it.each(['doctor', 'role', 'backup'])('%s creates no studio where there is none', async (name) => {
    await expect(orderOrOpen(settingsOf(place), name, [])).rejects.toThrow(
      /^There is no studio in the database: open one with npm start\.$/,
    )
    expect(await tablesIn(place)).toEqual([])
  })

  it('the doctor does not migrate an older database, and checks one of this version', async () => {
    await (await openDatabase(place)).close()
    expect(await orderOrOpen(settingsOf(place), 'doctor', [])).toMatchObject({ ok: true })
    await inEngine(place, (tx) => tx.execute(sql`delete from migrations where name like '0003%'`))
    await expect(orderOrOpen(settingsOf(place), 'doctor', [])).rejects.toThrow(
      /^The database is of an older version of this program \(it lacks 0003_\w+\): npm start brings it forward\.$/,
    )
  })
})

async function inEngine<T>(place: DatabaseOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
  const database = databaseOver(await openEngine(place))
  try {
    return await database.transaction(work)
  } finally {
    await database.close()
  }
}

const tablesIn = (place: DatabaseOptions) =>
  inEngine(place, async (tx) =>
    rows<{ name: string }>(await tx.execute(sql`select tablename as name from pg_tables where schemaname = 'public'`)),
  )
