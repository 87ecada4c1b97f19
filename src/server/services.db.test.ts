import { expect, it } from 'vitest'
import type { Database, Tx } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { saveSettings } from '#server/testing/fixtures.ts'
import { signal } from '#server/testing/signal.ts'
import { codeOf, TestStudio } from '#server/testing/studio.ts'
import { settings } from '#studio/settings/contract.ts'

it('settings that are saved one right after the other are known as they stand, however long the first look at them takes', async () => {
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

/** The next look at the database after `hold` sees what it sees then, and tells of it once it is let go. */
function slowToLook(database: Database) {
  const [ended, released] = [signal(), signal()]
  let holds = false
  const select = (...columns: Parameters<Tx['select']>) => {
    const query = database.read.select(...columns)
    if (!holds) return query
    holds = false
    const from = (table: Parameters<typeof query.from>[0]) => {
      const found = Promise.resolve(query.from(table))
      void found.then(ended.fire)
      return found.then((rows) => released.fired.then(() => rows))
    }
    return { from }
  }
  const read = new Proxy(database.read, {
    get: (tx, name) => (name === 'select' ? select : (Reflect.get(tx, name) as unknown)),
  })
  return { database: { ...database, read }, hold: () => (holds = true), looked: ended.fired, letGo: released.fire }
}
