import { lt } from 'drizzle-orm'
import { DAY, HOUR } from '#kernel/time.ts'
import { commands, rateLimits } from '#server/commands/tables.ts'
import { recurring } from '#server/jobs/jobs.ts'

/** How long stored results are kept (ms): the door may send again what it kept while it was offline for days. */
const KEEP_ANSWERS = 7 * DAY

/** Hourly job: deletes expired results and counters. */
export const cleanUp = recurring('server.cleanUp', HOUR, async ({ tx, now }) => {
  await tx.delete(commands).where(lt(commands.at, now - KEEP_ANSWERS))
  await tx.delete(rateLimits).where(lt(rateLimits.resetAt, now))
  return false
})
