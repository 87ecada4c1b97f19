import { and, asc, gt, inArray } from 'drizzle-orm'
import type { QueryContext } from '#server/procedures.ts'
import { dueStatuses, isOverdue, restOf } from '#studio/payments/rules.ts'
import { standingColumns, standingOf } from '#studio/payments/server/rows.ts'
import { payments } from '#studio/payments/tables.ts'
import type { DoorRow } from '../contract.ts'

/** The overdue payments of each person, oldest first; refreshed when the next deadline is over. */
export async function overdueOf(q: QueryContext, personIds: string[]) {
  const overdue = new Map<string, DoorRow['alsoOwes']>()
  if (personIds.length === 0) return overdue
  const due = await q.db
    .select({
      id: payments.id,
      userId: payments.userId,
      description: payments.description,
      price: payments.price,
      deadline: payments.deadline,
      ...standingColumns,
    })
    .from(payments)
    .where(and(inArray(payments.userId, personIds), inArray(payments.status, [...dueStatuses]), gt(payments.price, 0)))
    .orderBy(asc(payments.deadline), asc(payments.id))
  for (const { id: paymentId, userId, description, price, deadline, ...standing } of due) {
    if (!isOverdue({ status: standing.status, deadline }, q.now)) {
      q.changesAt(deadline + 1)
      continue
    }
    const cents = restOf({ ...standingOf(standing), price })
    if (cents > 0) overdue.set(userId, [...(overdue.get(userId) ?? []), { paymentId, cents, other: description }])
  }
  return overdue
}
