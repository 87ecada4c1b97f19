import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, serve, type PersonalContext, type QueryContext } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { namedLike, peopleFound } from '#studio/accounts/server/search.ts'
import { accounts, emailOf, guardians, people } from '#studio/accounts/tables.ts'
import { todayAndOn } from '#studio/courses/server/today.ts'
import { courses } from '#studio/courses/tables.ts'
import { paperNumbered } from '#studio/papers/server/search.ts'
import { papers } from '#studio/papers/tables.ts'
import { itsClass } from '#studio/payments/server/openOfPayer.ts'
import { namesOf } from '#studio/payments/server/payers.ts'
import { owedBy } from '#studio/payments/server/owed.ts'
import { unsettledStatuses } from '#studio/payments/rules.ts'
import { payerByReference, paymentsFound } from '#studio/payments/server/search.ts'
import { payerReferences, payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { search } from './contract.ts'
import { FEWEST_LETTERS, FOUND_OF_EACH } from './rules.ts'

const reads = [
  people,
  contentOf(accounts),
  guardians,
  payments,
  contentOf(schedule),
  contentOf(courses),
  payerReferences,
  papers,
]

export const searchServer = serve('auth', search, {
  everything: personal({ on: reads }, async (q, asked: { search: string }) => {
    const words = asked.search.trim()
    if (words.length < FEWEST_LETTERS) return { people: [], entries: [], courses: [], payments: [] }
    const numbered = await byNumber(q, words)
    return {
      people: await peopleWith(q, words, numbered),
      entries: await entriesNamed(q, words),
      courses: await coursesNamed(q, words),
      payments: await paymentsOf(q, words, numbered),
    }
  }),
})

/**
 * Finds the payer and payments of a reference, invoice or receipt number; only for staff who may see who pays for whom.
 */
async function byNumber({ db, kind }: PersonalContext, words: string) {
  if (!may(kind, 'manageUsers')) return { personIds: [], payerIds: [], paymentIds: [] }
  const payer = await payerByReference(db, words)
  const paper = await paperNumbered(db, words)
  const names = await namesOf(
    db,
    [payer, paper?.payerId].flatMap((id) => id ?? []),
  )
  const personIds = [...names.values()].map(({ userId }) => userId)
  return { personIds, payerIds: payer === null ? [] : [payer], paymentIds: paper?.paymentIds ?? [] }
}
type Numbered = Awaited<ReturnType<typeof byNumber>>

async function peopleWith({ db }: QueryContext, words: string, { personIds }: Numbered) {
  const found = await db
    .select({
      id: people.id,
      displayName: people.displayName,
      familyName: people.familyName,
      email: emailOf,
      active: people.active,
    })
    .from(people)
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .where(and(isNull(people.deletedAt), or(inArray(people.id, personIds), await peopleFound(db, words))))
    // whose name begins like that is meant, rather than whose name or address contains it
    .orderBy(desc(await namedLike(db, words)), asc(people.displayName), asc(people.familyName), asc(people.id))
    .limit(FOUND_OF_EACH)
  const owed = await owedBy(
    db,
    found.map(({ id }) => id),
  )
  return found.map((person) => ({ ...person, owes: owed.get(person.id) ?? 0 }))
}

/** The next matching classes, from today on. */
async function entriesNamed(q: QueryContext, words: string) {
  const today = startOfDay(q.settings.timeZone, dateIn(q.settings.timeZone, q.now))
  return await q.db
    .select({
      id: schedule.id,
      className: schedule.className,
      startsAt: schedule.startsAt,
      endsAt: schedule.endsAt,
    })
    .from(schedule)
    .where(and(gte(schedule.startsAt, today), isNull(schedule.cancelledAt), containing(schedule.className, words)))
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
    .limit(FOUND_OF_EACH)
}

/** Matching courses that have not ended, the earliest first. */
async function coursesNamed(q: QueryContext, words: string) {
  const { id, name, startDate, endDate, weekday, startTime, endTime } = courses
  return await q.db
    .select({ id, name, startDate, endDate, weekday, startTime, endTime })
    .from(courses)
    .where(and(eq(courses.status, 'active'), gte(endDate, todayAndOn(q)), containing(name, words)))
    .orderBy(asc(startDate), asc(id))
    .limit(FOUND_OF_EACH)
}

/** Whether a text contains the words, in any case and with or without accents. */
const containing = (text: PgColumn, words: string) =>
  sql`fold(${text}) like fold(${`%${words.replace(/[\\%_]/g, '\\$&')}%`})`

/** Open payments first, then the newest. */
async function paymentsOf(q: PersonalContext, words: string, { payerIds, paymentIds }: Numbered) {
  const { id, description, price, status, deadline } = payments
  return await q.db
    .select({
      id,
      description,
      startsAt: schedule.startsAt,
      price,
      status,
      deadline,
      displayName: people.displayName,
      familyName: people.familyName,
    })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, itsClass)
    .where(
      and(
        sql`${status} <> 'cancelled'`,
        or(inArray(payments.payerId, payerIds), inArray(id, paymentIds), await paymentsFound(q, words)),
      ),
    )
    .orderBy(desc(inArray(status, [...unsettledStatuses])), desc(payments.createdAt), desc(id))
    .limit(FOUND_OF_EACH)
}
