import { eq, sql, sum } from 'drizzle-orm'
import { shared } from '#server/procedures.ts'
import { receivedWithin } from '#studio/payments/server/sums.ts'
import { payments, receipts } from '#studio/payments/tables.ts'
import type { Span } from '../rules.ts'
import { rest } from './classes.ts'

/** What came in, by the day it came on: of each month, way and kind. */
export const money = shared(
  [payments],
  async ({ db }, span: Span) =>
    await db
      .select({
        month: sql<string>`to_char(${receipts.day}, 'YYYY-MM')`,
        way: receipts.way,
        kind: payments.item,
        cents: sum(receipts.cents).mapWith(Number),
      })
      .from(receipts)
      .innerJoin(payments, eq(payments.id, receipts.paymentId))
      .where(receivedWithin(span))
      .groupBy(sql`1`, receipts.way, payments.item)
      .orderBy(sql`1`, receipts.way, payments.item),
  { rest },
)
