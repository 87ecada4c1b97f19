import { and, eq, inArray, min, ne, sql } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { dueStatuses } from '../rules.ts'
import { payments } from '../tables.ts'
import { rest } from './rows.ts'

const nameOf = sql<string>`trim(${people.displayName} || ' ' || ${people.familyName})`
const isDue = inArray(payments.status, [...dueStatuses])

/**
 * What these people have yet to pay (cents): due payments, less what came in for them. People who owe nothing are left
 * out.
 */
export async function owedBy(db: Tx, userIds: readonly string[]): Promise<Map<string, Cents>> {
  if (userIds.length === 0) return new Map()
  const owed = await db
    .select({ userId: payments.userId, sum: rest })
    .from(payments)
    .where(and(inArray(payments.userId, [...userIds]), isDue))
    .groupBy(payments.userId)
  return new Map(owed.map(({ userId, sum }) => [userId, sum]))
}

const tables = [payments, people, contentOf(accounts)]

export const owed = personal({ on: tables }, async ({ db, kind }, { userId }: { userId: string }) => {
  // teachers learn who is whose guardian only in their own classes
  const isAdmin = may(kind, 'manageUsers')
  const own = and(eq(payments.userId, userId), isDue)
  const byThem = and(eq(accounts.personId, userId), isDue, isAdmin ? undefined : eq(payments.userId, userId))
  const [[found], pays, paidBy] = await Promise.all([
    db
      .select({ owes: rest, deadline: min(payments.deadline) })
      .from(payments)
      .where(own),
    db
      .select({ userId: people.id, name: nameOf, owes: rest, deadline: min(payments.deadline) })
      .from(payments)
      .innerJoin(accounts, eq(accounts.id, payments.payerId))
      .innerJoin(people, eq(people.id, payments.userId))
      .where(byThem)
      .groupBy(people.id)
      .orderBy(nameOf, people.id),
    db
      .selectDistinct({ userId: people.id, name: nameOf })
      .from(payments)
      .innerJoin(accounts, eq(accounts.id, payments.payerId))
      .innerJoin(people, eq(people.id, accounts.personId))
      .where(and(own, ne(people.id, userId), isAdmin ? undefined : sql`false`))
      .orderBy(nameOf, people.id),
  ])
  return { ...(found ?? { owes: 0, deadline: null }), pays, paidBy }
})
