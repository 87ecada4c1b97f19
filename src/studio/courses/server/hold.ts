// Held places count as taken, so that nobody else gets them.
import { and, eq, sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { courses, heldCoursePlaces } from '../tables.ts'

interface Place {
  readonly courseId: string
  readonly userId: string
}

const which = ({ courseId, userId }: Place) =>
  and(eq(heldCoursePlaces.courseId, courseId), eq(heldCoursePlaces.userId, userId))

/** Until when a place of a locked course is held for a person; null if none. */
export async function heldUntil(tx: Tx, place: Place): Promise<Instant | null> {
  const [held] = await tx.select().from(heldCoursePlaces).where(which(place))
  return held?.until ?? null
}

/** Holds a free place of a locked course. */
export async function holdCoursePlace(c: CommandContext, place: Place & { readonly until: Instant }): Promise<void> {
  await c.tx.insert(heldCoursePlaces).values(place)
  await changeHeld(c, place.courseId, 1)
}

/** Releases a held place; the course is locked. */
export async function releaseCoursePlace(c: CommandContext, place: Place): Promise<void> {
  const released = await c.tx
    .delete(heldCoursePlaces)
    .where(which(place))
    .returning({ userId: heldCoursePlaces.userId })
  if (released.length > 0) await changeHeld(c, place.courseId, -1)
}

const changeHeld = (c: CommandContext, courseId: string, by: 1 | -1) =>
  c.tx
    .update(courses)
    .set({ heldCount: sql`${courses.heldCount} + ${by}::int`, updatedAt: c.now })
    .where(eq(courses.id, courseId))
