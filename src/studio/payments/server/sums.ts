// What counts for a month, in one place: the receipts that stand, by their day.
import { and, count, gte, isNull, lt, sql, sum } from 'drizzle-orm'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { MonthOfMethod } from '../contract.ts'
import { receipts } from '../tables.ts'

/** "2026-11": its first day, and that of the next month. */
export function daysOfMonth(month: string): { from: LocalDate; until: LocalDate } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: `${month}-01`, until: `${next}-01` }
}

/** The receipts of these days, the last one left out. */
export const receivedWithin = ({ from, until }: { from: LocalDate; until: LocalDate }) =>
  and(isNull(receipts.undoneAt), gte(receipts.day, from), lt(receipts.day, until))

/** What came in in each month of a year, by method. */
export async function sumsOfYear(db: Tx, year: number): Promise<MonthOfMethod[]> {
  const month = sql<number>`extract(month from ${receipts.day})::int`
  return await db
    .select({
      month,
      paymentMethod: receipts.way,
      sum: sum(receipts.cents).mapWith(Number),
      count: count(),
    })
    .from(receipts)
    .where(receivedWithin({ from: `${year}-01-01`, until: `${year + 1}-01-01` }))
    .groupBy(sql`1`, receipts.way)
    .orderBy(sql`1`, receipts.way)
}
