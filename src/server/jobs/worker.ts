import type { Instant } from '#kernel/time.ts'
import { workAsStudio } from '#server/commands/asStudio.ts'
import { commit, type EffectServices } from '#server/commands/effects.ts'
import { failureId, logFailure } from '#server/commands/failures.ts'
import { databaseTrouble, DatabaseUnavailable } from '#server/db/errors.ts'
import { oneAtATime } from '#server/oneAtATime.ts'
import type { JobHandler } from './jobs.ts'
import { nextDue, putOff, queueRecurring, takeDue, type QueuedJob } from './queue.ts'

/** Interval (ms) of reading the clock, which may be changed. */
const TICK = 1_000
/** Interval (ms) of checking the queue, for jobs that other processes queued or left. */
const LOOK = 10_000

export interface Worker {
  /** Runs jobs that are due at that instant; call it after a commit that queued one. */
  queued(at: Instant): void
  /** Waits for the running job; the rest runs after the next start. */
  stop(): Promise<void>
}

export interface WorkerServices extends EffectServices {
  /** Handlers by kind. Jobs of an unknown kind, queued by another version, stay queued. */
  readonly jobs: ReadonlyMap<string, JobHandler>
}

/** Runs due jobs one after the other, until stopped. */
export function startWorker(services: WorkerServices): Worker {
  const { database, clock, jobs, report } = services
  let dueAt = -Infinity
  let lookedAt = -Infinity
  /** Time at the last reading of the clock. */
  let readAt = Infinity
  let stopped = false

  const look = async () => {
    if (stopped) return
    lookedAt = performance.now()
    dueAt = Infinity
    try {
      // at startup, and after the clock was set back
      if (clock() < readAt) await queueAllRecurring(services)
      readAt = clock()
      await runDue(services, () => stopped)
      const next = await nextDue(database.read, [...jobs.keys()])
      dueAt = Math.min(dueAt, next ?? Infinity)
    } catch (error) {
      // other parts of the program already report a database that is unavailable
      if (!databaseTrouble(error)) report('The queue of jobs could not be worked on.', error)
    }
  }
  const looking = oneAtATime(look)
  const timer = setInterval(() => {
    if (clock() >= dueAt || clock() < readAt || performance.now() - lookedAt >= LOOK) looking.soon()
  }, TICK).unref()
  looking.soon()
  return {
    queued(at) {
      dueAt = Math.min(dueAt, at)
      if (clock() >= dueAt) looking.soon()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking.settled()
    },
  }
}

export const noWorker: Worker = { queued: () => {}, stop: async () => {} }

/** Queues all repeating jobs, first due one interval from now. */
export async function queueAllRecurring({ database, clock, jobs }: WorkerServices): Promise<void> {
  const now = clock()
  await database.transaction(async (tx) => {
    for (const { kind, every } of jobs.values()) if (every !== undefined) await queueRecurring(tx, kind, now + every)
  })
}

/** Runs jobs until none is due. Throws when the database is unavailable. */
export async function runDue(services: WorkerServices, stopping: () => boolean = () => false): Promise<void> {
  for (let ran = true; ran && !stopping();) ran = await runNext(services)
}

/** Takes and runs the next job in one transaction; returns false when none is due. */
async function runNext(services: WorkerServices): Promise<boolean> {
  const { jobs } = services
  const taken: { job: QueuedJob | null } = { job: null }
  try {
    return await commit(services, async (tx, now) => {
      const job = (taken.job = await takeDue(tx, [...jobs.keys()], now))
      const handler = job && jobs.get(job.kind)
      if (!handler) return { value: false }
      return await workAsStudio(services, tx, now, async (c) => {
        await handler.run(c, job.payload as never)
        return true
      })
    })
  } catch (error) {
    if (!taken.job || error instanceof DatabaseUnavailable) throw error
    await failed(services, taken.job, error)
    return true
  }
}

/**
 * Schedules a retry, whatever the error: after half a minute, then ever less often, finally once an hour without end.
 */
async function failed(services: WorkerServices, job: QueuedJob, error: unknown): Promise<void> {
  const { database, clock, report } = services
  await database.transaction((tx) => putOff(tx, job, clock()))
  if (job.attempts > 0) return
  if (databaseTrouble(error)) {
    report(`The database had no time for the job ${job.kind}; it is tried again.`)
    return
  }
  const id = failureId()
  report(`The job ${job.kind} failed, and will be tried again (${id}).`, error)
  await logFailure(services, { name: job.kind, userId: null, id })
}
