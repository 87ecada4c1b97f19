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

/** The whole schema in words. */
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

// counts the statements of all migrations, and kills itself before the given one; "careless" commits each statement
const MIGRATE = `
  import { openEngine } from '#server/db/database.ts'
  import { migrate } from '#server/db/migrate.ts'
  const [place, at, careless] = [JSON.parse(process.argv[1]), Number(process.argv[2]), process.argv[3] === 'careless']
  const engine = await openEngine(place)
  let statements = 0
  const connect = async (wait, purpose) => {
    const connection = await engine.connect(wait, purpose)
    const query = (text, ...args) => {
      if (++statements === at) process.kill(process.pid, 'SIGKILL')
      if (careless && text.startsWith('begin')) text = 'set default_transaction_read_only = off'
      if (careless && text === 'commit') return Promise.resolve({ rows: [], rowCount: 0, command: 'COMMIT' })
      return connection.query(text, ...args)
    }
    return { ...connection, query, commit: () => query('commit') }
  }
  await migrate({ ...engine, connect }, () => {})
  await engine.close()
  console.log(statements)`

/**
 * Migrates in a separate process; returns the number of statements, or null when it was killed before the given one.
 */
async function migrated(place: DatabaseOptions, at: number, how = 'careful'): Promise<number | null> {
  const child = runChild(MIGRATE, JSON.stringify(place), String(at), how)
  const line = await child.line()
  await child.kill()
  return line === undefined ? null : Number(line)
}

/** A statement in the middle of the first migration. */
const IN_THE_MIDDLE = 70

it(
  'a migration killed before any of its statements succeeds the next time',
  async () => {
    // counting takes a separate process; with few cases it is enough that the given statement was reached
    const count = numbers(null, () => places.like(reference.url).then((place) => migrated(place, 0)))
    const all = count ? ((await count()) ?? 0) : IN_THE_MIDDLE
    expect(all).toBeGreaterThanOrEqual(IN_THE_MIDDLE)
    const wanted = await shape(reference)
    const chosen = numbers(
      [IN_THE_MIDDLE],
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
  'a migration that commits each statement separately fails the same test (negative control)',
  async ({ skip }) => {
    if (numbers(!reference.url, false)) return skip('Looked at on PostgreSQL, and on both by `npm run torture`.')
    const place = await places.like(reference.url)
    expect(await migrated(place, IN_THE_MIDDLE, 'careless')).toBe(null)
    const opened = openDatabase(place).catch((error: Error) => error.cause)
    expect(await opened).toEqual(
      expect.objectContaining({ message: expect.stringContaining('already exists') as string }),
    )
    figure(13, 'without the transaction', 'the next start fails: half of the tables are there already')
  },
  PATIENCE,
)

it(
  'servers that migrate at once all find the complete schema, migrated once',
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
