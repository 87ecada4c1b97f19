import { and, eq, type Placeholder } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { openPassPayment } from '#studio/memberships/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { seenBy } from '#studio/payments/server/seenBy.ts'
import { moneyBackColumns, moneyBackOf } from '#studio/payments/server/cancel.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'

const passPayments = alias(payments, 'passPayments')

/** Registrations with their entry and payment: what account `by` may see of it, or all without `by`. */
export const selectPlaces = (db: Tx, by?: Placeholder) =>
  db
    .select({
      scheduleId: registrations.scheduleId,
      className: schedule.className,
      categories: schedule.categories,
      startsAt: schedule.startsAt,
      endsAt: schedule.endsAt,
      roomId: schedule.roomId,
      teacherIds: schedule.teacherIds,
      movedAt: schedule.movedAt,
      purchaseId: registrations.userMembershipId,
      makeUpId: registrations.makeUpId,
      membershipName: purchases.membershipName,
      paymentStatus: payments.status,
      paymentDeadline: payments.deadline,
      price: payments.price,
      ...moneyBackColumns,
      passPayment: { status: passPayments.status, price: passPayments.price, deadline: passPayments.deadline },
    })
    .from(registrations)
    .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .leftJoin(payments, and(eq(payments.id, registrations.dropInPaymentId), by && seenBy(payments, by)))
    .leftJoin(passPayments, and(eq(passPayments.id, purchases.paymentId), by && seenBy(passPayments, by)))

export type FoundPlace = Awaited<ReturnType<typeof selectPlaces>>[number]

export const shownPlace = (found: FoundPlace, accountId: string | null) => {
  const { purchaseId, makeUpId, passPayment, payerId, received, atDesk, ...place } = found
  return {
    ...place,
    moneyBack: moneyBackOf({ payerId, received, atDesk }, accountId),
    method:
      makeUpId !== null ? ('makeUp' as const) : purchaseId === null ? ('dropIn' as const) : ('membership' as const),
    passPayment: openPassPayment(passPayment),
  }
}
