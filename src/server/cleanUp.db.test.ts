import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { classes } from '#studio/classes/contract.ts'
import { cleanUp } from './cleanUp.ts'

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
