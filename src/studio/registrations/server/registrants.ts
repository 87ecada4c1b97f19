import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { includedCategories } from '#studio/classes/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { registrations } from '../tables.ts'

/** The registrations with their people, first come first. */
export async function placesOf(tx: Tx, scheduleId: string) {
  return await tx
    .select({
      registration: registrations,
      person: people,
      account: accounts,
      membershipName: purchases.membershipName,
      paymentStatus: payments.status,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.userId))
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .leftJoin(payments, eq(payments.id, registrations.dropInPaymentId))
    .where(eq(registrations.scheduleId, scheduleId))
    .orderBy(registrations.createdAt, registrations.id)
}

/** The active people who come without a registration, with their accounts. */
export const includedIn = (tx: Tx, all: readonly ClassCategory[], entry: ScheduleRow) =>
  tx
    .select({ person: people, account: accounts })
    .from(people)
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .where(isIncludedIn(all, entry))
    .orderBy(people.id)

/** Which people are included in an entry by their category. */
export const isIncludedIn = (all: readonly ClassCategory[], { categories }: ScheduleRow): SQL | undefined =>
  and(eq(people.active, true), inArray(people.membershipCategory, includedCategories(all, categories)))

interface Found {
  readonly person: typeof people.$inferSelect
  readonly account: typeof accounts.$inferSelect | null
}

/** Who gets a letter that is for this person; nobody where there is no account. */
export const readersFor = ({ person, account }: Found) =>
  account
    ? [{ accountId: account.id, displayName: person.displayName, email: account.email, language: account.language }]
    : []
