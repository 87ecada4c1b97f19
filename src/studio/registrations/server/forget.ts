import { and, eq, gt, ne } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { lateCancellations, registrations } from '../tables.ts'
import { raiseEnded } from './freed.ts'
import { endPlaces } from './giveBack.ts'
import { findRegistration } from './take.ts'

/** Locks the entries that have not started in which a user has a place, in one order for all. */
async function lockComingEntries(c: CommandContext, userId: string): Promise<ScheduleRow[]> {
  const found = await c.tx
    .select({ entry: schedule })
    .from(registrations)
    .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
    .where(and(eq(registrations.userId, userId), gt(schedule.startsAt, c.now)))
    .orderBy(schedule.id)
    .for('no key update', { of: schedule })
  return found.map(({ entry }) => entry)
}

/** The words in which staff forgave somebody go with them; that a place was cancelled late stays for the books. */
export async function forgetReasons(c: CommandContext, userId: string): Promise<void> {
  await c.tx
    .update(lateCancellations)
    .set({ reason: '' })
    .where(and(eq(lateCancellations.userId, userId), ne(lateCancellations.reason, '')))
}

/**
 * Gives the places to come of a user who is locked for deletion back; answers them, for their payments are left to the
 * caller.
 */
export async function forgetPlaces(c: CommandContext, userId: string) {
  const entries = await lockComingEntries(c, userId)
  const places = []
  for (const entry of entries) {
    // found again under the locks: who held one before may have given a place back
    const place = await findRegistration(c.tx, entry.id, userId)
    if (!place) continue
    await endPlaces(c, entry.id, [place], 'accountDeleted')
    await raiseEnded(c, entry, userId)
    places.push(place)
  }
  return places
}
