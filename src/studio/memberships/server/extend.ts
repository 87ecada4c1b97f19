import { and, asc, count, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { addDays } from '#kernel/time.ts'
import { daysAfter, startOfDay } from '#kernel/zone.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { ClosedDays } from '#studio/closures/rules.ts'
import { logLines } from '../messages/log.ts'
import { purchases } from '../tables.ts'
import { enterInBook, type BookLine } from './book.ts'
import { changedAt } from './changedAt.ts'
import { followPasses } from './running.ts'

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

/** Passes that one transaction extends, few enough for its deadline. */
const PASSES_AT_ONCE = 1_000

/**
 * Extends the next passes valid on any of the closed days, in the order of their ids. Returns the last of them if there
 * may be more, else null.
 */
export async function extendPasses(
  c: CommandContext,
  closed: ClosedDays,
  { days, after }: { readonly days: number; readonly after: string },
): Promise<string | null> {
  const zone = c.settings.timeZone
  const passes = await c.tx
    .select()
    .from(purchases)
    .where(and(validOn(zone, closed), gt(purchases.id, after)))
    // locked in the order of their ids, to avoid deadlocks
    .orderBy(asc(purchases.id))
    .limit(PASSES_AT_ONCE)
    .for('no key update')
  if (passes.length === 0) return null
  const moved = passes.map((pass) => ({ ...pass, validUntil: daysAfter(zone, pass.validUntil, days) }))
  const ends = JSON.stringify(moved.map(({ id, validUntil }) => ({ id, end: new Date(validUntil).toISOString() })))
  await c.tx
    .update(purchases)
    .set({ validUntil: sql`moved."end"`, updatedAt: changedAt(c.now) })
    .from(sql`jsonb_to_recordset(${ends}::jsonb) as moved(id text, "end" timestamptz)`)
    .where(eq(purchases.id, sql`moved.id`))
  const lines = passes.map((before, n): BookLine => {
    return { kind: 'extended', before, after: moved[n] ?? before, reason: closed.reason }
  })
  await enterInBook(c, lines)
  const ids = passes.map(({ id }) => id)
  await followPasses(c, inArray(purchases.id, ids))
  for (const { id, userId, membershipName } of passes) {
    const message = logLines.extended(days, membershipName)
    c.log({ channel: 'membership', level: 'info', message, metadata: { purchaseId: id, user: userId } })
  }
  return passes.length < PASSES_AT_ONCE ? null : (ids.at(-1) ?? null)
}
