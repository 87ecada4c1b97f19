import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { queueAllRecurring, runDue, startWorker } from '#server/jobs/worker.ts'
import type { TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { classes } from '#studio/classes/contract.ts'

let studio: TestStudio

studioForEach(async (empty) => {
  studio = empty
})

/** Runs the clean-up jobs at that time. */
async function cleanAt(instant: number): Promise<void> {
  studio.now = instant - HOUR
  await queueAllRecurring(studio.services)
  studio.now = instant
  await runDue(studio.services)
}

it('a starting server queues the clean-up jobs of the server and of its concepts', async () => {
  const worker = startWorker(studio.services)
  const queued = () => studio.sql<{ kind: string }>`select kind from jobs order by kind`
  const all = [
    'accounts.cleanUp',
    'families.cleanUp',
    'families.comingOfAge',
    'feeds.cleanUp',
    'logs.cleanUp',
    'mailings.cleanUp',
    'memberships.remindOfEnd',
    'merging.cleanUp',
    'moving.forget',
    'moving.forgetTables',
    'notices.cleanUp',
    'papers.outlived',
    'pay.fix',
    'payments.remindOfOverdue',
    'registrations.remindOfClasses',
    'server.cleanUp',
    'signing.cleanUp',
    'signing.cleanUpVisits',
    'stebby.cleanUp',
  ]
  await vi.waitFor(async () => expect(await queued()).toHaveLength(all.length), { timeout: 15_000 })
  await worker.stop()
  expect((await queued()).map(({ kind }) => kind)).toEqual(all)
})

it('deletes stored results after a week and sessions after their end, and nothing earlier', async () => {
  const start = studio.now
  const admin = await studio.person('admin')
  const girls = { name: 'Girls', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
  await studio.must(admin, classes.create, girls)
  const kept = async () => [
    (await studio.sql`select 1 from commands`).length,
    (await studio.sql`select 1 from sessions`).length,
  ]
  await cleanAt(start + 7 * DAY - HOUR)
  expect(await kept()).toEqual([1, 1])
  await cleanAt(start + 7 * DAY + HOUR)
  expect(await kept()).toEqual([0, 1])
  await cleanAt(start + 366 * DAY)
  expect(await kept()).toEqual([0, 0])
})

it('keeps log lines for 400 days, and deletes older ones in batches', async () => {
  const lines = async () => (await studio.sql<{ n: number }>`select count(*)::int as n from logs`)[0]?.n
  const write = (count: number, at: number) =>
    studio.database.transaction((tx) =>
      tx.execute(sql`insert into logs (channel, level, message, created_at)
        select 'courses', 'info', 'Something happened.', ${new Date(at).toISOString()}::timestamptz
        from generate_series(1, ${count}::int)`),
    )
  await queueAllRecurring(studio.services)
  studio.now += HOUR
  await write(3, studio.now - 400 * DAY)
  await write(1_200, studio.now - 400 * DAY - 1)
  const jobs = new Map([...studio.services.jobs].filter(([kind]) => kind === 'logs.cleanUp'))
  const found: unknown[] = []
  for (let run = 0; run < 3; run++) {
    let ran = 0
    await runDue({ ...studio.services, jobs }, () => ran++ > 0)
    found.push(await lines())
  }
  expect(found).toEqual([703, 203, 3])
})
