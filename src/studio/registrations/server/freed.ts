import { and, arrayOverlaps, asc, count, eq, gt, isNull, notExists } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { on, type EventHandler } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import { categoryChanged } from '#studio/accounts/events.ts'
import { people } from '#studio/accounts/tables.ts'
import { categoriesIncluding, isIncluded } from '#studio/classes/rules.ts'
import { entryChanged } from '#studio/schedule/events.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { placeFreed, registrationEnded } from '../events.ts'
import { isOpen } from '../rules.ts'
import { registrations } from '../tables.ts'
import { isIncludedIn } from './registrants.ts'

/** Tells that a registration of a locked entry has ended, and whether that left a place free. */
export async function raiseEnded(c: CommandContext, entry: ScheduleRow, userId: string): Promise<void> {
  await c.raise(registrationEnded, { scheduleId: entry.id, userId })
  if (!isOpen(entry, c.now)) return
  // whoever is included takes a place without a registration as well
  const [stays] = await c.tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, userId), isIncludedIn(entry)))
  if (!stays) await c.raise(placeFreed, { scheduleId: entry.id })
}

/** What frees places besides the end of a registration. */
export const freedByOthers: readonly EventHandler[] = [
  on(entryChanged, async (c, { before, after }) => {
    if (!isOpen(after, c.now)) return
    const [roomBefore, room] = await Promise.all([roomIn(c.tx, before), roomIn(c.tx, after)])
    if (room > roomBefore || !isOpen(before, c.now)) await c.raise(placeFreed, { scheduleId: after.id })
  }),
  on(categoryChanged, async (c, { userId, before, after }) => {
    const categories = categoriesIncluding(before)
    if (categories.length === 0) return
    const registered = c.tx
      .select({ id: registrations.id })
      .from(registrations)
      .where(and(eq(registrations.scheduleId, schedule.id), eq(registrations.userId, userId)))
    const includedBefore = await c.tx
      .select({ id: schedule.id, categories: schedule.categories })
      .from(schedule)
      .where(
        and(
          gt(schedule.startsAt, c.now),
          isNull(schedule.cancelledAt),
          arrayOverlaps(schedule.categories, categories),
          notExists(registered),
        ),
      )
      .orderBy(asc(schedule.startsAt), asc(schedule.id))
    for (const entry of includedBefore) {
      if (!isIncluded(after, entry.categories)) await c.raise(placeFreed, { scheduleId: entry.id })
    }
  }),
]

/** How many places are left in an entry as it is given; below 0 where it is overfull. */
async function roomIn(tx: Tx, entry: ScheduleRow): Promise<number> {
  const registered = tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.scheduleId, entry.id), eq(registrations.userId, people.id)))
  const [included] = await tx
    .select({ count: count() })
    .from(people)
    .where(and(isIncludedIn(entry), notExists(registered)))
  return entry.maxParticipants - entry.registeredCount - (included?.count ?? 0)
}
