import { inArray, sql } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { purchases } from '../tables.ts'
import { changedAt } from './changedAt.ts'

/**
 * A place that each of these passes paid for has ended: one class less is used. Where staff had set the count to 0 by hand it stays
 * at 0, and the correction shrinks instead (docs/decisions/classes-used-by-hand.md).
 */
export async function giveClassesBack(c: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const which = inArray(purchases.id, ids)
  // in the order of their ids: whoever else locks some of them waits for nobody who waits for them
  if (ids.length > 1) await c.tx.select().from(purchases).where(which).orderBy(purchases.id).for('no key update')
  await c.tx
    .update(purchases)
    .set({
      classesUsed: sql`greatest(${purchases.classesUsed} - 1, 0)`,
      classesCorrected: sql`${purchases.classesCorrected} + (${purchases.classesUsed} = 0)::int`,
      updatedAt: changedAt(c.now),
    })
    .where(which)
}
