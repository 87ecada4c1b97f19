import { and, eq, inArray, min, sql } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { Tx } from '#server/db/database.ts'
import { rowsOf } from '#server/db/topics.ts'
import { shared } from '#server/procedures.ts'
import { dueStatuses } from '../rules.ts'
import { payments } from '../tables.ts'
import { received } from './rows.ts'

const rest = sql<Cents>`coalesce(sum(${payments.price} - ${received}), 0)`.mapWith(Number)
const isDue = inArray(payments.status, [...dueStatuses])

/** What people have yet to pay: their due payments, less what came in for these. Who owes nothing is left out. */
export async function owedBy(db: Tx, userIds: readonly string[]): Promise<Map<string, Cents>> {
  if (userIds.length === 0) return new Map()
  const owed = await db
    .select({ userId: payments.userId, sum: rest })
    .from(payments)
    .where(and(inArray(payments.userId, [...userIds]), isDue))
    .groupBy(payments.userId)
  return new Map(owed.map(({ userId, sum }) => [userId, sum]))
}

export const owed = shared(
  ({ userId }: { userId: string }) => [rowsOf(payments.userId, userId)],
  async ({ db }, { userId }) => {
    const [found] = await db
      .select({ owes: rest, deadline: min(payments.deadline) })
      .from(payments)
      .where(and(eq(payments.userId, userId), isDue))
    return found ?? { owes: 0, deadline: null }
  },
)
