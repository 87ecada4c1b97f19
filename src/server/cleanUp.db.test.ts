import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { DatabaseBusy } from '#server/db/errors.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { classes } from '#studio/classes/contract.ts'
import { cleanUp, startCleaning } from './cleanUp.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(() => studio.close())

it('throws away kept answers after a week and sessions once they have ended, and nothing before', async () => {
  const admin = await studio.person('admin')
  const girls = { name: 'Girls', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
  await studio.must(admin, classes.create, girls)
  const kept = async () => [
    (await studio.sql`select 1 from commands`).length,
    (await studio.sql`select 1 from sessions`).length,
  ]
  const cleanAt = (now: number) => studio.database.transaction((tx) => cleanUp(tx, now))
  await cleanAt(studio.now + 7 * DAY - HOUR)
  expect(await kept()).toEqual([1, 1])
  await cleanAt(studio.now + 7 * DAY + HOUR)
  expect(await kept()).toEqual([0, 1])
  await cleanAt(studio.now + 366 * DAY)
  expect(await kept()).toEqual([0, 0])
})

it('keeps log lines for 400 days, and throws older ones away so many at a time', async () => {
  const lines = async () => (await studio.sql<{ n: number }>`select count(*)::int as n from logs`)[0]?.n
  const write = (count: number, at: number) =>
    studio.database.transaction((tx) =>
      tx.execute(sql`insert into logs (channel, level, message, created_at)
        select 'courses', 'info', 'Something happened.', ${new Date(at).toISOString()}::timestamptz
        from generate_series(1, ${count}::int)`),
    )
  await studio.empty()
  const clean = () => studio.database.transaction((tx) => cleanUp(tx, studio.now))
  await write(3, studio.now - 400 * DAY)
  await write(1_200, studio.now - 400 * DAY - 1)
  const found = []
  for (let more = true; more;) {
    more = await clean()
    found.push(await lines())
  }
  expect(found).toEqual([703, 203, 3])
})

describe('by the clock', () => {
  afterEach(() => vi.useRealTimers())

  it('is tried again each minute while the database has no time, and says so once', async () => {
    vi.useFakeTimers()
    let trouble: Error | null = new DatabaseBusy('planted')
    let tries = 0
    const database: Database = {
      ...studio.database,
      transaction: async () => {
        tries++
        if (trouble) throw trouble
        return undefined as never
      },
    }
    const said: string[] = []
    const cleaning = startCleaning({ ...studio.services, database, report: (line) => void said.push(line) })
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect(tries).toBe(3)
    expect(said).toEqual(['The database had no time for the hourly clean-up; it is tried again each minute.'])
    trouble = null
    await vi.advanceTimersByTimeAsync(50 * MINUTE)
    expect(tries).toBe(4)
    trouble = new Error('planted')
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(tries).toBe(5)
    expect(said.at(-1)).toBe('The hourly clean-up failed.')
    cleaning.stop()
    await vi.advanceTimersByTimeAsync(2 * HOUR)
    expect(tries).toBe(5)
  })

  it('goes on while there is more, each time in a transaction of its own, and no further once it is stopped', async () => {
    vi.useFakeTimers()
    const timesUntil = async (isMore: (times: number, stop: () => void) => boolean) => {
      let times = 0
      const transaction = async () => isMore(++times, cleaning.stop) as never
      const cleaning = startCleaning({ ...studio.services, database: { ...studio.database, transaction } })
      await vi.advanceTimersByTimeAsync(2 * MINUTE)
      cleaning.stop()
      return times
    }
    expect(await timesUntil((times) => times < 3)).toBe(3)
    const stoppedAtTheSecond = (times: number, stop: () => void) => {
      if (times === 2) stop()
      return times < 1_000
    }
    expect(await timesUntil(stoppedAtTheSecond)).toBe(2)
  })
})
