import { and, inArray, sql } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { Tx } from '#server/db/database.ts'
import { dueStatuses } from '../rules.ts'
import { payments } from '../tables.ts'
import { received } from './rows.ts'

/** What people have yet to pay: their due payments, less what came in for these. Who owes nothing is left out. */
export async function owedBy(db: Tx, userIds: readonly string[]): Promise<Map<string, Cents>> {
  if (userIds.length === 0) return new Map()
  const owed = await db
    .select({ userId: payments.userId, sum: sql<Cents>`sum(${payments.price} - ${received})`.mapWith(Number) })
    .from(payments)
    .where(and(inArray(payments.userId, [...userIds]), inArray(payments.status, [...dueStatuses])))
    .groupBy(payments.userId)
  return new Map(owed.map(({ userId, sum }) => [userId, sum]))
}
