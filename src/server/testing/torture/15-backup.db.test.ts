import { AsyncResource } from 'node:async_hooks'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setImmediate as otherWork, setTimeout as sleep } from 'node:timers/promises'
import { restore } from '#server/backup/restore.ts'
import { withSnapshot, type SnapshotRow } from '#server/backup/snapshot.ts'
import { writeBackup } from '#server/backup/write.ts'
import { openDatabase, rows as rowsOf, type DatabaseOptions } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { fillWith } from '#server/testing/manyRows.ts'
import { EmptyPlaces, rowHashes } from '#server/testing/places.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { figure, numbers, PATIENCE } from './numbers.ts'

const places = new EmptyPlaces()
let studio: TestStudio
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(async () => {
  await studio.close()
  places.remove()
})

async function hashesOf(place: DatabaseOptions) {
  const database = await openDatabase(place)
  const hashes = await rowHashes(database)
  await database.close()
  return hashes
}

/** Runs work; returns its time in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

// with small numbers, the tests of the backup itself cover this
it.skipIf(numbers(true, false))(
  'a backup made under load is restored elsewhere, also on the other engine, and is consistent',
  async () => {
    const size = 100_000
    await fillWith(studio.database, size)
    const admin = await studio.person('admin')
    const people = await Promise.all(Array.from({ length: 4 }, () => studio.person()))
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 3 })
    let calls = 0
    const until = new AbortController()
    const busy = people.map(async (person) => {
      while (!until.signal.aborted) {
        const { body } = await studio.call(person, registrations.registerWithDropIn, dropIn(scheduleId))
        if (body.ok) await studio.must(person, registrations.cancel, { scheduleId })
        calls++
        await sleep(5)
        // on a slow machine the next timer is already due here, and file operations would never run
        await otherWork()
      }
    })
    const [first, second] = [join(places.home, 'first.jsonl.gz'), join(places.home, 'second.jsonl.gz')]
    let rows = 0
    const writing = await timed(async () => (rows = await writeBackup(studio.database, first, studio.now)))
    until.abort()
    await Promise.all(busy)
    expect(calls).toBeGreaterThan(0)

    // from the engine of the tests to the embedded one, and back
    const there = places.folder()
    const restoring = await timed(async () => expect(await restore(first, there)).toMatchObject({ rows, found: [] }))
    const middle = await openDatabase(there)
    await writeBackup(middle, second, studio.now)
    await middle.close()
    const back = await places.like(studio.database.url)
    const returning = await timed(async () => expect(await restore(second, back)).toMatchObject({ rows, found: [] }))
    expect(await hashesOf(back)).toEqual(await hashesOf(there))
    const seconds = [writing, restoring, returning].map((time) => `${(time / 1000).toFixed(1)} s`)
    figure(
      15,
      `${rows} rows, ${calls} calls meanwhile`,
      `written in ${seconds[0]}, restored embedded in ${seconds[1]}, back on this engine in ${seconds[2]}; hashes equal, nothing found`,
    )
    expect(Math.max(writing, restoring, returning)).toBeLessThan(60_000)
  },
  PATIENCE,
)

/** Reads each table at another moment. */
const withoutSnapshot: typeof withSnapshot = async (database, work) => {
  const contents = await withSnapshot(database, (snapshot) => Promise.resolve(snapshot))
  let table = -1
  const next = async (): Promise<SnapshotRow[]> => {
    const { table: name, columns } = contents.tables[++table] ?? {}
    if (!name || !columns) return []
    const texts = columns.map((column) => sql`${sql.identifier(column)}::text`)
    const row = sql`array[${sql.join(texts, sql`, `)}]`
    const found = await database.read.execute(
      sql`select ${sql.raw(String(table))} as "table", ${row} as "row" from ${sql.identifier(name)}`,
    )
    const page = rowsOf<SnapshotRow>(found)
    return page.length > 0 ? page : next()
  }
  return work({ ...contents, next })
}

it(
  'without its snapshot, the same backup is inconsistent when people register meanwhile (negative control)',
  async () => {
    await studio.empty()
    const { scheduleId } = await anEntry(studio, await studio.person('admin'), { maxParticipants: 100 })
    const people = await Promise.all(Array.from({ length: 25 }, () => studio.person()))
    // run as another call, outside the async context of the backup's transaction
    const register = AsyncResource.bind(() =>
      studio.must(people.pop()!, registrations.registerWithDropIn, dropIn(scheduleId)),
    )
    /** One person registers after each page. */
    const disturbed =
      (read: typeof withSnapshot): typeof withSnapshot =>
      (database, work) =>
        read(database, (snapshot) => {
          const next = async () => {
            const page = await snapshot.next()
            await register()
            return page
          }
          return work({ ...snapshot, next })
        })
    const wrongAfter = async (read: typeof withSnapshot) => {
      const file = join(places.home, 'disturbed.jsonl.gz')
      await writeBackup(studio.database, file, studio.now, disturbed(read))
      const restored = restore(file, await places.like(studio.database.url))
      return await restored.then(
        ({ found }) => found,
        (error: unknown) => [String(error)],
      )
    }
    const before = people.length
    expect(await wrongAfter(withSnapshot)).toEqual([])
    expect(people.length).toBeLessThan(before)
    const wrong = await wrongAfter(withoutSnapshot)
    expect(wrong).not.toEqual([])
    figure(15, 'read without a snapshot', `the same look finds ${wrong.length} things that do not add up`)
  },
  PATIENCE,
)

it(
  'a single changed row is found by the hashes, and by the doctor (negative control)',
  async () => {
    await studio.empty()
    const { scheduleId } = await anEntry(studio, await studio.person('admin'), { maxParticipants: 3 })
    await studio.must(await studio.person(), registrations.registerWithDropIn, dropIn(scheduleId))
    const file = join(places.home, 'small.jsonl.gz')
    await writeBackup(studio.database, file, studio.now)
    const place = await places.like(studio.database.url)
    await restore(file, place)
    const there = await openDatabase(place)
    const hashes = await rowHashes(there)
    expect(await findings(there)).toEqual([])
    await there.transaction((tx) => tx.execute(sql`update schedule set registered_count = registered_count + 1`))
    expect(await rowHashes(there)).not.toEqual(hashes)
    expect(await findings(there)).not.toEqual([])
    await there.close()
    figure(15, 'one row changed on the way', 'seen by the hashes, and by the doctor')
  },
  PATIENCE,
)
