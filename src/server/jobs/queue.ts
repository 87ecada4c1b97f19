import { and, asc, eq, gt, inArray, lte, min, or, sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { jobs } from '#server/jobs/tables.ts'
import { LONGEST_PAUSE, pauseAfter } from '#server/retries.ts'

export type QueuedJob = typeof jobs.$inferSelect

const key = ({ kind, subject }: Pick<QueuedJob, 'kind' | 'subject'>) =>
  and(eq(jobs.kind, kind), eq(jobs.subject, subject))

/** Queues a job. One already queued for the same subject gets the new time and payload. */
export async function queueOrReplace(tx: Tx, queued: Omit<QueuedJob, 'attempts'>): Promise<void> {
  const { at, payload } = queued
  await tx
    .insert(jobs)
    .values(queued)
    .onConflictDoUpdate({ target: [jobs.kind, jobs.subject], set: { at, payload, attempts: 0 } })
}

/**
 * Queues jobs. One already queued for the same subject keeps its payload, and its time if that is earlier. Sorted, so
 * that concurrent calls can't deadlock.
 */
export async function queueOrBringForward(tx: Tx, queued: readonly Omit<QueuedJob, 'attempts'>[]): Promise<void> {
  if (queued.length === 0) return
  const at = sql`least(${jobs.at}, excluded.at)`
  await tx
    .insert(jobs)
    .values(queued.toSorted((a, b) => (a.subject < b.subject ? -1 : 1)))
    .onConflictDoUpdate({ target: [jobs.kind, jobs.subject], set: { at, attempts: 0 } })
}

export async function cancelQueued(tx: Tx, kind: string, subject: string): Promise<void> {
  await tx.delete(jobs).where(key({ kind, subject }))
}

/** Queues a repeating job unless it is queued; moves one forward that a wrong clock had put too late. */
export async function queueRecurring(tx: Tx, kind: string, at: Instant): Promise<void> {
  await tx
    .insert(jobs)
    .values({ kind, subject: '', at, payload: {} })
    .onConflictDoUpdate({ target: [jobs.kind, jobs.subject], set: { at }, setWhere: gt(jobs.at, at) })
}

/**
 * Takes the longest overdue job out of the queue. It returns to the queue if this transaction fails or the process
 * dies; until then it is locked, so that no other process takes it.
 */
export async function takeDue(tx: Tx, kinds: readonly string[], now: Instant): Promise<QueuedJob | null> {
  // no retry waits this long, so a wrong clock must have set this time
  const putOff = and(gt(jobs.attempts, 0), gt(jobs.at, now + 2 * LONGEST_PAUSE))
  const [due] = await tx
    .select()
    .from(jobs)
    .where(and(inArray(jobs.kind, [...kinds]), or(lte(jobs.at, now), putOff)))
    .orderBy(asc(jobs.at), asc(jobs.kind), asc(jobs.subject))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!due) return null
  await tx.delete(jobs).where(key(due))
  return due
}

/** Postpones a failed job, unless it was queued again, cancelled or run by another process meanwhile. */
export async function putOff(tx: Tx, failed: QueuedJob, now: Instant): Promise<void> {
  const unchanged = and(key(failed), eq(jobs.at, failed.at), eq(jobs.attempts, failed.attempts))
  await tx
    .update(jobs)
    .set({ attempts: sql`${jobs.attempts} + 1`, at: now + pauseAfter(failed.attempts + 1) })
    .where(unchanged)
}

/** When the next job is due; null when none is queued. */
export async function nextDue(db: Tx, kinds: readonly string[]): Promise<Instant | null> {
  const [next] = await db
    .select({ at: min(jobs.at) })
    .from(jobs)
    .where(inArray(jobs.kind, [...kinds]))
  return next?.at ?? null
}
