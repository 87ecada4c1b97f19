import { lt } from 'drizzle-orm'
import { DAY, HOUR } from '#kernel/time.ts'
import { commands, rateLimits } from '#server/commands/tables.ts'
import { recurring } from '#server/jobs/jobs.ts'

/** No client asks for an answer again after so long: its retries end within a minute. */
const KEEP_ANSWERS = 7 * DAY

/** Throws kept answers and full counters away once they have had their time. */
export const cleanUp = recurring('server.cleanUp', HOUR, async ({ tx, now }) => {
  await tx.delete(commands).where(lt(commands.at, now - KEEP_ANSWERS))
  await tx.delete(rateLimits).where(lt(rateLimits.resetAt, now))
  return false
})
