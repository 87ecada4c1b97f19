import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { signal } from './signal.ts'
import type { TestStudio } from './studio.ts'

/** Waits until this many transactions wait for locks; on PostgreSQL only. */
export async function untilLockWaits(studio: TestStudio, many: number): Promise<void> {
  await expect
    .poll(async () => {
      const [found] = await studio.sql<{ many: number }>`
        select count(*)::int as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return found?.many
    })
    .toBe(many)
}

/** Lets calls reach a lock one after the other while it is held, then releases it; on PostgreSQL only. */
export async function inTurnAt(
  studio: TestStudio,
  lock: SQL,
  ...calls: (() => Promise<unknown>)[]
): Promise<unknown[]> {
  const [holding, released] = [signal(), signal()]
  const holder = studio.database.transaction(async (tx) => {
    await tx.execute(sql`${lock} for update`)
    holding.fire()
    await released.fired
  })
  await holding.fired
  const results: Promise<unknown>[] = []
  for (const call of calls) {
    results.push(call())
    await untilLockWaits(studio, results.length)
  }
  released.fire()
  await holder
  return Promise.all(results)
}
