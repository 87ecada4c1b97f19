import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { people } from '#studio/accounts/tables.ts'
import { dueStatuses, restOf } from '../rules.ts'
import { payments } from '../tables.ts'
import { paymentColumns, paymentOf } from './rows.ts'

/** What a payer still has to pay, the soonest deadline first. */
export async function openOfPayer(tx: Tx, payerId: string) {
  const found = await tx
    .select({ payment: paymentColumns, name: people.displayName })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .where(and(eq(payments.payerId, payerId), inArray(payments.status, [...dueStatuses]), gt(payments.price, 0)))
    .orderBy(asc(payments.deadline), asc(payments.id))
  return found.map(({ payment, name }) => {
    const standing = paymentOf(payment)
    return { ...payment, name, rest: restOf(standing), standing }
  })
}
