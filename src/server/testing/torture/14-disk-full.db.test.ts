import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it, vi } from 'vitest'
import type { Answer, Connection, Engine } from '#server/db/connection.ts'
import { databaseOver, openEngine } from '#server/db/database.ts'
import { sqlError } from '#server/db/errors.ts'
import { migrate } from '#server/db/migrate.ts'
import { backUp } from '#server/operator/backups.ts'
import { dropIn, anEntry } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { TestStudio, type Person } from '#server/testing/studio.ts'
import { inStudio } from './seeded.ts'
import { SmallDisk } from './smallDisk.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { Cluster } from './cluster.ts'
import { figure, limit, numbers, PATIENCE } from './numbers.ts'

const places = new EmptyPlaces()
afterAll(() => places.remove())

const noRoom = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })

/**
 * A full disk: existing data can be overwritten, but files cannot grow. Replaces the calls through which PGlite's file
 * system writes. Returns a function that makes room again.
 */
function fillDisk(): () => void {
  const { writeSync } = fs
  const full = ((...args: Parameters<typeof fs.writeSync>) => {
    const [descriptor, , , length, position] = args as unknown as [number, unknown, unknown, number, number | null]
    const { size } = fs.fstatSync(descriptor)
    if (typeof position === 'number' && position + length > size) throw noRoom()
    return writeSync(...args)
  }) as typeof fs.writeSync
  const spy = vi.spyOn(fs, 'writeSync').mockImplementation(full)
  return () => spy.mockRestore()
}

const onPostgres = process.env['TEST_ENGINE'] === 'postgres'
const OWN_FILES = 'PostgreSQL writes its files itself: its disk is the one below that is really full.'

/** Sixty people and a class with room for all; `lost` are those who were told that they have a place but have none. */
async function aClassFor60(studio: TestStudio) {
  const admin = await studio.person('admin')
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 100, inDays: 3 })
  const people = await Promise.all(Array.from({ length: 60 }, () => studio.person()))
  const acknowledged: string[] = []
  const register = async (person: Person) => {
    const call = studio.call(person, registrations.registerWithDropIn, dropIn(scheduleId))
    const { status, body, retryAfter } = await call
    if (body.ok) acknowledged.push(person.userId)
    return body.ok ? 'done' : `${status} ${body.code} ${retryAfter}`
  }
  const outcome = async () => {
    const held = await studio.sql<{ id: string }>`select user_id as id from registrations`
    const there = new Set(held.map(({ id }) => id))
    const lost = acknowledged.filter((id) => !there.has(id))
    return { lost, unexpected: held.length + lost.length - acknowledged.length }
  }
  return { admin, people, register, outcome }
}

/** Results of 60 calls on a full disk, and the state after there is room again. */
async function withoutRoom(studio: TestStudio) {
  const { admin, people, register, outcome } = await aClassFor60(studio)
  expect(await register(await studio.person())).toBe('done')
  const makeRoom = fillDisk()
  const outcomes: string[] = []
  try {
    for (const person of people) outcomes.push(await register(person))
    // reading still works
    expect((await studio.ask(admin, registrations.upcoming, { weeks: 2 })).entries).toHaveLength(1)
    // who watches it is told
    expect(await studio.database.writable()).toBe(false)
  } finally {
    makeRoom()
  }
  const after = await register(await studio.person())
  return { refused: outcomes.filter((outcome) => outcome !== 'done'), after, ...(await outcome()) }
}

it(
  'on a full disk, changes are refused clearly, reading and backups work or say why, and all recovers',
  async ({ skip }) => {
    if (onPostgres) return skip(OWN_FILES)
    await inStudio(places.folder('migrated'), async (studio) => {
      const seen = await withoutRoom(studio)
      expect([...new Set(seen.refused)]).toEqual(['503 busy 1'])
      expect(seen).toMatchObject({ after: 'done', lost: [], unexpected: 0 })
      await expectInvariants(studio)
      expect(studio.reported.filter((line) => !line.includes('No space left on device'))).toEqual([])
      figure(
        14,
        'disk full while writing',
        `${seen.refused.length} of 60 calls refused with 503, reading went on, 0 lost, recovered by itself (ENOSPC at the file layer)`,
      )
    })
  },
  PATIENCE,
)

/** The engine with every connection changed. */
const changed = (engine: Engine, change: (connection: Connection) => Partial<Connection>): Engine => ({
  ...engine,
  async connect(...args) {
    const connection = await engine.connect(...args)
    return { ...connection, ...change(connection) }
  },
})

/** Hides the full disk: reports neither the failed statement nor the failed transaction. */
function keepingQuiet(connection: Connection): Partial<Connection> {
  let full = false
  const quiet = (error: unknown): Answer => {
    full ||= sqlError(error)?.code === '53100'
    if (!full) throw error
    return { rows: [], rowCount: 1, command: 'INSERT' }
  }
  const fine = (answer: Answer): Answer => (full ? { ...answer, command: 'COMMIT' } : answer)
  return {
    query: (...statement) => connection.query(...statement).catch(quiet),
    async commit() {
      const answer = await connection.commit().catch(quiet)
      // statements of the failed batch were never told to commit
      if (full) await connection.query('rollback')
      return fine(answer)
    },
  }
}

/** Reports an error without its code. */
const withoutKinds = (connection: Connection): Partial<Connection> => ({
  query: (...statement) =>
    connection.query(...statement).catch((error: unknown) => {
      throw new Error('unknown', { cause: String(error) })
    }),
})

it(
  'a database that hides the full disk, or reports an unknown error, fails the same test (negative control)',
  async ({ skip }) => {
    if (onPostgres) return skip(OWN_FILES)
    if (numbers(true, false)) return skip('Two more starts of an engine: looked at by `npm run torture`.')
    const seenWith = async (change: (connection: Connection) => Partial<Connection>) => {
      const engine = await openEngine(places.folder('migrated'))
      await migrate(engine, () => {})
      const studio = await TestStudio.open({}, databaseOver(changed(engine, change)))
      studio.now = Date.now()
      try {
        return await withoutRoom(studio)
      } finally {
        await studio.close()
      }
    }
    const quiet = await seenWith(keepingQuiet)
    expect(quiet.lost.length).toBeGreaterThan(0)
    const unknown = await seenWith(withoutKinds)
    expect(unknown.refused.map((outcome) => outcome.slice(0, 14))).toContain('500 unexpected')
    figure(
      14,
      'where nobody is told of it',
      `${quiet.lost.length} acknowledged are lost; where its kind is not known, ${unknown.refused.length} calls answered with 500`,
    )
  },
  PATIENCE,
)

it(
  'a disk that is full during a backup is reported in one line, and no partial file is left',
  async ({ skip }) => {
    if (onPostgres) return skip('The backup is written by the same code on both engines.')
    const place = places.folder('migrated')
    await inStudio(place, async (studio) => {
      await studio.person()
      const folder = fs.mkdtempSync(join(places.home, 'backups-'))
      const file = join(folder, 'studio.jsonl.gz')
      // the write stream calls this function by name when it writes
      const writing = vi.spyOn(fs, 'write').mockImplementation((...args: unknown[]) => {
        const done = args.at(-1) as (error: Error) => void
        done(noRoom())
      })
      const answer = await backUp(studio.services, [file])
      writing.mockRestore()
      expect(answer).toEqual({ ok: false, line: `There is no room left on the disk for ${file}: no backup was made.` })
      expect(fs.readdirSync(folder)).toEqual([])
      expect((await backUp(studio.services, [file])).ok).toBe(true)
    })
  },
  PATIENCE,
)

it(
  'on a really full disk, without room for the write-ahead log either, nothing acknowledged is lost',
  async ({ skip }) => {
    if (numbers(!onPostgres, false)) return skip('Looked at on PostgreSQL, and on both by `npm run torture`.')
    const disk = SmallDisk.mount(130)
    if (!disk) return skip('A file system with little room can only be mounted as root, where the machine allows it.')
    // small segments, so that one is soon full
    const cluster = onPostgres ? await Cluster.create(disk.folder, ['--wal-segsize=1']) : null
    const dataDir = join(disk.folder, 'data')
    if (!cluster) fs.cpSync(places.folder('migrated').dataDir, dataDir, { recursive: true })
    try {
      await inStudio(cluster ? { dataDir: '', databaseUrl: cluster.url } : { dataDir }, async (studio) => {
        const { people, register, outcome } = await aClassFor60(studio)
        // every table has a page with free space, so that only the log lacks room
        expect(await register(await studio.person())).toBe('done')
        disk.fill()
        const outcomes: string[] = []
        for (const person of people) {
          outcomes.push(await register(person))
          // the next change needs a new segment
          const another = studio.database.transaction((tx) => tx.execute(sql`select pg_switch_wal()`))
          await another.catch(() => {})
        }
        expect(outcomes).toContain('503 busy 1')
        expect(outcomes.filter((outcome) => !['done', '503 busy 1'].includes(outcome))).toEqual([])

        if (cluster) expect(cluster.said()).toMatch(/pg_wal\/xlogtemp\.\d+": No space left on device/)

        disk.makeRoom()
        const since = performance.now()
        // PostgreSQL ends when recovery finds no room, and its operator starts it again
        await cluster?.startIfEnded()
        const latecomer = people.at(-1)!
        while (!['done', '200 alreadyRegistered null'].includes(await register(latecomer))) await sleep(50)
        const recovered = performance.now() - since
        expect(recovered).toBeLessThan(limit(5_000))
        expect((await outcome()).lost).toEqual([])
        await expectInvariants(studio)
        const refused = outcomes.filter((outcome) => outcome !== 'done').length
        figure(
          14,
          'a disk that is really full, for the log too',
          `${refused} of ${outcomes.length} calls refused with 503, 0 lost, going on ${recovered.toFixed(0)} ms after there was room`,
        )
      })
    } finally {
      await cluster?.stop()
      disk.remove()
    }
  },
  PATIENCE,
)
