import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { users } from '#studio/accounts/tables.ts'
import { includedCategories } from '#studio/classes/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { registrations } from '../tables.ts'

/** The registrations with their people, first come first. */
export async function placesOf(tx: Tx, scheduleId: string) {
  return await tx
    .select({
      registration: registrations,
      user: users,
      membershipName: purchases.membershipName,
      paymentStatus: payments.status,
    })
    .from(registrations)
    .innerJoin(users, eq(users.id, registrations.userId))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .leftJoin(payments, eq(payments.id, registrations.dropInPaymentId))
    .where(eq(registrations.scheduleId, scheduleId))
    .orderBy(registrations.createdAt, registrations.id)
}

/** The active users who come without a registration. */
export const includedIn = (tx: Tx, entry: ScheduleRow) =>
  tx.select().from(users).where(isIncludedIn(entry)).orderBy(users.id)

/** Which users are included in an entry by their category. */
export const isIncludedIn = ({ categories }: ScheduleRow): SQL | undefined =>
  and(eq(users.active, true), inArray(users.membershipCategory, includedCategories(categories)))
