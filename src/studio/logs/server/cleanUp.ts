import { asc, inArray, lt } from 'drizzle-orm'
import { DAY, HOUR } from '#kernel/time.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { logs } from '../tables.ts'

/** Retention (ms): a little more than a year, so that last year's events can be looked up. */
const KEEP_LINES = 400 * DAY

/** Lines per batch, since the embedded database blocks all others meanwhile. */
const LINES = 500

/** Deletes lines past the retention time. */
export const cleanUpLogs = recurring('logs.cleanUp', HOUR, async ({ tx, now }) => {
  const old = tx
    .select({ id: logs.id })
    .from(logs)
    .where(lt(logs.createdAt, now - KEEP_LINES))
    .orderBy(asc(logs.createdAt))
    .limit(LINES)
  const gone = await tx.delete(logs).where(inArray(logs.id, old)).returning({ id: logs.id })
  return gone.length === LINES
})
