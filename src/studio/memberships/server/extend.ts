import { and, asc, count, eq, gt, gte, inArray, isNull, lt, or } from 'drizzle-orm'
import { addDays, dateIn, MINUTE, timeIn, type Instant } from '#kernel/time.ts'
import { instantIn, startOfDay } from '#kernel/zone.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { ClosedDays } from '#studio/closures/rules.ts'
import { logLines } from '../messages/log.ts'
import { purchases } from '../tables.ts'
import { enterInBook, type BookLine } from './book.ts'
import { changedAt } from './changedAt.ts'
import { followPasses } from './running.ts'

/** Moves an instant by days (negative: earlier), at the same local time; keeps the fraction of a minute. */
export const movedByDays = (zone: string, at: Instant, days: number): Instant =>
  instantIn(zone, addDays(dateIn(zone, at), days), timeIn(zone, at)) + (at % MINUTE)

/** Passes valid on any of the closed days. */
function validOn(zone: string, closed: ClosedDays) {
  const from = startOfDay(zone, closed.firstDay)
  const until = startOfDay(zone, addDays(closed.lastDay, 1))
  return and(
    eq(purchases.status, 'active'),
    gte(purchases.validUntil, from),
    lt(purchases.validFrom, until),
    // a pass frozen throughout is not used on these days, and its end was already moved
    or(isNull(purchases.frozenFrom), gt(purchases.frozenFrom, from), lt(purchases.frozenUntil, until)),
  )
}

/** How many passes would be extended. */
export async function countToExtend(
  db: Tx,
  { settings }: Pick<CommandContext, 'settings'>,
  closed: ClosedDays,
): Promise<number> {
  const [found] = await db.select({ passes: count() }).from(purchases).where(validOn(settings.timeZone, closed))
  return found?.passes ?? 0
}

/** Extends the passes valid on any of the closed days; returns how many. */
export async function extendPasses(c: CommandContext, closed: ClosedDays, days: number): Promise<number> {
  const zone = c.settings.timeZone
  const passes = await c.tx
    .select()
    .from(purchases)
    .where(validOn(zone, closed))
    // locked in the order of their ids, to avoid deadlocks
    .orderBy(asc(purchases.id))
    .for('no key update')
  const lines: BookLine[] = []
  for (const pass of passes) {
    const { id, validUntil, userId, membershipName } = pass
    const end = movedByDays(zone, validUntil, days)
    await c.tx
      .update(purchases)
      .set({ validUntil: end, updatedAt: changedAt(c.now) })
      .where(eq(purchases.id, id))
    lines.push({ kind: 'extended', before: pass, after: { ...pass, validUntil: end }, reason: closed.reason })
    const message = logLines.extended(days, membershipName)
    c.log({ channel: 'membership', level: 'info', message, metadata: { purchaseId: id, user: userId } })
  }
  await enterInBook(c, lines)
  if (passes.length > 0) {
    const moved = passes.map(({ id }) => id)
    await followPasses(c, inArray(purchases.id, moved))
  }
  return passes.length
}
