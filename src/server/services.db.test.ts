import { expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { EVERYTHING } from '#server/changes/topics.ts'
import type { Database } from '#server/db/database.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { testDatabase } from '#server/testing/database.ts'
import { saveSettings } from '#server/testing/fixtures.ts'
import { signal } from '#server/testing/signal.ts'
import { codeOf, TestStudio } from '#server/testing/studio.ts'
import { classes } from '#studio/classes/contract.ts'
import { settings } from '#studio/settings/contract.ts'

it('knows the latest settings after two quick changes, however long the first read takes', async () => {
  const { database, hold, looked, letGo } = slowToLook(await testDatabase())
  const studio = await TestStudio.open({}, database)
  try {
    const [admin, other] = [await studio.person('admin'), await studio.person('admin')]
    const { notices: before } = await studio.ask(admin, settings.all, {})
    const save = (change: Partial<typeof before>, by = admin) =>
      codeOf(saveSettings(studio, by, 'notices', change, before))
    hold()
    const first = save({ classHours: 24 })
    await looked
    const second = save({ overdueDays: 3 }, other)
    const stored = () => studio.sql<{ days: number }>`select (value->>'overdueDays')::int as days from settings`
    await expect.poll(stored).toEqual([{ days: 3 }])
    letGo()
    expect(await Promise.all([first, second])).toEqual(['done', 'done'])
    expect((await studio.ask(admin, settings.all, {})).notices).toMatchObject({ classHours: 24, overdueDays: 3 })
  } finally {
    await studio.close()
  }
})

it('reads settings again after a failed read, and updates subscribers', async () => {
  const { database, failNext } = failing(await testDatabase())
  const studio = await TestStudio.open({}, database)
  try {
    const admin = await studio.person('admin')
    const { notices: before } = await studio.ask(admin, settings.all, {})
    const { next, stop } = await studio.watch(admin, settings.all, {})
    await next()
    failNext()
    expect(await codeOf(saveSettings(studio, admin, 'notices', { overdueDays: 3 }, before))).toBe('done')
    expect(studio.reported).toEqual([expect.stringContaining('The settings could not be read.')])
    await expect.poll(() => studio.services.settings.sections.notices.overdueDays, { timeout: 5_000 }).toBe(3)
    expect((await next()).notices).toMatchObject({ overdueDays: 3 })
    stop()
  } finally {
    await studio.close()
  }
})

it('shows a change whose commit response was lost, here and on all other servers', async () => {
  const given = await testDatabase()
  let loses = false
  const transactionClosedBy: Database['transactionClosedBy'] = async (...all) => {
    const closed = await given.transactionClosedBy(...all)
    if (!loses) return closed
    loses = false
    throw new DatabaseUnavailable('The database cannot be reached')
  }
  const announced: (readonly string[])[] = []
  const announce = (topics: readonly string[]) => announced.push(topics)
  const studio = await TestStudio.open({}, { ...given, transactionClosedBy, announce })
  try {
    const admin = await studio.person('admin')
    const { next, stop } = await studio.watch(admin, classes.list, {})
    expect(await next()).toEqual([])
    const girls = { name: 'Girls', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
    const key = newId()
    loses = true
    expect((await studio.call(admin, classes.create, girls, key)).status).toBe(503)
    expect(await codeOf(studio.call(admin, classes.create, girls, key))).toBe('done')
    expect(await next()).toMatchObject([{ name: 'Girls' }])
    expect(announced).toEqual([[EVERYTHING]])
    stop()
  } finally {
    await studio.close()
  }
})

/** Delays the next read of the settings after `hold`: it returns its old data only when released by `letGo`. */
function slowToLook(given: Database) {
  const [ended, released] = [signal(), signal()]
  let holds = false
  const transaction: Database['transaction'] = async (work, options) => {
    const slow = holds && options?.readOnly
    if (slow) holds = false
    const answer = await given.transaction(work, options)
    if (!slow) return answer
    ended.fire()
    await released.fired
    return answer
  }
  return { database: { ...given, transaction }, hold: () => (holds = true), looked: ended.fired, letGo: released.fire }
}

/** Makes the next read of the settings after `failNext` fail. */
function failing(given: Database) {
  let fails = false
  const transaction: Database['transaction'] = (work, options) => {
    if (!fails || !options?.readOnly) return given.transaction(work, options)
    fails = false
    return Promise.reject(new DatabaseUnavailable('The database cannot be reached'))
  }
  return { database: { ...given, transaction }, failNext: () => (fails = true) }
}
