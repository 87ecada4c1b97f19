import { and, eq, lt } from 'drizzle-orm'
import { HOUR } from '#kernel/time.ts'
import { on } from '#server/events.ts'
import { recurring } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { courseEdits } from '#studio/courses/tables.ts'
import { placesCancelled } from '#studio/registrations/events.ts'
import { cancelledPlaces } from '#studio/registrations/tables.ts'
import { CANCELLED_STAYS } from '../rules.ts'

/** Stores who had places, because their registrations are deleted. */
export const rememberCancelled = on(placesCancelled, async (c, { scheduleId, userIds }) => {
  if (userIds.length === 0) return
  const rows = userIds.map((personId) => ({ personId, scheduleId, cancelledAt: c.now }))
  await c.tx.insert(cancelledPlaces).values(rows).onConflictDoNothing()
})

export const cleanUpFeeds = recurring('feeds.cleanUp', HOUR, async ({ tx, now }) => {
  await tx.delete(cancelledPlaces).where(lt(cancelledPlaces.cancelledAt, now - CANCELLED_STAYS))
  await tx.delete(courseEdits).where(and(lt(courseEdits.at, now - CANCELLED_STAYS), courseEdits.told))
  return false
})

/** What a deleted person would have come to. */
export const forgetCancelled = (c: CommandContext, personId: string) =>
  c.tx.delete(cancelledPlaces).where(eq(cancelledPlaces.personId, personId))
