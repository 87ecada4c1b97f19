import { expect } from 'vitest'
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
