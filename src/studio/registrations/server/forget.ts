import { and, eq, gt, inArray } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'
import { endPlaces } from './giveBack.ts'

/** Locks the entries that have not started in which a user has a place, in one order for all. */
export async function lockComingEntries(c: CommandContext, userId: string): Promise<string[]> {
  const found = await c.tx
    .select({ id: schedule.id })
    .from(registrations)
    .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
    .where(and(eq(registrations.userId, userId), gt(schedule.startsAt, c.now)))
    .orderBy(schedule.id)
    .for('no key update', { of: schedule })
  return found.map(({ id }) => id)
}

/**
 * Gives the places to come of a user who is locked for deletion back; answers them, for their payments are left to the
 * caller.
 */
export async function forgetPlaces(c: CommandContext, userId: string, reason: string) {
  const entries = await lockComingEntries(c, userId)
  if (entries.length === 0) return []
  // found again under the locks: who held one before may have given a place back
  const places = await c.tx
    .select()
    .from(registrations)
    .where(and(eq(registrations.userId, userId), inArray(registrations.scheduleId, entries)))
  for (const place of places) await endPlaces(c, place.scheduleId, [place], reason)
  return places
}
