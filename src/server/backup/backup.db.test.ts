import fs, { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase, rows, type Database, type DatabaseOptions } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { fillWith } from '#server/testing/manyRows.ts'
import { EmptyPlaces, rowHashes } from '#server/testing/places.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { restore } from './restore.ts'
import { writeBackup } from './write.ts'

let studio: TestStudio
const places = new EmptyPlaces()
beforeAll(async () => {
  studio = await TestStudio.open()
})
beforeEach(() => studio.empty())
afterAll(async () => {
  await studio.close()
  places.remove()
})

const fileNamed = (name: string) => join(places.home, `${name}.jsonl.gz`)

async function inPlace<T>(place: DatabaseOptions, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(place)
  try {
    return await look(database)
  } finally {
    await database.close()
  }
}

it('a backup carries every row from one engine to the other and back', { timeout: 60_000 }, async () => {
  await fillWith(studio.database, 1_500)
  const before = await rowHashes(studio.database)
  expect(await findings(studio.database)).toEqual([])

  const [there, back] = [fileNamed('there'), fileNamed('back')]
  const rowCount = await writeBackup(studio.database, there, studio.now)
  expect(rowCount).toBeGreaterThan(1_300)
  const folder = places.folder()
  expect(await restore(there, folder)).toEqual({ rows: rowCount, madeAt: '2026-03-10T10:00:00.000Z', found: [] })
  await inPlace(folder, async (database) => {
    expect(await rowHashes(database)).toEqual(before)
    await writeBackup(database, back, studio.now)
  })
  const again = await places.like(studio.database.url)
  expect(await restore(back, again)).toMatchObject({ rows: rowCount, found: [] })
  expect(await inPlace(again, rowHashes)).toEqual(before)
})

it('the backup is one consistent snapshot, even while people register and cancel', { timeout: 60_000 }, async () => {
  const admin = await studio.person('admin')
  const people = await Promise.all(Array.from({ length: 8 }, () => studio.person()))
  const { scheduleId } = await anEntry(studio, admin, { standardPrice: 1000, maxParticipants: 6 })
  const done = { commands: 0 }
  const until = new AbortController()
  const comings = people.map(async (person) => {
    while (!until.signal.aborted) {
      // calls have no network between them here, so without a pause the file would never be written
      await turn()
      const { body } = await studio.call(person, registrations.registerWithDropIn, dropIn(scheduleId))
      if (body.ok) await studio.must(person, registrations.cancel, { scheduleId })
      done.commands++
    }
  })
  const backups: string[] = []
  let disturbed = 0
  try {
    while (done.commands < 30) {
      const before = done.commands
      backups.push(fileNamed(`moment-${backups.length}`))
      await writeBackup(studio.database, backups.at(-1)!, studio.now)
      if (done.commands > before) disturbed++
    }
  } finally {
    until.abort()
    await Promise.all(comings)
  }
  expect(disturbed).toBeGreaterThan(0)
  for (const file of backups.slice(-2)) {
    expect(await restore(file, await places.like(studio.database.url))).toMatchObject({ found: [] })
  }
})

it('leaves out counters of attempts and sent e-mails, and continues the numbering of ids after a restore', async () => {
  const letter = (sent: boolean) => sql`
    insert into outbox (to_address, subject, text, html, sent_at)
    values ('mari@example.ee', 'Reset', 'https://secret', '', ${sent ? new Date().toISOString() : null})`
  await studio.database.transaction(async (tx) => {
    await tx.execute(letter(false))
    await tx.execute(letter(true))
    await tx.execute(sql`insert into "rateLimits" values ('sign-in:mari', 3, now())`)
  })
  await writeBackup(studio.database, fileNamed('letters'), studio.now)
  const place = await places.like(studio.database.url)
  await restore(fileNamed('letters'), place)
  await inPlace(place, async (database) => {
    await database.transaction((tx) => tx.execute(letter(false)))
    expect(rows(await database.read.execute(sql`select id from outbox order by id`))).toEqual([{ id: 1 }, { id: 3 }])
    expect(rows(await database.read.execute(sql`select * from "rateLimits"`))).toEqual([])
  })
})

it('creates a file that only its owner can read, and leaves nothing else beside it', async () => {
  const file = fileNamed('mode')
  await writeBackup(studio.database, file, studio.now)
  await writeBackup(studio.database, file, studio.now)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(places.home).filter((name) => name.startsWith('mode'))).toEqual(['mode.jsonl.gz'])
})

it('reports a full disk in one line, leaves no partial file, and the database stays usable', async () => {
  await fillWith(studio.database, 2_000)
  const file = fileNamed('full')
  const write = vi.spyOn(fs, 'write').mockImplementation((...args: unknown[]) => {
    const done = args.at(-1) as (error: Error) => void
    done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }))
  })
  try {
    await expect(writeBackup(studio.database, file, studio.now)).rejects.toThrow(
      /^There is no room left on the disk for [^\n]*full.jsonl.gz: no backup was made\.$/,
    )
  } finally {
    write.mockRestore()
  }
  expect(readdirSync(places.home).filter((name) => name.startsWith('full'))).toEqual([])
  expect((await studio.sql`select 1 from classes`).length).toBe(1)
  await writeBackup(studio.database, file, studio.now)
})

it('leaves no cursor open, whether the backup succeeds or fails', async () => {
  await writeBackup(studio.database, fileNamed('cursors'), studio.now)
  await expect(writeBackup(studio.database, join(places.home, 'no/such/file'), studio.now)).rejects.toThrow(
    /^There is no folder/,
  )
  expect(await studio.sql`select name from pg_cursors where name like 'backup%'`).toEqual([])
})

it('leaves uploaded files out, because they hold password hashes', async () => {
  await studio.database.transaction(async (tx) => {
    await tx.execute(sql`insert into "firebaseMoves" (id, started_by, started_at, touched_at, step, files)
      values ('m', 'a', now(), now(), 'looked', '{}')`)
    await tx.execute(sql`insert into "firebaseParts" (move_id, file, place, part) values ('m', 'auth.json', 0, 'AAAA')`)
  })
  const [there, folder] = [fileNamed('on their way'), places.folder()]
  await writeBackup(studio.database, there, studio.now)
  await restore(there, folder)
  await inPlace(folder, async (database) => {
    const count = async (table: string) =>
      rows<{ n: number }>(await database.read.execute(sql`select count(*)::int as n from ${sql.identifier(table)}`))
    expect(await count('firebaseMoves')).toEqual([{ n: 1 }])
    expect(await count('firebaseParts')).toEqual([{ n: 0 }])
  })
})
