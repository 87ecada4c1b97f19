import { and, eq, gt, ne } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { lateCancellations, registrations } from '../tables.ts'
import { raiseEnded } from './freed.ts'
import { endPlaces } from './cancelPlaces.ts'
import { findRegistration } from './registrants.ts'

/** Locks the future entries in which a user has a place, always in the same order. */
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

/** Clears staff's reasons for forgiving a deleted user; the late cancellations stay for the books. */
export async function forgetReasons(c: CommandContext, userId: string): Promise<void> {
  await c.tx
    .update(lateCancellations)
    .set({ reason: '' })
    .where(and(eq(lateCancellations.userId, userId), ne(lateCancellations.reason, '')))
}

/**
 * Ends the upcoming places of a user who is locked for deletion; returns them, as the caller handles their payments.
 */
export async function forgetPlaces(c: CommandContext, userId: string) {
  const entries = await lockComingEntries(c, userId)
  const places = []
  for (const entry of entries) {
    // read again under the lock: the place may have been cancelled meanwhile
    const place = await findRegistration(c.tx, entry.id, userId)
    if (!place) continue
    await endPlaces(c, entry.id, [place], 'accountDeleted')
    await raiseEnded(c, entry, userId)
    places.push(place)
  }
  return places
}
