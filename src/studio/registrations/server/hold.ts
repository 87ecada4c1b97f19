// Places held for a person: they count as taken, so that no one else gets them.
import { and, eq, sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { heldPlaces } from '../tables.ts'

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

/** Holds a free place of a locked entry. */
export async function holdPlace(c: CommandContext, place: Place & { readonly until: Instant }): Promise<void> {
  await c.tx.insert(heldPlaces).values(place)
  await changeHeld(c, place.scheduleId, 1)
}

/** Releases a held place; the entry must be locked. */
export async function releasePlace(c: CommandContext, { scheduleId, userId }: Place): Promise<void> {
  const released = await c.tx
    .delete(heldPlaces)
    .where(and(eq(heldPlaces.scheduleId, scheduleId), eq(heldPlaces.userId, userId)))
    .returning({ userId: heldPlaces.userId })
  if (released.length > 0) await changeHeld(c, scheduleId, -1)
}

const changeHeld = (c: CommandContext, scheduleId: string, by: 1 | -1) =>
  c.tx
    .update(schedule)
    .set({ heldCount: sql`${schedule.heldCount} + ${by}::int`, updatedAt: c.now })
    .where(eq(schedule.id, scheduleId))
