import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { openPassPayment } from '#studio/memberships/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'

const passPayments = alias(payments, 'passPayments')

/** Registrations with their entry, and with what each is paid with. */
export const selectPlaces = (db: Tx) =>
  db
    .select({ entry: schedule, purchase: purchases, payment: payments, passPayment: passPayments })
    .from(registrations)
    .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .leftJoin(payments, eq(payments.id, registrations.dropInPaymentId))
    .leftJoin(passPayments, eq(passPayments.id, purchases.paymentId))

export const shownPlace = ({
  entry,
  purchase,
  payment,
  passPayment,
}: Awaited<ReturnType<typeof selectPlaces>>[number]) => ({
  ...entry,
  scheduleId: entry.id,
  method: purchase ? ('membership' as const) : ('dropIn' as const),
  membershipName: purchase?.membershipName ?? null,
  paymentStatus: payment?.status ?? null,
  paymentDeadline: payment?.deadline ?? null,
  price: payment?.price ?? null,
  passPayment: openPassPayment(passPayment),
})
