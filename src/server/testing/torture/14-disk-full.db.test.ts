import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it, vi } from 'vitest'
import { backUp } from '#server/operator/backups.ts'
import { dropIn, anEntry } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import type { Person } from '#server/testing/studio.ts'
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
 * A disk without room: what is there can be written over, but nothing may grow. Put under PGlite's file system, at the
 * calls through which it writes. Resolves with the function that makes room again.
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

it(
  'on a full disk changes are refused clearly, reading and backing up go on or say why, and all is well after',
  async ({ skip }) => {
    if (onPostgres) return skip(OWN_FILES)
    const place = places.folder('migrated')
    await inStudio(place, async (studio) => {
      const admin = await studio.person('admin')
      const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 100, inDays: 3 })
      const acknowledged: string[] = []
      const register = async (person: Person) => {
        const call = studio.call(person, registrations.registerWithDropIn, dropIn(scheduleId))
        const { status, body, retryAfter } = await call
        if (body.ok) acknowledged.push(person.userId)
        return body.ok ? 'done' : `${status} ${body.code} ${retryAfter}`
      }
      expect(await register(await studio.person())).toBe('done')
      const people = await Promise.all(Array.from({ length: 60 }, () => studio.person()))
      const makeRoom = fillDisk()
      const outcomes: string[] = []
      try {
        for (const person of people) outcomes.push(await register(person))
        expect(outcomes).toContain('503 busy 1')
        expect(outcomes.filter((outcome) => !['done', '503 busy 1'].includes(outcome))).toEqual([])
        // reading goes on
        expect((await studio.ask(admin, registrations.upcoming, { weeks: 1 })).entries).toHaveLength(1)
      } finally {
        makeRoom()
      }
      expect(await register(await studio.person())).toBe('done')
      const held = await studio.sql<{ id: string }>`select user_id as id from registrations order by 1`
      expect(held.map(({ id }) => id)).toEqual(acknowledged.toSorted())
      await expectInvariants(studio)
      expect(studio.reported.filter((line) => !line.includes('No space left on device'))).toEqual([])
      const refused = outcomes.filter((outcome) => outcome !== 'done').length
      figure(
        14,
        'disk full while writing',
        `${refused} of ${outcomes.length} calls refused with 503, reading went on, 0 lost, recovered by itself (ENOSPC at the file layer)`,
      )
    })
  },
  PATIENCE,
)

it(
  'a disk that is full while backing up is told in one line, and nothing half is left',
  async ({ skip }) => {
    if (onPostgres) return skip('The backup is written by the same code on both engines.')
    const place = places.folder('migrated')
    await inStudio(place, async (studio) => {
      await studio.person()
      const folder = fs.mkdtempSync(join(places.home, 'backups-'))
      const file = join(folder, 'studio.jsonl.gz')
      // the write stream asks for this one by name when it writes
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
  'on a disk that is really full, with no room for the write-ahead log either, nothing acknowledged is lost',
  async ({ skip }) => {
    if (numbers(!onPostgres, false)) return skip('Looked at on PostgreSQL, and on both by `npm run torture`.')
    const disk = SmallDisk.mount(130)
    if (!disk) return skip('A file system with little room can only be mounted as root, where the machine allows it.')
    // small segments, so that one is full soon
    const cluster = onPostgres ? await Cluster.create(disk.folder, ['--wal-segsize=1']) : null
    const dataDir = join(disk.folder, 'data')
    if (!cluster) fs.cpSync(places.folder('migrated').dataDir, dataDir, { recursive: true })
    try {
      await inStudio(cluster ? { dataDir: '', databaseUrl: cluster.url } : { dataDir }, async (studio) => {
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
        // PostgreSQL that found no room while it recovered has ended, and whoever runs it starts it again
        await cluster?.startIfEnded()
        const latecomer = people.at(-1)!
        while (!['done', '200 alreadyRegistered null'].includes(await register(latecomer))) await sleep(50)
        const recovered = performance.now() - since
        expect(recovered).toBeLessThan(limit(5_000))
        const held = await studio.sql<{ id: string }>`select user_id as id from registrations`
        const there = new Set(held.map(({ id }) => id))
        expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
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
