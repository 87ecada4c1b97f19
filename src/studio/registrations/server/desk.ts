import { and, asc, eq, getTableColumns, gt, isNull, ne } from 'drizzle-orm'
import { refuse } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf, rowsOf } from '#server/changes/topics.ts'
import { run, shared } from '#server/procedures.ts'
import { peopleFound } from '#studio/accounts/server/search.ts'
import { accounts, emailOf, guardians, people as table } from '#studio/accounts/tables.ts'
import { paymentColumns } from '#studio/memberships/server/paymentColumns.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { PEOPLE_FOUND } from '../rules.ts'
import { absences, registrations } from '../tables.ts'
import { takeWithDropIn, takeWithMakeUp, takeWithMembership, type DropIn, type WithMakeUp } from './take.ts'

/** Condition: people who can be registered; not the deactivated. */
const comes = and(eq(table.active, true), ne(table.displayName, ''), isNull(table.deletedAt))

const select = (db: Tx) =>
  db
    .select({ ...getTableColumns(table), email: emailOf })
    .from(table)
    .leftJoin(accounts, eq(accounts.personId, table.id))
    .$dynamic()

export const people = shared([table, contentOf(accounts), guardians], async (q, { search }: { search: string }) => {
  if (search.trim() === '') return { people: [], more: false }
  const found = await select(q.db)
    .where(and(comes, await peopleFound(q.db, search)))
    .orderBy(asc(table.displayName), asc(table.familyName), asc(table.id))
    .limit(PEOPLE_FOUND + 1)
  return { people: found.slice(0, PEOPLE_FOUND), more: found.length > PEOPLE_FOUND }
})

export const candidate = shared(
  ({ userId }: { userId: string }) => [
    rowsOf(table.id, userId),
    rowsOf(accounts.personId, userId),
    rowsOf(purchases.userId, userId),
    rowsOf(payments.userId, userId),
    rowsOf(registrations.userId, userId),
    rowsOf(absences.userId, userId),
    contentOf(schedule),
  ],
  async (q, { userId }) => {
    const [person] = await select(q.db).where(and(eq(table.id, userId), comes))
    if (!person) return null
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
    const absent = await q.db
      .select({ scheduleId: absences.scheduleId })
      .from(absences)
      .innerJoin(schedule, eq(schedule.id, absences.scheduleId))
      .where(and(eq(absences.userId, userId), gt(schedule.endsAt, q.now)))
    const idsOf = (found: readonly { scheduleId: string }[]) => found.map(({ scheduleId }) => scheduleId)
    return { ...person, memberships, scheduleIds: idsOf(places), absentFrom: idsOf(absent) }
  },
)

interface OtherByMembership {
  readonly scheduleId: string
  readonly userId: string
  readonly purchaseId: string
}

export const registerOtherWithMembership = run(async (c, input: OtherByMembership) =>
  (await canCome(c.tx, c.subjectId)) ? takeWithMembership(c, input) : refuse('userNotFound'),
)

export const registerOtherWithMakeUp = run(async (c, input: WithMakeUp) =>
  (await canCome(c.tx, c.subjectId)) ? takeWithMakeUp(c, input) : refuse('userNotFound'),
)

export const registerOtherWithDropIn = run(async (c, input: DropIn) =>
  (await canCome(c.tx, c.subjectId)) ? takeWithDropIn(c, input) : refuse('userNotFound'),
)

async function canCome(tx: Tx, userId: string): Promise<boolean> {
  const [person] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, userId), comes))
  return person !== undefined
}
