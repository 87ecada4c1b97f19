import { and, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { DAY, MINUTE, type Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { NEVER, outbox } from '#server/mail/tables.ts'
import { LONGEST_PAUSE, pauseAfter } from '#server/retries.ts'
import type { QueuedLetter } from './message.ts'

/** How long (ms) a claimed e-mail belongs to this process; much longer than a delivery may take. */
const LEASE = 5 * MINUTE
/** Both must be reached, so that after a week of downtime an e-mail still gets several attempts. */
const GIVE_UP_AFTER = { time: 3 * DAY, attempts: 12 }
const FORGET_AFTER = 30 * DAY

export interface ClaimedLetter extends QueuedLetter {
  /** Includes this attempt; guards against a late outcome of an earlier one. */
  readonly attempts: number
  readonly lastError: string | null
}

/** Claims up to `most` due e-mails for this process. No lock is held while mail is sent. */
export function claimDue(database: Database, most: number, now: Instant): Promise<ClaimedLetter[]> {
  return database.transaction(async (tx) => {
    const { nextAttemptAt } = outbox
    // no retry waits this long, so a wrong clock must have set this time
    const putOff = and(gt(nextAttemptAt, now + 2 * LONGEST_PAUSE), lt(nextAttemptAt, NEVER))
    const due = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isNull(outbox.sentAt), or(lte(nextAttemptAt, now), putOff)))
      .orderBy(outbox.nextAttemptAt, outbox.id)
      .limit(most)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    return await tx
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: now + LEASE })
      .where(
        inArray(
          outbox.id,
          due.map(({ id }) => id),
        ),
      )
      .returning()
  })
}

/** Saves the delivery; clears the texts at once, because their links open accounts. */
export async function markSent(database: Database, letter: ClaimedLetter, now: Instant): Promise<void> {
  await database.transaction((tx) =>
    tx
      .update(outbox)
      .set({ sentAt: now, text: '', html: '', unsubscribe: '', calendar: '', lastError: null })
      .where(and(eq(outbox.id, letter.id), isNull(outbox.sentAt))),
  )
}

/** Saves the failure and the time of the next attempt; `gaveUp` when there is none, as with `forGood`. */
export async function markFailed(
  database: Database,
  letter: ClaimedLetter,
  reason: string,
  now: Instant,
  forGood = false,
): Promise<{ gaveUp: boolean }> {
  const tired = letter.attempts >= GIVE_UP_AFTER.attempts && now - letter.createdAt >= GIVE_UP_AFTER.time
  const gaveUp = forGood || tired
  const nextAttemptAt = gaveUp ? NEVER : now + pauseAfter(letter.attempts)
  await database.transaction((tx) =>
    tx
      .update(outbox)
      .set({ nextAttemptAt, lastError: reason })
      .where(and(eq(outbox.id, letter.id), eq(outbox.attempts, letter.attempts), isNull(outbox.sentAt))),
  )
  return { gaveUp }
}

/** Deletes e-mails sent, or given up, more than 30 days ago: addresses are personal data. */
export async function forgetOld(database: Database, now: Instant): Promise<void> {
  const past = now - FORGET_AFTER
  const givenUp = and(isNull(outbox.sentAt), eq(outbox.nextAttemptAt, NEVER), lt(outbox.createdAt, past))
  await database.transaction((tx) => tx.delete(outbox).where(or(lt(outbox.sentAt, past), givenUp)))
}

/** Which of these e-mails the outbox holds, sent or not. */
export async function stillThere(database: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const found = await database.read
    .select({ id: outbox.id })
    .from(outbox)
    .where(sql`${outbox.id} = any(${sql.param(`{${ids.join(',')}}`)}::bigint[])`)
  return new Set(found.map(({ id }) => id))
}
