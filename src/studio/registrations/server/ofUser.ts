import { count, desc, eq } from 'drizzle-orm'
import { offsetOf, PAGE_SIZE, shownPage } from '#kernel/paging.ts'
import { shared } from '#server/procedures.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'

const dependsOn = ['registrations', 'schedule', 'purchases', 'payments']

export const ofUser = shared(dependsOn, async ({ db }, input: { userId: string; page: number }) => {
  const theirs = eq(registrations.userId, input.userId)
  const [all] = await db.select({ total: count() }).from(registrations).where(theirs)
  const total = all?.total ?? 0
  const page = shownPage(input.page, total)
  const found = await db
    .select({ entry: schedule, purchase: purchases, payment: payments })
    .from(registrations)
    .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .leftJoin(payments, eq(payments.id, registrations.dropInPaymentId))
    .where(theirs)
    .orderBy(desc(schedule.startsAt), desc(schedule.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const rows = found.map(({ entry, purchase, payment }) => ({
    ...entry,
    scheduleId: entry.id,
    method: purchase ? ('membership' as const) : ('dropIn' as const),
    membershipName: purchase?.membershipName ?? null,
    paymentStatus: payment?.status ?? null,
    paymentDeadline: payment?.deadline ?? null,
    price: payment?.price ?? null,
  }))
  return { rows, total, page }
})
