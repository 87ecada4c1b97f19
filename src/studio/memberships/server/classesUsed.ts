import { eq, sql } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { purchases } from '../tables.ts'
import { changedAt } from './changedAt.ts'

/**
 * A place that the pass paid for has ended: one class less is used. Where staff had set the count to 0 by hand it stays
 * at 0, and the correction shrinks instead (docs/decisions/classes-used-by-hand.md).
 */
export async function giveClassBack(c: CommandContext, purchaseId: string): Promise<void> {
  await c.tx
    .update(purchases)
    .set({
      classesUsed: sql`greatest(${purchases.classesUsed} - 1, 0)`,
      classesCorrected: sql`${purchases.classesCorrected} + (${purchases.classesUsed} = 0)::int`,
      updatedAt: changedAt(c.now),
    })
    .where(eq(purchases.id, purchaseId))
}
