import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { users } from '#studio/accounts/tables.ts'
import { includedCategories, isIncluded } from '#studio/classes/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import type { EntryWithRegistrants, Registrant } from '../contract.ts'
import type { AttendanceValue } from '../rules.ts'
import { attendance } from '../tables.ts'

type User = typeof users.$inferSelect
interface Coming {
  readonly user: User
  readonly registrant: Registrant
}

/** Everyone who comes to these entries, by name: three queries, however many entries there are. */
export async function withRegistrants(db: Tx, entries: readonly ScheduleRow[]) {
  const ids = entries.map((entry) => entry.id)
  const registered = ids.length > 0 ? await registeredIn(db, ids) : []
  const marks = ids.length > 0 ? await marksOf(db, ids) : []
  const members = await membersOf(db, entries)
  const people = new Map<string, User>()
  const shown = entries.map((entry): EntryWithRegistrants => {
    const coming = new Map<string, Coming>()
    for (const { user, ...place } of registered.filter(({ scheduleId }) => scheduleId === entry.id)) {
      coming.set(user.id, { user, registrant: { userId: user.id, ...place, attendance: null } })
    }
    // nobody comes to a cancelled class any more
    const included = entry.cancelledAt === null ? members : []
    for (const user of included.filter((user) => isIncluded(user.membershipCategory, entry.categories))) {
      if (!coming.has(user.id)) coming.set(user.id, includedUser(user))
    }
    for (const { user, value } of marks.filter(({ scheduleId }) => scheduleId === entry.id)) {
      const { registrant } = coming.get(user.id) ?? includedUser(user)
      // who was marked while included stays, whatever became of the category
      if (coming.has(user.id) || entry.cancelledAt === null) {
        coming.set(user.id, { user, registrant: { ...registrant, attendance: value } })
      }
    }
    const sorted = [...coming.values()].toSorted(byName)
    for (const { user } of sorted) people.set(user.id, user)
    return { ...entry, registrants: sorted.map(({ registrant }) => registrant) }
  })
  return { people: [...people.values()], entries: shown }
}

const includedUser = (user: User): Coming => ({
  user,
  registrant: { userId: user.id, method: 'included', membershipName: null, payment: null, attendance: null },
})

async function registeredIn(db: Tx, ids: string[]) {
  const found = await db
    .select({ registration: registrations, user: users, purchase: purchases, payment: payments })
    .from(registrations)
    .innerJoin(users, eq(users.id, registrations.userId))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .leftJoin(payments, eq(payments.id, registrations.dropInPaymentId))
    .where(inArray(registrations.scheduleId, ids))
  return found.map(({ registration, user, purchase, payment }) => ({
    scheduleId: registration.scheduleId,
    user,
    method: purchase ? ('membership' as const) : ('dropIn' as const),
    membershipName: purchase?.membershipName ?? null,
    payment: payment && { ...payment, coverDoubtful: isCoverDoubtful(payment, user) },
  }))
}

// of a deleted user nobody knows the category any more
const isCoverDoubtful = ({ coverMember }: { coverMember: boolean }, { membershipCategory, deletedAt }: User) =>
  coverMember && membershipCategory !== 'Cover' && deletedAt === null

async function marksOf(db: Tx, ids: string[]): Promise<{ scheduleId: string; user: User; value: AttendanceValue }[]> {
  return await db
    .select({ scheduleId: attendance.scheduleId, value: attendance.value, user: users })
    .from(attendance)
    .innerJoin(users, eq(users.id, attendance.userId))
    .where(inArray(attendance.scheduleId, ids))
}

async function membersOf(db: Tx, entries: readonly ScheduleRow[]): Promise<User[]> {
  const categories = includedCategories(entries.flatMap((entry) => entry.categories))
  if (categories.length === 0) return []
  return await db
    .select()
    .from(users)
    .where(and(eq(users.active, true), inArray(users.membershipCategory, categories)))
}

// The order is the same for every reader, since the answer is; Estonian letters stand where Estonians look for them.
const collator = new Intl.Collator('et')
const byName = (a: Coming, b: Coming) => collator.compare(fullName(a.user), fullName(b.user))
