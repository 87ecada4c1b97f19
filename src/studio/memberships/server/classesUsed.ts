import { eq, inArray, sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { BookCause } from '../rules/book.ts'
import { purchases } from '../tables.ts'
import { enterInBook } from './book.ts'
import { changedAt } from './changedAt.ts'

/** Records in the book of a pass that a place was cancelled too late: its class stays used. */
export async function keepClassUsed(
  c: CommandContext,
  purchaseId: string,
  entry: { readonly className: string; readonly startsAt: Instant },
): Promise<void> {
  const [pass] = await c.tx.select().from(purchases).where(eq(purchases.id, purchaseId)).for('no key update')
  if (pass) await enterInBook(c, [{ kind: 'cancelledLate', before: pass, after: pass, entry }])
}

/**
 * Returns one class to each of these passes, whose place in an entry has ended. If staff set the count to 0 by hand it
 * stays 0, and the correction is reduced instead (docs/decisions/classes-used-by-hand.md).
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
    // locked in the order of their ids, to avoid deadlocks
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
