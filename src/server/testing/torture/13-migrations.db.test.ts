import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, rows, type Database, type DatabaseOptions } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { runChild } from '#server/testing/child.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { figure, inLanes, numbers, PATIENCE } from './numbers.ts'

const places = new EmptyPlaces()
let reference: TestDatabase
beforeAll(async () => {
  reference = await testDatabase()
})
afterAll(async () => {
  await reference.close()
  places.remove()
})

/** Everything in the schema that a migration makes, in words. */
async function shape(database: Database): Promise<string[]> {
  const found = await database.read.execute(sql`
    select format('%s.%s %s %s', table_name, column_name, data_type, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select name || hash from migrations
    order by 1`)
  return rows<{ line: string }>(found).map(({ line }) => line)
}

// counts the statements of all migrations, and ends itself before the one that it is told
const MIGRATE = `
  import { openEngine } from '#server/db/database.ts'
  import { migrate } from '#server/db/migrate.ts'
  const [place, at] = [JSON.parse(process.argv[1]), Number(process.argv[2])]
  const engine = await openEngine(place)
  let statements = 0
  const connect = async (wait) => {
    const connection = await engine.connect(wait)
    const query = (...args) => {
      if (++statements === at) process.kill(process.pid, 'SIGKILL')
      return connection.query(...args)
    }
    return { ...connection, query }
  }
  await migrate({ ...engine, connect }, () => {})
  await engine.close()
  console.log(statements)`

/** Migrates in a process of its own; the number of statements, or null when it was killed before the one named. */
async function migrated(place: DatabaseOptions, at: number): Promise<number | null> {
  const child = runChild(MIGRATE, JSON.stringify(place), String(at))
  const line = await child.line()
  await child.kill()
  return line === undefined ? null : Number(line)
}

it(
  'a migration killed before any of its statements runs clean the next time',
  async () => {
    const all = (await migrated(await places.like(reference.url), 0)) ?? 0
    expect(all).toBeGreaterThan(70)
    const wanted = await shape(reference)
    const chosen = numbers(
      [Math.ceil(all / 2)],
      Array.from({ length: all }, (_, index) => index + 1),
    )
    await inLanes(chosen.length, 2, async (index) => {
      const place = await places.like(reference.url)
      expect(await migrated(place, chosen[index] ?? 0)).toBe(null)
      const database = await openDatabase(place)
      expect(await shape(database)).toEqual(wanted)
      expect(await findings(database)).toEqual([])
      await database.close()
    })
    figure(13, 'a migration killed', `before each of ${chosen.length} of its ${all} statements: clean the next time`)
  },
  PATIENCE,
)

it(
  'of servers that migrate at once each finds the whole schema, made once',
  async ({ skip }) => {
    if (!reference.url) return skip('The embedded database belongs to one process: see row 16.')
    const place = await places.like(reference.url)
    const servers = await Promise.all(Array.from({ length: 4 }, () => openDatabase(place)))
    const shapes = await Promise.all(servers.map(shape))
    for (const found of shapes) expect(found).toEqual(await shape(reference))
    await Promise.all(servers.map((server) => server.close()))
    figure(13, 'servers that migrate at once', '4: each migration applied once')
  },
  PATIENCE,
)
