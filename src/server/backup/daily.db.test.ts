import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { signal } from '#server/testing/signal.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { dailyBackup, startDailyBackups } from './daily.ts'
import { readBackup } from './read.ts'

let studio: TestStudio
const places = new EmptyPlaces()
const folder = join(places.home, 'backups')
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(async () => {
  await studio.close()
  places.remove()
})

it('backs a studio up once a day, keeps the newest fourteen backups, and leaves other files in the folder alone', async () => {
  const look = () => dailyBackup(studio.database, folder, studio.now)
  await look()
  expect(() => readdirSync(folder), 'an empty studio has none').toThrow('ENOENT')

  await studio.person()
  mkdirSync(folder)
  writeFileSync(join(folder, 'studio-of-mine.jsonl.gz'), '')
  await look()
  studio.now += 23 * HOUR
  await look()
  expect(readdirSync(folder)).toEqual(['studio-2026-03-10T100000Z.jsonl.gz', 'studio-of-mine.jsonl.gz'])

  for (let day = 0; day < 15; day++) {
    studio.now += DAY
    await look()
  }
  const kept = readdirSync(folder)
  expect(kept).toHaveLength(15)
  expect(kept[0]).toBe('studio-2026-03-13T090000Z.jsonl.gz')
  expect(kept.at(-2)).toBe('studio-2026-03-26T090000Z.jsonl.gz')
  expect(statSync(join(folder, kept[0]!)).mode & 0o777).toBe(0o600)
  expect((await readBackup(join(folder, kept[0]!))).last.rows).toMatchObject({ people: 1, accounts: 1 })
})

it('continues soon after the clock was wrong', async () => {
  studio.now -= 300 * DAY
  await dailyBackup(studio.database, folder, studio.now)
  studio.now += HOUR
  await dailyBackup(studio.database, folder, studio.now)
  const kept = readdirSync(folder)
  expect(kept).toHaveLength(15)
  expect(kept.filter((name) => name.startsWith('studio-2025'))).toEqual(['studio-2025-05-30T090000Z.jsonl.gz'])
})

describe('with several servers on one database', () => {
  const folders = ['one', 'two', 'three'].map((name) => join(places.home, name))
  const made = () => folders.flatMap((name) => (existsSync(name) ? readdirSync(name) : []))
  const lookEverywhere = () => Promise.all(folders.map((name) => dailyBackup(studio.database, name, studio.now)))

  beforeEach(async () => {
    for (const name of folders) rmSync(name, { recursive: true, force: true })
    await studio.empty()
    await studio.person()
  })

  it('one server makes the backup of a day', async () => {
    await lookEverywhere()
    expect(made()).toHaveLength(1)
    studio.now += 23 * HOUR
    await lookEverywhere()
    expect(made()).toHaveLength(1)
    studio.now += HOUR
    await lookEverywhere()
    expect(made()).toHaveLength(2)
  })

  it('another server makes it when the first fails', async () => {
    const [full = '', empty = ''] = folders
    writeFileSync(full, 'a file where the folder should be')
    await expect(dailyBackup(studio.database, full, studio.now)).rejects.toThrow('EEXIST')
    await dailyBackup(studio.database, empty, studio.now)
    expect(readdirSync(empty)).toHaveLength(1)
  })

  it('another server makes it some hours later when the first stopped halfway', async () => {
    const until = String(studio.now + 3 * HOUR)
    await studio.database.transaction((tx) => tx.execute(`insert into meta values ('nextBackup', '${until}')`))
    studio.now += 2 * HOUR
    await lookEverywhere()
    expect(made()).toEqual([])
    studio.now += HOUR
    await lookEverywhere()
    expect(made()).toHaveLength(1)
  })
})

it("the next day's backup removes the unfinished file of a killed process", async () => {
  await studio.empty()
  await studio.person()
  const here = join(places.home, 'halves')
  mkdirSync(here)
  const old = 'studio-2026-03-09T090000Z.jsonl.gz.unfinished-0123abcd'
  const underWay = 'studio-2026-03-09T103000Z.jsonl.gz.unfinished-0123abcd'
  const mine = 'mine.jsonl.gz.unfinished-0123abcd'
  for (const name of [old, underWay, mine]) writeFileSync(join(here, name), '')
  await dailyBackup(studio.database, here, studio.now)
  expect(readdirSync(here)).toEqual([mine, underWay, 'studio-2026-03-10T100000Z.jsonl.gz'])
})

it('stops only when a backup that takes more than an hour is written', async () => {
  await studio.empty()
  await studio.person()
  const here = join(places.home, 'slow')
  mkdirSync(here)
  const { database } = studio
  const claim = database.transaction.bind(database)
  const [begun, goesOn] = [signal(), signal()]
  vi.useFakeTimers({ toFake: ['setInterval'] })
  vi.spyOn(database, 'transaction').mockImplementationOnce(async (...given) => {
    begun.fire()
    await goesOn.fired
    return await claim(...given)
  })
  try {
    const daily = startDailyBackups(studio.services, here)
    vi.advanceTimersByTime(HOUR)
    await begun.fired
    vi.advanceTimersByTime(HOUR)
    const stopped = daily.stop()
    goesOn.fire()
    await stopped
    expect(readdirSync(here)).toEqual(['studio-2026-03-10T100000Z.jsonl.gz'])
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})
