import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm'
import { addDays, dateIn, timeIn } from '#kernel/time.ts'
import { instantIn, startOfDay } from '#kernel/zone.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { ClosedDays } from '#studio/closures/rules.ts'
import { purchases } from '../tables.ts'
import { enterInBook, type BookLine } from './book.ts'
import { changedAt } from './changedAt.ts'
import { followPasses } from './running.ts'

/** Extends by so many days the passes that are valid on any of the closed days; answers how many those are. */
export async function extendPasses(c: CommandContext, closed: ClosedDays, days: number): Promise<number> {
  const zone = c.settings.timeZone
  const passes = await c.tx
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.status, 'active'),
        gte(purchases.validUntil, startOfDay(zone, closed.firstDay)),
        lt(purchases.validFrom, startOfDay(zone, addDays(closed.lastDay, 1))),
      ),
    )
    // in the order of their ids: whoever else locks some of them waits for nobody who waits for them
    .orderBy(asc(purchases.id))
    .for('no key update')
  const lines: BookLine[] = []
  for (const pass of passes) {
    const { id, validUntil, userId, membershipName } = pass
    // the same time of the day on the studio's clock; the fraction of a minute stays
    const moved = instantIn(zone, addDays(dateIn(zone, validUntil), days), timeIn(zone, validUntil))
    const end = moved + (validUntil % 60_000)
    await c.tx
      .update(purchases)
      .set({ validUntil: end, updatedAt: changedAt(c.now) })
      .where(eq(purchases.id, id))
    lines.push({ kind: 'extended', before: pass, after: { ...pass, validUntil: end }, reason: closed.reason })
    const message = `Membership extended by ${days} days, the studio being closed: ${membershipName}.`
    c.log({ channel: 'membership', level: 'info', message, metadata: { purchaseId: id, user: userId } })
  }
  await enterInBook(c, lines)
  if (passes.length > 0) {
    const moved = passes.map(({ id }) => id)
    await followPasses(c, inArray(purchases.id, moved))
  }
  return passes.length
}
