import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm'
import { refuse } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { run, shared } from '#server/procedures.ts'
import { usersFound } from '#studio/accounts/server/search.ts'
import { users } from '#studio/accounts/tables.ts'
import { paymentColumns } from '#studio/memberships/server/paymentColumns.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { PEOPLE_FOUND } from '../rules.ts'
import { registrations } from '../tables.ts'
import { takeWithDropIn, takeWithMembership, type DropIn } from './take.ts'

/** Who can be registered: a deactivated account takes no place. */
const comes = and(eq(users.active, true), ne(users.displayName, ''), isNull(users.deletedAt))

export const people = shared(['users:content'], async (q, { search }: { search: string }) => {
  if (search.trim() === '') return { people: [], more: false }
  const found = await q.db
    .select()
    .from(users)
    .where(and(comes, await usersFound(q.db, search)))
    .orderBy(asc(users.displayName), asc(users.familyName), asc(users.id))
    .limit(PEOPLE_FOUND + 1)
  return { people: found.slice(0, PEOPLE_FOUND), more: found.length > PEOPLE_FOUND }
})

export const candidate = shared(
  ({ userId }: { userId: string }) => [
    `users:${userId}`,
    `purchases:${userId}`,
    `payments:${userId}`,
    `registrations:${userId}`,
    'schedule:content',
  ],
  async (q, { userId }) => {
    const [user] = await q.db
      .select()
      .from(users)
      .where(and(eq(users.id, userId), comes))
    if (!user) return null
    const found = await q.db
      .select({ purchase: purchases, ...paymentColumns })
      .from(purchases)
      .leftJoin(payments, eq(payments.id, purchases.paymentId))
      .where(and(eq(purchases.userId, userId), eq(purchases.status, 'active'), gt(purchases.validUntil, q.now)))
      .orderBy(asc(purchases.validUntil), asc(purchases.id))
    for (const { purchase } of found) q.changesAt(purchase.validUntil)
    const memberships = found.map(({ purchase, ...payment }) => ({ ...purchase, ...payment }))
    const places = await q.db
      .select({ scheduleId: registrations.scheduleId, endsAt: schedule.endsAt })
      .from(registrations)
      .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
      .where(and(eq(registrations.userId, userId), gt(schedule.endsAt, q.now)))
    for (const { endsAt } of places) q.changesAt(endsAt)
    return { ...user, memberships, scheduleIds: places.map((place) => place.scheduleId) }
  },
)

interface OtherByMembership {
  readonly scheduleId: string
  readonly userId: string
  readonly purchaseId: string
}

export const registerOtherWithMembership = run(async (c, input: OtherByMembership) =>
  (await canCome(c.tx, input.userId)) ? takeWithMembership(c, input) : refuse('userNotFound'),
)

export const registerOtherWithDropIn = run(async (c, input: DropIn) =>
  (await canCome(c.tx, input.userId)) ? takeWithDropIn(c, input) : refuse('userNotFound'),
)

async function canCome(tx: Tx, userId: string): Promise<boolean> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), comes))
  return user !== undefined
}
