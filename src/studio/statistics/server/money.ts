import { isNull, sql, sum } from 'drizzle-orm'
import { shared } from '#server/procedures.ts'
import { receivedWithin } from '#studio/payments/server/sums.ts'
import { credits, payments, receipts } from '#studio/payments/tables.ts'
import type { Span } from '../rules.ts'
import { rest } from './classes.ts'

/** Receipts by month, payment method and kind. */
export const money = shared(
  [payments],
  async ({ db }, span: Span) => {
    const byDay = db
      .select({ day: receipts.day, way: receipts.way, kind: receipts.item, cents: sum(receipts.cents).as('cents') })
      .from(receipts)
      .where(receivedWithin(span))
      .groupBy(receipts.day, receipts.way, receipts.item)
      .as('byDay')
    return await db
      .select({
        month: sql<string>`to_char(${byDay.day}, 'YYYY-MM')`,
        way: byDay.way,
        kind: byDay.kind,
        cents: sum(byDay.cents).mapWith(Number),
      })
      .from(byDay)
      .groupBy(sql`1`, sql`2`, sql`3`)
      .orderBy(sql`1`, sql`2`, sql`3`)
  },
  { rest },
)

export const credit = shared([credits], async ({ db }) => {
  const [found] = await db
    .select({ held: sum(credits.cents).mapWith(Number) })
    .from(credits)
    .where(isNull(credits.undoneAt))
  return { held: found?.held ?? 0 }
})
