import { lt } from 'drizzle-orm'
import { DAY, HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import { commands, rateLimits } from '#server/db/tables.ts'
import type { EffectServices } from '#server/commands/effects.ts'
import { cleanUps } from '#server/studio.ts'

/** No client asks for an answer again after so long: its retries end within a minute. */
const KEEP_ANSWERS = 7 * DAY

/**
 * Throws away what has had its time: kept answers, full counters, ended sessions, old log lines. True where there is more
 * than fits in one transaction. Safe with several servers.
 */
export async function cleanUp(tx: Tx, now: Instant): Promise<boolean> {
  await tx.delete(commands).where(lt(commands.at, now - KEEP_ANSWERS))
  await tx.delete(rateLimits).where(lt(rateLimits.resetAt, now))
  let more = false
  for (const clean of cleanUps) more = (await clean(tx, now)) || more
  return more
}

/** Cleans up soon after the start, and then once an hour; after a minute where the database had no time for it. */
export function startCleaning(services: EffectServices): { stop(): void } {
  const { database, clock, report } = services
  let again: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  const clean = async () => {
    clearTimeout(again)
    try {
      while (!stopping.signal.aborted && (await database.transaction((tx) => cleanUp(tx, clock()))));
      again = undefined
    } catch (error) {
      if (!databaseTrouble(error)) return report('The hourly clean-up failed.', error)
      if (again === undefined)
        report('The database had no time for the hourly clean-up; it is tried again each minute.')
      again = setTimeout(() => void clean(), MINUTE).unref()
    }
  }
  const soon = setTimeout(() => void clean(), MINUTE).unref()
  const hourly = setInterval(() => void clean(), HOUR).unref()
  return {
    stop: () => {
      stopping.abort()
      clearTimeout(soon)
      clearTimeout(again)
      clearInterval(hourly)
    },
  }
}
