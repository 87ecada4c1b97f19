import { and, asc, count, desc, eq, gt, isNotNull, isNull, like, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, shared } from '#server/procedures.ts'
import { accounts, emailOf, guardians, people } from '#studio/accounts/tables.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { monthlyFees, pauses } from '#studio/bills/tables.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { photoConsents } from '#studio/families/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { papers } from '#studio/papers/tables.ts'
import { creditOf } from '#studio/payments/server/credit.ts'
import { payerOfPerson } from '#studio/payments/server/payers.ts'
import { credits, payerReferences, payments } from '#studio/payments/tables.ts'
import { absences, makeUps, registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { waiting } from '#studio/waiting/tables.ts'
import { mergedFields, UNDO_MERGE_WITHIN, type MovedKind } from '../rules.ts'
import { merges } from '../tables.ts'
import { hindrancesOf, lookAt, type Both } from './hindrances.ts'

const self = alias(people, 'self')

/** People with the same name and no different date of birth. */
export const ofUser = shared([people, contentOf(accounts), merges], async (q, { userId }: { userId: string }) => {
  const { db, now } = q
  const sameDay = or(isNull(people.dob), isNull(self.dob), eq(people.dob, self.dob))
  const alike = await db
    .select({
      userId: people.id,
      displayName: people.displayName,
      familyName: people.familyName,
      dob: people.dob,
      email: emailOf,
      createdAt: people.createdAt,
    })
    .from(self)
    .innerJoin(
      people,
      and(
        like(people.search, sql`replace(replace(replace(${self.search}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`),
        sameDay,
      ),
    )
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .where(and(eq(self.id, userId), isNull(self.deletedAt), ne(people.id, userId), isNull(people.deletedAt)))
    .orderBy(asc(people.createdAt), asc(people.id))
  const notUndone = isNull(merges.undoneAt)
  const rows = await db
    .select({ mergeId: merges.id, at: merges.at, before: merges.before })
    .from(merges)
    .where(and(eq(merges.keptId, userId), notUndone, isNotNull(merges.before), gt(merges.at, now - UNDO_MERGE_WITHIN)))
    .orderBy(desc(merges.at), desc(merges.id))
  const [into] = await db
    .select({ id: merges.keptId })
    .from(merges)
    .where(and(eq(merges.goneId, userId), notUndone))
  const merged = rows.map(({ mergeId, at, before }) => ({
    mergeId,
    at,
    displayName: before?.gone.displayName ?? '',
    familyName: before?.gone.familyName ?? '',
    undoableUntil: at + UNDO_MERGE_WITHIN,
  }))
  q.changesAt(merged.at(-1)?.undoableUntil)
  return { alike, merged, into: into?.id ?? null }
})

/** Maximum listed at once; the others follow after these are merged. */
const MOST_TWICE = 20

/** Likely duplicates, from the index on name and birth only, without reading the people. */
export const twice = shared(
  [people],
  async ({ db }) => {
    const groups = db.$with('groups').as(
      db
        .select({
          search: people.search,
          dob: people.dob,
          records: count().as('records'),
          total: sql`count(*) over ()`.mapWith(Number).as('total'),
        })
        .from(people)
        .where(and(isNull(people.deletedAt), isNotNull(people.dob)))
        .groupBy(people.search, people.dob)
        .having(gt(count(), 1)),
    )
    const found = await db
      .with(groups)
      .selectDistinctOn([groups.search, groups.dob], {
        userId: people.id,
        displayName: people.displayName,
        familyName: people.familyName,
        dob: sql<string>`${groups.dob}::text`,
        records: groups.records,
        total: groups.total,
      })
      .from(groups)
      .innerJoin(people, and(eq(people.search, groups.search), eq(people.dob, groups.dob), isNull(people.deletedAt)))
      .orderBy(asc(groups.search), asc(groups.dob), asc(people.createdAt), asc(people.id))
      .limit(MOST_TWICE)
    return { total: found[0]?.total ?? 0, people: found }
  },
  { rest: () => 5_000 },
)

const reads = [
  people,
  guardians,
  contentOf(accounts),
  contentOf(schedule),
  contentOf(courses),
  registrations,
  courseRegistrations,
  waiting,
  purchases,
  makeUps,
  absences,
  attendance,
  payments,
  monthlyFees,
  payerReferences,
  credits,
  papers,
  photoConsents,
  pauses,
]

export const preview = personal({ on: reads }, async ({ db, accountId }, both: Both) => {
  const [me] = await db
    .select({ personId: accounts.personId })
    .from(accounts)
    .where(eq(accounts.id, accountId ?? ''))
  const found = await lookAt(db, both, me?.personId ?? null)
  const nothing = { moves: [], credit: 0, differs: [], signsIn: { kept: '', gone: '' }, hindrances: [] }
  if (found.refused !== null) return { ...nothing, refused: found.refused }
  const { kept, gone } = found
  const payerIds = [payerOfPerson(both.goneId), ...(gone.account ? [gone.account.id] : [])]
  const differs = mergedFields
    .map((field) => ({ field, kept: kept.person[field] ?? '', gone: gone.person[field] ?? '' }))
    .filter((one) => one.kept !== one.gone)
  let credit = 0
  for (const payerId of payerIds) credit += await creditOf(db, payerId)
  return {
    moves: await movesOf(db, both.goneId, gone.account?.id ?? ''),
    credit,
    differs,
    signsIn: { kept: kept.account?.email ?? '', gone: gone.account?.email ?? '' },
    hindrances: await hindrancesOf(db, both),
    refused: null,
  }
})

async function movesOf(db: Tx, goneId: string, accountId: string) {
  const ofPayers = (column: PgColumn) => or(eq(column, payerOfPerson(goneId)), eq(column, accountId))
  const counted: readonly (readonly [MovedKind, PgTable, SQL | undefined])[] = [
    ['classes', registrations, eq(registrations.userId, goneId)],
    ['courses', courseRegistrations, eq(courseRegistrations.userId, goneId)],
    ['waiting', waiting, and(eq(waiting.userId, goneId), isNull(waiting.endedAt))],
    ['memberships', purchases, eq(purchases.userId, goneId)],
    ['makeUps', makeUps, eq(makeUps.userId, goneId)],
    ['absences', absences, eq(absences.userId, goneId)],
    ['attendance', attendance, eq(attendance.userId, goneId)],
    ['payments', payments, eq(payments.userId, goneId)],
    ['references', payerReferences, ofPayers(payerReferences.payerId)],
    ['papers', papers, ofPayers(papers.payerId)],
    ['guardians', guardians, eq(guardians.personId, goneId)],
    ['children', guardians, eq(guardians.accountId, accountId)],
    ['photos', photoConsents, eq(photoConsents.personId, goneId)],
    ['pauses', pauses, eq(pauses.personId, goneId)],
  ]
  const moves = []
  for (const [kind, table, where] of counted) {
    const [found] = await db.select({ count: count() }).from(table).where(where)
    if (found && found.count > 0) moves.push({ kind, count: found.count })
  }
  return moves
}
