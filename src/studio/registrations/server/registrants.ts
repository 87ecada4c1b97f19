import { and, eq, exists, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { includedCategories } from '#studio/classes/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { moneyBackColumns } from '#studio/payments/server/cancel.ts'
import { payments } from '#studio/payments/tables.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { registrations } from '../tables.ts'
import { notAbsent } from './notAbsent.ts'

/** Registrations with their people, earliest first. */
export const placesOf = (tx: Tx, scheduleId: string) => placesIn(tx, [scheduleId])

/** The same for several entries. */
export const placesIn = (tx: Tx, scheduleIds: readonly string[]) =>
  placesWhere(tx, inArray(registrations.scheduleId, [...scheduleIds]))

/** The same for one registration. */
export async function placeOf(tx: Tx, registrationId: string) {
  const [place] = await placesWhere(tx, eq(registrations.id, registrationId))
  return place ?? null
}

/** A person's registration for an entry. */
export async function findRegistration(tx: Tx, scheduleId: string, userId: string) {
  const theirs = and(eq(registrations.scheduleId, scheduleId), eq(registrations.userId, userId))
  const [row] = await tx.select().from(registrations).where(theirs)
  return row ?? null
}

async function placesWhere(tx: Tx, which: SQL) {
  return await tx
    .select({
      registration: registrations,
      person: people,
      account: accounts,
      membershipName: purchases.membershipName,
      paymentStatus: payments.status,
      ...moneyBackColumns,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.userId))
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .leftJoin(payments, eq(payments.id, registrations.dropInPaymentId))
    .where(which)
    .orderBy(registrations.createdAt, registrations.id)
}

/** Ids of active people who come without a registration. */
export async function includedIn(tx: Tx, all: readonly ClassCategory[], entry: ScheduleRow): Promise<string[]> {
  const found = await tx.select({ id: people.id }).from(people).where(isIncludedIn(all, entry)).orderBy(people.id)
  return found.map(({ id }) => id)
}

/** Ids of active people who come to any of these entries without a registration: one statement, however many they are. */
export async function includedInAny(tx: Tx, all: readonly ClassCategory[], entries: readonly ScheduleRow[]) {
  const ids = entries.map(({ id }) => id)
  const categories = includedCategories(
    all,
    entries.flatMap((entry) => entry.categories),
  )
  const comesTo = tx
    .select({ id: schedule.id })
    .from(schedule)
    .where(and(inArray(schedule.id, ids), isIncludedInEntry(all), notAbsent(schedule.id, people.id)))
  const found = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.active, true), inArray(people.membershipCategory, categories), exists(comesTo)))
    .orderBy(people.id)
  return found.map(({ id }) => id)
}

/** `isIncluded` for the database: holders of the membership categories of one of the entry's categories. */
export function isIncludedInEntry(all: readonly ClassCategory[]): SQL {
  const each = all.map(({ id, includes }) =>
    and(sql`${id} = any(${schedule.categories})`, inArray(people.membershipCategory, [...includes])),
  )
  return or(...each) ?? sql`false`
}

/** Active people who come to an entry, with or without a registration. */
export async function comingTo(tx: Tx, all: readonly ClassCategory[], entry: ScheduleRow) {
  const places = await tx
    .select({ id: people.id })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.userId))
    .where(and(eq(registrations.scheduleId, entry.id), eq(people.active, true)))
    .orderBy(registrations.createdAt, registrations.id)
  const registered = places.map(({ id }) => id)
  const included = (await includedIn(tx, all, entry)).filter((id) => !registered.includes(id))
  return { registered, included }
}

/** Accounts that get letters about an entry because one of their people comes; the entry stays in their calendars. */
export async function accountsComing(tx: Tx, all: readonly ClassCategory[], entry: ScheduleRow) {
  const { registered, included } = await comingTo(tx, all, entry)
  return new Set((await readersOf(tx, [...registered, ...included])).map(({ accountId }) => accountId))
}

/** Condition: people who come by category, without those who are absent. */
export const isIncludedIn = (all: readonly ClassCategory[], { id, categories }: ScheduleRow): SQL | undefined =>
  and(
    eq(people.active, true),
    inArray(people.membershipCategory, includedCategories(all, categories)),
    notAbsent(id, people.id),
  )
