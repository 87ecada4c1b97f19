import { asc, inArray, lt } from 'drizzle-orm'
import { DAY, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { logs } from '../tables.ts'

/** Somewhat more than a year, so that what was done a year ago can be looked up. */
const KEEP_LINES = 400 * DAY

/** At a time: on the embedded database all others wait meanwhile. */
const LINES = 500

/** Throws away lines that are too old; true where there may be more of them. */
export async function cleanUpLogs(tx: Tx, now: Instant): Promise<boolean> {
  const old = tx
    .select({ id: logs.id })
    .from(logs)
    .where(lt(logs.createdAt, now - KEEP_LINES))
    .orderBy(asc(logs.createdAt))
    .limit(LINES)
  const gone = await tx.delete(logs).where(inArray(logs.id, old)).returning({ id: logs.id })
  return gone.length === LINES
}
