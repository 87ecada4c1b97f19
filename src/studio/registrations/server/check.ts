import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { contentOf, rowsOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { bookersOf } from '#studio/accounts/server/bookers.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { misfit } from '#studio/memberships/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { countOwed, nextOverdueAt } from '#studio/payments/server/book.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { checkPerson } from '../rules/check.ts'
import { absences, heldPlaces, registrations } from '../tables.ts'
import { isAbsent } from './absences.ts'
import { oneEntry } from './places.ts'
import { findRegistration } from './registrants.ts'

interface Asked {
  readonly scheduleId: string
  readonly userId: string
}

/** Every rule that decides whether this person could register by themselves, and with which passes. */
export const check = shared(
  ({ userId }: Asked) => [
    schedule,
    people,
    contentOf(accounts),
    guardians,
    registrations,
    heldPlaces,
    absences,
    rowsOf(purchases.userId, userId),
    rowsOf(payments.userId, userId),
  ],
  async (q, { scheduleId, userId }) => {
    const found = await oneEntry(q, { id: scheduleId })
    const [person] = await q.db
      .select()
      .from(people)
      .where(and(eq(people.id, userId), isNull(people.deletedAt)))
    if (!found || !person) return null
    q.changesAt(found.startsAt)
    const [own] = await q.db
      .select()
      .from(heldPlaces)
      .where(and(eq(heldPlaces.scheduleId, scheduleId), eq(heldPlaces.userId, userId), gt(heldPlaces.until, q.now)))
    // a place held for this person is free for them
    const entry = { ...found, heldCount: found.heldCount - (own ? 1 : 0) }
    const registered = (await findRegistration(q.db, scheduleId, userId)) !== null
    const absent = await isAbsent(q.db, { scheduleId, userId })
    const owed = await countOwed(q.db, userId, q.now)
    q.changesAt(await nextOverdueAt(q.db, userId, q.now))
    const bookers = await bookersOf(q.db, userId)
    const { membershipCategory } = person
    const { registration: limits } = q.settings.sections
    const passes = await q.db
      .select()
      .from(purchases)
      .where(and(eq(purchases.userId, userId), eq(purchases.status, 'active'), gt(purchases.validUntil, q.now)))
      .orderBy(asc(purchases.validUntil), asc(purchases.id))
    for (const { validUntil } of passes) q.changesAt(validUntil)
    return {
      rules: checkPerson(
        q.settings.classCategories,
        entry,
        { membershipCategory, registered, absent, owed, bookers },
        { ...limits, terms: q.settings.terms },
        q.now,
      ),
      taken: entry.registeredCount + entry.includedCount + entry.heldCount,
      held: entry.heldCount,
      places: entry.maxParticipants,
      ...owed,
      most: limits.mostOpenPayments,
      passes: passes.map((pass) => ({ id: pass.id, name: pass.membershipName, why: misfit(pass, entry, q.now) })),
    }
  },
)
