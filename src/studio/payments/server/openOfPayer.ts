import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { dueStatuses, itemText, restOf } from '../rules.ts'
import { payments } from '../tables.ts'
import { paymentColumns, paymentOf } from './rows.ts'

/** Join condition for the class that a payment is for, if it is for one. */
export const itsClass = and(eq(payments.item, 'drop-in ticket'), eq(schedule.id, payments.itemId))

interface Paid {
  readonly userId: string
  readonly name: string
  readonly description: string
  /** Start of the class; null if the payment is not for a class. */
  readonly startsAt: Instant | null
}

/** Labels of payments in letters: a class with its day, and a name if they are for several people. */
export function labelsOf(all: readonly Paid[], day: (instant: Instant) => string) {
  const severalPeople = new Set(all.map(({ userId }) => userId)).size > 1
  return (paid: Paid): string => [itemText(paid, day), ...(severalPeople ? [paid.name] : [])].join(', ')
}

/** A payer's open payments, the earliest deadline first, with the start of their classes. */
export async function openOfPayer(tx: Tx, payerId: string) {
  const found = await tx
    .select({ payment: paymentColumns, name: people.displayName, startsAt: schedule.startsAt })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, itsClass)
    .where(and(eq(payments.payerId, payerId), inArray(payments.status, [...dueStatuses]), gt(payments.price, 0)))
    .orderBy(asc(payments.deadline), asc(payments.id))
  return found.map(({ payment, name, startsAt }) => {
    const standing = paymentOf(payment)
    return { ...payment, name, startsAt, rest: restOf(standing), standing }
  })
}
