// What counts for a month, in one place: receipts that are not undone, by their day.
import { and, count, gte, isNull, lt, sql, sum } from 'drizzle-orm'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { MonthOfWay } from '../contract.ts'
import { receipts } from '../tables.ts'

/** Condition for the receipts of these days; `until` is excluded. */
export const receivedWithin = ({ from, until }: { from: LocalDate; until: LocalDate }) =>
  and(isNull(receipts.undoneAt), gte(receipts.day, from), lt(receipts.day, until))

/** Receipts of a year, summed by month and way. */
export async function sumsOfYear(db: Tx, year: number): Promise<MonthOfWay[]> {
  const month = sql<number>`extract(month from ${receipts.day})::int`
  return await db
    .select({
      month,
      way: receipts.way,
      sum: sum(receipts.cents).mapWith(Number),
      count: count(),
    })
    .from(receipts)
    .where(receivedWithin({ from: `${year}-01-01`, until: `${year + 1}-01-01` }))
    .groupBy(sql`1`, receipts.way)
    .orderBy(sql`1`, receipts.way)
}
