import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { dueStatuses, restOf } from '../rules.ts'
import { payments } from '../tables.ts'
import { paymentColumns, paymentOf } from './rows.ts'

/** What a payer still has to pay, the soonest deadline first; of a class, when it begins. */
export async function openOfPayer(tx: Tx, payerId: string) {
  const found = await tx
    .select({ payment: paymentColumns, name: people.displayName, startsAt: schedule.startsAt })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, and(eq(payments.item, 'drop-in ticket'), eq(schedule.id, payments.itemId)))
    .where(and(eq(payments.payerId, payerId), inArray(payments.status, [...dueStatuses]), gt(payments.price, 0)))
    .orderBy(asc(payments.deadline), asc(payments.id))
  return found.map(({ payment, name, startsAt }) => {
    const standing = paymentOf(payment)
    return { ...payment, name, startsAt, rest: restOf(standing), standing }
  })
}
