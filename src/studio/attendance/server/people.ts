import { and, eq, inArray, sql } from 'drizzle-orm'
import { groupedBy } from '#kernel/grouped.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf, type Reads } from '#server/changes/topics.ts'
import type { QueryContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, emailOf, people } from '#studio/accounts/tables.ts'
import { includedCategories } from '#studio/classes/rules.ts'
import { listedFacts, listedReads } from '#studio/families/server/photos.ts'
import { openPassPayment } from '#studio/memberships/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { isCoverDoubtful } from '#studio/payments/rules.ts'
import { standingColumns, standingOf } from '#studio/payments/server/rows.ts'
import { payments } from '#studio/payments/tables.ts'
import { absences, registrations } from '#studio/registrations/tables.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Categories } from '#studio/settings/rules.ts'
import type { EntryWithRegistrants, Registrant } from '../contract.ts'
import type { AttendanceValue } from '../rules.ts'
import { attendance } from '../tables.ts'

/** Tables that lists of registrants read. */
export const registrantReads: Reads = [
  ...listedReads,
  schedule,
  contentOf(accounts),
  registrations,
  absences,
  purchases,
  payments,
  attendance,
]

/** What is shown of a person with their account, and what decides where they are included. */
const ofPerson = {
  id: people.id,
  displayName: people.displayName,
  familyName: people.familyName,
  email: emailOf,
  membershipCategory: people.membershipCategory,
  deletedAt: people.deletedAt,
}
type Person = Awaited<ReturnType<typeof membersOf>>[number]
const theirAccount = eq(accounts.personId, people.id)

interface Coming {
  readonly user: Person
  readonly registrant: Registrant
}

/** Everyone who comes to these entries, by name: four parallel queries, however many entries there are. */
export async function withRegistrants(db: Tx, known: Categories, entries: readonly ScheduleRow[]) {
  const ids = entries.map((entry) => entry.id)
  const found = await Promise.all([
    ids.length > 0 ? registeredIn(db, known, ids) : [],
    ids.length > 0 ? marksIn(db, ids) : [],
    membersOf(db, known, entries),
    ids.length > 0 ? absentFrom(db, ids) : [],
  ])
  const members = found[2]
  const registered = byEntry(found[0])
  const absent = byEntry(found[3])
  const marks = byEntry(await withUsers(db, found[1], [...found[0].map(({ user }) => user), ...members]))
  const everybody = new Map<string, Person>()
  const shown = entries.map((entry) => {
    const coming = new Map<string, Coming>()
    for (const { user, scheduleId: _, ...place } of registered.get(entry.id) ?? []) {
      coming.set(user.id, { user, registrant: { userId: user.id, ...place, attendance: null } })
    }
    // nobody comes to a cancelled class any more
    const included: readonly string[] =
      entry.cancelledAt === null ? includedCategories(known.classCategories, entry.categories) : []
    const away = new Set((absent.get(entry.id) ?? []).map(({ userId }) => userId))
    for (const user of included.length > 0 ? members : []) {
      if (!included.includes(user.membershipCategory ?? '') || coming.has(user.id) || away.has(user.id)) continue
      coming.set(user.id, includedUser(user))
    }
    for (const { user, value } of marks.get(entry.id) ?? []) {
      const { registrant } = coming.get(user.id) ?? includedUser(user)
      // people marked while included stay listed after a category change
      if (coming.has(user.id) || entry.cancelledAt === null) {
        coming.set(user.id, { user, registrant: { ...registrant, attendance: value } })
      }
    }
    for (const { user } of coming.values()) everybody.set(user.id, user)
    return { ...entry, registrants: [...coming.values()].map(({ registrant }) => registrant) }
  })
  const place = placesByName([...everybody.values()])
  const inOrder = (a: Registrant, b: Registrant) => (place.get(a.userId) ?? 0) - (place.get(b.userId) ?? 0)
  return {
    people: [...everybody.values()],
    entries: shown.map((entry): ScheduleRow & EntryWithRegistrants => ({
      ...entry,
      registrants: entry.registrants.toSorted(inOrder),
    })),
  }
}

/** The same for a screen or a file, with what staff see of people beside their names. */
export async function shownWithRegistrants(q: QueryContext, entries: readonly ScheduleRow[]) {
  const found = await withRegistrants(q.db, q.settings, entries)
  return { ...found, people: await shownPeople(q, found.people) }
}

export async function shownPeople<One extends { readonly id: string }>(q: QueryContext, all: readonly One[]) {
  const facts = await listedFacts(
    q,
    all.map(({ id }) => id),
  )
  return all.map((one) => ({ ...one, ...facts(one.id) }))
}

const byEntry = <T extends { readonly scheduleId: string }>(found: readonly T[]) =>
  groupedBy(found, ({ scheduleId }) => scheduleId)

const includedUser = (user: Person): Coming => ({
  user,
  registrant: {
    userId: user.id,
    method: 'included',
    membershipName: null,
    payment: null,
    passPayment: null,
    attendance: null,
  },
})

// only what is shown: thousands of rows are read for one page, and each column of each costs this process time
async function registeredIn(db: Tx, known: Categories, ids: string[]) {
  const found = await db
    .select({
      scheduleId: registrations.scheduleId,
      user: ofPerson,
      membershipName: purchases.membershipName,
      makeUpId: registrations.makeUpId,
      payment: {
        id: payments.id,
        ...standingColumns,
        price: payments.price,
        paymentMethod: payments.paymentMethod,
        deadline: payments.deadline,
        coverMember: payments.coverMember,
      },
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.userId))
    .leftJoin(accounts, theirAccount)
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    // of the drop-in or of the pass: a place has one of them
    .leftJoin(payments, sql`${payments.id} = coalesce(${registrations.dropInPaymentId}, ${purchases.paymentId})`)
    .where(inArray(registrations.scheduleId, ids))
  return found.map(({ scheduleId, user, membershipName, makeUpId, payment: found }) => {
    const payment = found && {
      ...found,
      ...standingOf(found),
      coverDoubtful: isCoverDoubtful(known.membershipCategories, found, user),
    }
    const place = { scheduleId, user, membershipName }
    if (makeUpId !== null) return { ...place, method: 'makeUp' as const, payment: null, passPayment: null }
    return membershipName === null
      ? { ...place, method: 'dropIn' as const, payment, passPayment: null }
      : { ...place, method: 'membership' as const, payment: null, passPayment: openPassPayment(payment) }
  })
}

interface Mark {
  readonly scheduleId: string
  readonly userId: string
  readonly value: AttendanceValue
}

const marksIn = (db: Tx, ids: string[]): Promise<Mark[]> =>
  db
    .select({ scheduleId: attendance.scheduleId, userId: attendance.userId, value: attendance.value })
    .from(attendance)
    .where(inArray(attendance.scheduleId, ids))

/** People who said that they can't come. */
const absentFrom = (db: Tx, ids: string[]) =>
  db
    .select({ scheduleId: absences.scheduleId, userId: absences.userId })
    .from(absences)
    .where(inArray(absences.scheduleId, ids))

/** Marks with their people; only people who are not loaded yet are read. */
async function withUsers(db: Tx, marks: readonly Mark[], known: readonly Person[]) {
  const everybody = new Map(known.map((user) => [user.id, user]))
  const others = [...new Set(marks.map(({ userId }) => userId))].filter((id) => !everybody.has(id))
  const read =
    others.length > 0
      ? await db.select(ofPerson).from(people).leftJoin(accounts, theirAccount).where(inArray(people.id, others))
      : []
  for (const user of read) everybody.set(user.id, user)
  return marks.flatMap(({ scheduleId, userId, value }) => {
    const user = everybody.get(userId)
    return user ? [{ scheduleId, user, value }] : []
  })
}

async function membersOf(db: Tx, known: Categories, entries: readonly ScheduleRow[]) {
  const categories = includedCategories(
    known.classCategories,
    entries.flatMap((entry) => entry.categories),
  )
  if (categories.length === 0) return []
  return await db
    .select(ofPerson)
    .from(people)
    .leftJoin(accounts, theirAccount)
    .where(and(eq(people.active, true), inArray(people.membershipCategory, categories)))
}

// The order is the same for every reader, since the answer is; Estonian letters stand where Estonians look for them.
const collator = new Intl.Collator('et')

/** Position of each person when sorted by name: sorted once, not again for each entry. */
function placesByName(people: readonly Person[]): Map<string, number> {
  const named = people.map((user) => ({ id: user.id, name: fullName(user) }))
  return new Map(named.toSorted((a, b) => collator.compare(a.name, b.name)).map(({ id }, place) => [id, place]))
}
