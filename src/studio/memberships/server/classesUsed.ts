import { eq, inArray, sql } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { BookCause } from '../rules/book.ts'
import { purchases } from '../tables.ts'
import { enterInBook } from './book.ts'
import { changedAt } from './changedAt.ts'

/**
 * A place in an entry that each of these passes paid for has ended: one class less is used. Where staff had set the count to 0
 * by hand it stays at 0, and the correction shrinks instead (docs/decisions/classes-used-by-hand.md).
 */
export async function giveClassesBack(
  c: CommandContext,
  ids: readonly string[],
  { scheduleId, cause }: { scheduleId: string; cause: BookCause },
): Promise<void> {
  if (ids.length === 0) return
  const which = inArray(purchases.id, ids)
  const { className, startsAt } = schedule
  const [passes, [entry]] = await Promise.all([
    // in the order of their ids: whoever else locks some of them waits for nobody who waits for them
    c.tx.select().from(purchases).where(which).orderBy(purchases.id).for('no key update'),
    c.tx.select({ className, startsAt }).from(schedule).where(eq(schedule.id, scheduleId)),
  ])
  await c.tx
    .update(purchases)
    .set({
      classesUsed: sql`greatest(${purchases.classesUsed} - 1, 0)`,
      classesCorrected: sql`${purchases.classesCorrected} + (${purchases.classesUsed} = 0)::int`,
      updatedAt: changedAt(c.now),
    })
    .where(which)
  const given = passes.map((before) => ({
    before,
    after: { ...before, classesUsed: Math.max(before.classesUsed - 1, 0) },
  }))
  await enterInBook(
    c,
    given.map((pass) => ({ kind: 'givenBack', cause, entry, ...pass })),
  )
}
