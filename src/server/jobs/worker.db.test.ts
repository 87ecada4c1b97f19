import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { done } from '#kernel/result.ts'
import { DAY, HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import { asStudio } from '#server/commands/asStudio.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { DatabaseBusy, DatabaseUnavailable } from '#server/db/errors.ts'
import type { CommandContext } from '#server/procedures.ts'
import { runChild } from '#server/testing/child.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import type { TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { does, job, recurring, type JobHandler } from './jobs.ts'
import { putOff, queueOrReplace, takeDue } from './queue.ts'
import { noWorker, runDue, startWorker, type Worker, type WorkerServices } from './worker.ts'

const SECOND = 1_000

/** A job that writes an e-mail with this text. */
const write = job<{ to: string; text: string }>('test.write', ({ to }) => to)
const writing = does(write, async (c, { to, text }) => c.mail({ to, subject: text, text: '', html: '' }))

let studio: TestStudio
let worker: Worker = noWorker
const places = new EmptyPlaces()

studioForEach(async (empty) => {
  studio = empty
})
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(async () => {
  await worker.stop()
  worker = noWorker
  vi.useRealTimers()
})
afterAll(() => places.remove())

const withJobs = (handlers: readonly JobHandler[] = [writing], more: Partial<WorkerServices> = {}): WorkerServices => ({
  ...studio.services,
  jobQueued: (at) => worker.queued(at),
  jobs: new Map(handlers.map((handler) => [handler.kind, handler])),
  ...more,
})

/** Runs work in one transaction as the studio, like a command. */
const inOne = (work: (c: CommandContext) => Promise<void>, services = withJobs()) =>
  asStudio(services, 'test', async (c) => {
    await work(c)
    return done({})
  })

const later = (to: string, at: Instant, text = 'Now') => inOne((c) => c.queueOrReplace(write, at, { to, text }))

/** E-mails written by jobs, as 'text to address'. */
async function written(): Promise<string[]> {
  const letters = await studio.sql<{ told: string }>`
    select subject || ' to ' || to_address as told from outbox order by id`
  return letters.map(({ told }) => told)
}

const queue = () =>
  studio.sql<{ subject: string; attempts: number }>`select subject, attempts from jobs order by subject`

async function wait(milliseconds: number, services = withJobs()): Promise<void> {
  studio.now += milliseconds
  await runDue(services)
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 10 })

describe('a job', () => {
  it('runs once, when it is due and not before', async () => {
    await later('anna@example.ee', studio.now + HOUR)
    await wait(HOUR - 1)
    expect(await written()).toEqual([])
    await wait(1)
    expect(await written()).toEqual(['Now to anna@example.ee'])
    expect(await queue()).toEqual([])
    await wait(DAY)
    expect(await written()).toHaveLength(1)
  })

  it('of a transaction that is rolled back never runs', async () => {
    const refused = inOne(async (c) => {
      await c.queueOrReplace(write, c.now, { to: 'anna@example.ee', text: 'Now' })
      throw new Error('planted')
    })
    await expect(refused).rejects.toThrow('planted')
    await wait(DAY)
    expect(await written()).toEqual([])
  })

  it('replaces one that is queued for the same subject', async () => {
    await later('anna@example.ee', studio.now + HOUR, 'Early')
    await later('mari@example.ee', studio.now + HOUR, 'Early')
    await later('anna@example.ee', studio.now + 2 * HOUR, 'Late')
    await wait(HOUR)
    expect(await written()).toEqual(['Early to mari@example.ee'])
    await wait(HOUR)
    expect(await written()).toEqual(['Early to mari@example.ee', 'Late to anna@example.ee'])
  })

  it('is not run after it was cancelled, while another of its kind is', async () => {
    await later('anna@example.ee', studio.now + HOUR)
    await later('mari@example.ee', studio.now + HOUR)
    await inOne((c) => c.cancelQueued(write, 'anna@example.ee'))
    await wait(HOUR)
    expect(await written()).toEqual(['Now to mari@example.ee'])
  })

  it('runs before jobs that are due later', async () => {
    await later('mari@example.ee', studio.now + 2 * HOUR)
    await later('anna@example.ee', studio.now + HOUR)
    await wait(DAY)
    expect(await written()).toEqual(['Now to anna@example.ee', 'Now to mari@example.ee'])
  })

  it('may queue another one for the same subject', async () => {
    const again = does(write, async (c, payload) => {
      await writing.run(c, payload as never)
      if (payload.text === 'First') await c.queueOrReplace(write, c.now + HOUR, { ...payload, text: 'Second' })
    })
    await later('anna@example.ee', studio.now, 'First')
    await wait(0, withJobs([again]))
    expect(await written()).toEqual(['First to anna@example.ee'])
    await wait(HOUR, withJobs([again]))
    expect(await written()).toEqual(['First to anna@example.ee', 'Second to anna@example.ee'])
    expect(await queue()).toEqual([])
  })

  it('of an unknown kind stays queued for another version', async () => {
    await later('anna@example.ee', studio.now)
    await wait(DAY, withJobs([]))
    expect(await queue()).toHaveLength(1)
    await wait(0)
    expect(await written()).toHaveLength(1)
  })

  it('updates the screens that show what it changed', async () => {
    const rename = does(write, async (c) => void (await c.tx.execute('update people set family_name = display_name')))
    const { userId } = await studio.person()
    const topics: string[] = []
    await later('anna@example.ee', studio.now)
    await wait(0, withJobs([rename], { changed: (changed) => void topics.push(...changed) }))
    expect(topics.toSorted()).toEqual(['people', `people:${userId}`])
  })
})

describe('a job that fails', () => {
  /** Writes, then fails as long as `trouble` returns an error. */
  const troubled = (trouble: () => Error | null) => {
    let runs = 0
    const handler = does(write, async (c, payload) => {
      runs++
      await c.tx.execute(sql`insert into meta values (${`run ${runs}`}, '')`)
      const error = trouble()
      if (error) throw error
      await writing.run(c, payload as never)
    })
    return { services: withJobs([handler]), runs: () => runs }
  }

  it('is rolled back, and retried after half a minute, a minute, and then less often', async () => {
    let failures = 2
    const { services, runs } = troubled(() => (failures-- > 0 ? new Error('planted') : null))
    await later('anna@example.ee', studio.now)
    await wait(0, services)
    expect(await queue()).toEqual([{ subject: 'anna@example.ee', attempts: 1 }])
    await wait(29 * SECOND, services)
    expect(runs()).toBe(1)
    await wait(SECOND, services)
    expect(await queue()).toEqual([{ subject: 'anna@example.ee', attempts: 2 }])
    await wait(MINUTE, services)
    expect(runs()).toBe(3)
    expect(await queue()).toEqual([])
    expect(await written()).toEqual(['Now to anna@example.ee'])
    expect(await studio.sql`select key from meta where key like 'run %'`).toEqual([{ key: 'run 3' }])
  })

  it('is retried once an hour forever, and is reported and logged once', async () => {
    const { services, runs } = troubled(() => new Error('planted'))
    await later('anna@example.ee', studio.now)
    for (let minutes = 0; minutes < 5 * HOUR; minutes += 10 * MINUTE) await wait(10 * MINUTE, services)
    const before = runs()
    expect(before).toBeGreaterThan(7)
    for (let hours = 0; hours < 10; hours++) await wait(HOUR, services)
    expect(runs()).toBe(before + 10)
    expect(studio.reported.splice(0)).toEqual([
      expect.stringContaining('The job test.write failed, and will be tried again'),
    ])
    expect(await studio.sql`select level, message from logs`).toEqual([
      { level: 'error', message: 'test.write failed unexpectedly.' },
    ])
  })

  it('does not hold up other jobs', async () => {
    const picky = does(write, async (c, payload) => {
      if (payload.to.startsWith('bad')) throw new Error('planted')
      await writing.run(c, payload as never)
    })
    for (const name of ['bad1', 'bad2', 'anna', 'bad3', 'mari']) await later(`${name}@example.ee`, studio.now++)
    await wait(0, withJobs([picky]))
    expect(await written()).toEqual(['Now to anna@example.ee', 'Now to mari@example.ee'])
    expect(await queue()).toHaveLength(3)
    expect(studio.reported.splice(0)).toHaveLength(3)
  })

  it('for lack of database time is postponed, and does not hold up other jobs', async () => {
    const slow = does(write, async (c, payload) => {
      if (payload.to.startsWith('slow')) throw new DatabaseBusy('planted')
      await writing.run(c, payload as never)
    })
    await later('slow@example.ee', studio.now)
    await later('anna@example.ee', studio.now + 1)
    await wait(1, withJobs([slow]))
    expect(await written()).toEqual(['Now to anna@example.ee'])
    expect(await queue()).toEqual([{ subject: 'slow@example.ee', attempts: 1 }])
    expect(studio.reported.splice(0)).toEqual(['The database had no time for the job test.write; it is tried again.'])
  })

  it('because the database is unavailable does not count as tried, and runs when it is back', async () => {
    const { services } = troubled(() => new DatabaseUnavailable('planted'))
    await later('anna@example.ee', studio.now)
    await expect(runDue(services)).rejects.toThrow('planted')
    expect(await queue()).toEqual([{ subject: 'anna@example.ee', attempts: 0 }])
    await wait(0)
    expect(await written()).toEqual(['Now to anna@example.ee'])
    expect(studio.reported).toEqual([])
  })

  it('is not postponed when it was queued again meanwhile', async () => {
    await later('anna@example.ee', studio.now)
    const failed = await studio.database.transaction(async (tx) => {
      const taken = await takeDue(tx, [write.kind], studio.now)
      if (taken) await queueOrReplace(tx, taken)
      return taken
    })
    if (!failed) throw new Error('Nothing was taken.')
    await later('anna@example.ee', studio.now + 1, 'Anew')
    await studio.database.transaction((tx) => putOff(tx, failed, studio.now))
    await wait(1)
    expect(await written()).toEqual(['Anew to anna@example.ee'])
  })
})

describe('with several processes', () => {
  it('each job is run by one process, and none twice', async () => {
    const url = studio.database.url
    const other = url ? await openDatabase({ dataDir: '', databaseUrl: url }) : studio.database
    const people = Array.from({ length: 60 }, (_, n) => `member${n}@example.ee`)
    await inOne(async (c) => {
      for (const to of people) await c.queueOrReplace(write, c.now, { to, text: 'Now' })
    })
    const over = (database: Database) => runDue(withJobs([writing], { database }))
    await Promise.all([studio.database, other, studio.database, other].map(over))
    expect((await written()).toSorted()).toEqual(people.map((to) => `Now to ${to}`).toSorted())
    expect(await queue()).toEqual([])
    if (other !== studio.database) await other.close()
  })

  it('a job whose process is killed is rolled back and run again', async () => {
    vi.useRealTimers()
    const place = await places.like(studio.database.url, 'migrated')
    const child = runChild(
      `import { startServices } from '#server/services.ts'
       import { readSettings } from '#server/settings.ts'
       import { openDatabase } from '#server/db/database.ts'
       import { queueOrReplace } from '#server/jobs/queue.ts'
       import { runDue } from '#server/jobs/worker.ts'
       const { settings } = readSettings({})
       const database = await openDatabase(JSON.parse(process.argv[1]))
       const services = await startServices({ settings, database, deliver: false, say: () => {} })
       const queued = { kind: 'test.write', subject: 'anna', at: Date.now(), payload: { to: 'anna@example.ee', text: 'Now' } }
       await database.transaction((tx) => queueOrReplace(tx, queued))
       setInterval(() => {}, 1000)
       const run = async (c) => {
         await c.tx.execute("insert into meta values ('half', 'done')")
         console.log('in the middle')
         await new Promise(() => {})
       }
       await runDue({ ...services, jobs: new Map([['test.write', { kind: 'test.write', run }]]) })`,
      JSON.stringify(place),
    )
    expect(await child.line()).toBe('in the middle')
    await child.kill()
    const database = await openDatabase(place)
    try {
      const services = withJobs([writing], { database, clock: Date.now })
      // the server needs a moment to notice that the other process is gone
      await eventually(async () => {
        await runDue(services)
        expect((await database.read.execute('select to_address from outbox')).rows).toHaveLength(1)
      })
      expect((await database.read.execute(`select 1 from meta where key = 'half'`)).rows).toEqual([])
      expect((await database.read.execute('select 1 from jobs')).rows).toEqual([])
    } finally {
      await database.close()
    }
  })
})

describe('the worker', () => {
  it('runs jobs that were queued before it started', async () => {
    await later('anna@example.ee', studio.now)
    worker = startWorker(withJobs())
    await eventually(async () => expect(await written()).toHaveLength(1))
  })

  it('runs a job queued for now at once, and others within a second after they become due', async () => {
    const database = { ...studio.database }
    const look = vi.spyOn(database, 'transactionClosedBy')
    worker = startWorker(withJobs([writing], { database }))
    await eventually(async () => expect(look).toHaveBeenCalledTimes(1))
    // let the first check finish
    for (const _ of [1, 2, 3]) await queue()
    const since = performance.now()
    await later('anna@example.ee', studio.now)
    await eventually(async () => expect(await written()).toEqual(['Now to anna@example.ee']))
    // fake timers advance while waiting; after ten seconds it would have checked by itself
    expect(performance.now() - since).toBeLessThan(5 * SECOND)
    await later('mari@example.ee', studio.now + HOUR)
    studio.now += HOUR
    vi.advanceTimersByTime(SECOND)
    await eventually(async () => expect(await written()).toHaveLength(2))
  })

  it('asks the database only every ten seconds, for jobs of other processes, while nothing is due', async () => {
    worker = startWorker(withJobs())
    await worker.stop()
    const database = { ...studio.database }
    const transaction = vi.spyOn(database, 'transactionClosedBy')
    worker = startWorker(withJobs([writing], { database }))
    const looks = () => transaction.mock.calls.length
    await eventually(async () => expect(looks()).toBe(1))
    for (let second = 1; second < 10; second++) {
      vi.advanceTimersByTime(SECOND)
      // time for a check that must not come
      await queue()
    }
    expect(looks()).toBe(1)
    await inOne((c) => c.queueOrReplace(write, c.now, { to: 'anna@example.ee', text: 'Now' }), {
      ...withJobs(),
      jobQueued: () => {},
    })
    vi.advanceTimersByTime(SECOND)
    await eventually(async () => expect(await written()).toEqual(['Now to anna@example.ee']))
  })

  it('finishes the running job when it stops, and starts no other', async () => {
    let stopping: Promise<void> | undefined
    const stops = does(write, async (c, payload) => {
      stopping = worker.stop()
      await writing.run(c, payload as never)
    })
    await later('anna@example.ee', studio.now)
    await later('mari@example.ee', studio.now + 1)
    studio.now += 1
    worker = startWorker(withJobs([stops]))
    await eventually(async () => expect(stopping).toBeDefined())
    await stopping
    expect(await written()).toEqual(['Now to anna@example.ee'])
    worker.queued(studio.now)
    expect(await queue()).toHaveLength(1)
  })
})

describe('a repeating job', () => {
  let more = 0
  let runs: Instant[] = []
  const tidy = recurring('test.tidy', HOUR, async (c) => {
    runs.push(c.now)
    return more-- > 0
  })
  beforeEach(() => {
    more = 0
    runs = []
  })
  const started = () => {
    worker = startWorker(withJobs([tidy]))
    return eventually(async () => expect(await queue()).toContainEqual({ subject: '', attempts: 0 }))
  }

  it('runs one interval after the first start, and then after each run', async () => {
    const start = studio.now
    await started()
    await worker.stop()
    for (const _ of [1, 2, 3, 4, 5, 6]) await wait(HOUR / 2, withJobs([tidy]))
    expect(runs.map((at) => at - start)).toEqual([HOUR, 2 * HOUR, 3 * HOUR])
  })

  it('runs again at once while there is more, each time in its own transaction', async () => {
    await started()
    await worker.stop()
    more = 3
    const database = { ...studio.database }
    const transaction = vi.spyOn(database, 'transactionClosedBy')
    await wait(HOUR, withJobs([tidy], { database }))
    expect(runs).toHaveLength(4)
    // the last run finds nothing
    expect(transaction).toHaveBeenCalledTimes(5)
  })

  it('keeps its schedule through a restart', async () => {
    await started()
    await worker.stop()
    studio.now += HOUR / 2
    await started()
    await worker.stop()
    await wait(HOUR / 2, withJobs([tidy]))
    expect(runs).toHaveLength(1)
  })

  it('runs even after a clock that was a year ahead is corrected, and so do retries', async () => {
    const right = studio.now
    await later('anna@example.ee', right)
    studio.now = right + 365 * DAY
    const broken = does(write, () => Promise.reject(new Error('planted')))
    await started()
    await worker.stop()
    await wait(0, withJobs([broken]))
    studio.reported.length = 0
    studio.now = right
    worker = startWorker(withJobs([tidy, writing]))
    await eventually(async () => expect(await written()).toHaveLength(1))
    studio.now = right + HOUR
    vi.advanceTimersByTime(SECOND)
    await eventually(async () => expect(runs).toEqual([right + HOUR]))
  })
})
