import { and, asc, count, desc, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { pageOf } from '#kernel/paging.ts'
import { DAY } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, type PersonalContext } from '#server/procedures.ts'
import { fullName, may } from '#studio/accounts/rules.ts'
import { accounts, guardians, membershipCategories, people } from '#studio/accounts/tables.ts'
import { categoriesIncluding } from '#studio/classes/rules.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { todayAndOn } from '#studio/courses/server/today.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { SOON } from '#studio/notices/rules.ts'
import { chosenWays } from '#studio/notices/tables.ts'
import { notAbsent } from '#studio/registrations/server/notAbsent.ts'
import { absences, registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { mayWrite, SHOW_TO_CATEGORY, type Audience } from '../rules.ts'
import { mailingReaders, mailings } from '../tables.ts'
import { declinedBy, nextOf, readersFor, someNamed, targetOf } from './audience.ts'

const reach = [people, accounts, guardians, membershipCategories, chosenWays]
const places = [contentOf(schedule), registrations, absences, contentOf(courses), courseRegistrations, closedDays]

export const toWrite = personal({ on: [...reach, ...places] }, async (q, { audience }: { audience: Audience }) => {
  const target = await targetOf(q.db, q.settings, audience)
  if (!target || !mayWrite(q, target)) return null
  const ids = await target.people()
  const { readers, unverified, unreachable } = await readersFor(q.db, audience, ids)
  const declined = await declinedBy(q.db, audience)
  const next = nextOf(target, q.now + UNDO_WITHIN)
  // as time passes, it comes near, begins and ends
  if (next !== null) q.changesAt(next - (next - SOON > q.now ? SOON : UNDO_WITHIN))
  return {
    kind: audience.kind,
    of: audience.id,
    title: target.title,
    startsAt: target.times?.startsAt ?? null,
    endsAt: target.times?.endsAt ?? null,
    people: ids.length,
    accounts: readers.length,
    unreachable: unreachable.length,
    someUnreachable: await someNamed(q.db, unreachable),
    unverified: unverified.length,
    someUnverified: await someNamed(q.db, unverified),
    declined: readers.filter(({ accountId }) => declined.has(accountId)).length,
    soon: next !== null && next - q.now <= SOON,
  }
})

const { id, kind, title, subject, text, author, accounts: addressed, createdAt } = mailings
const of = sql<string>`coalesce(${mailings.scheduleId}, ${mailings.courseId}, ${mailings.categoryId}, ${mailings.search})`
const { startsAt, endsAt } = schedule
const about = { id, kind, of, title, startsAt, endsAt, subject, author, at: createdAt }

/** All for admins, a teacher's own otherwise. */
const visible = ({ kind: caller, accountId }: PersonalContext) =>
  may(caller, 'manageMailings') ? undefined : eq(mailings.authorId, accountId ?? '')

async function countsOf(db: Tx, ids: readonly string[]) {
  const { mailingId, state } = mailingReaders
  const found = await db
    .select({ mailingId, state, many: count() })
    .from(mailingReaders)
    .where(inArray(mailingId, [...ids]))
    .groupBy(mailingId, state)
  return (wanted: string) => {
    const many = (of: (typeof found)[number]['state']) =>
      found.find((one) => one.mailingId === wanted && one.state === of)?.many ?? 0
    return { waiting: many('waiting'), sent: many('sent'), failed: many('failed'), notMailed: many('notMailed') }
  }
}

const listed = (db: Tx) =>
  db
    .select({ ...about, accounts: addressed, text })
    .from(mailings)
    .leftJoin(schedule, eq(schedule.id, mailings.scheduleId))

const sentReads = [mailings, mailingReaders, contentOf(schedule)]

export const sent = personal({ on: sentReads }, async (q, { page }: { page: number }) => {
  const [all] = await q.db.select({ many: count() }).from(mailings).where(visible(q))
  const found = await pageOf(page, all?.many, (limit, offset) =>
    listed(q.db).where(visible(q)).orderBy(desc(createdAt), desc(id)).limit(limit).offset(offset),
  )
  const counts = await countsOf(
    q.db,
    found.rows.map((row) => row.id),
  )
  return { ...found, rows: found.rows.map((row) => ({ ...row, counts: counts(row.id) })) }
})

export const shown = personal(
  { on: [...sentReads, people, accounts] },
  async (q, { id: wanted, page }: { id: string; page: number }) => {
    const [row] = await listed(q.db).where(and(eq(id, wanted), visible(q)))
    if (!row) return null
    const counts = await countsOf(q.db, [wanted])
    const which = eq(mailingReaders.mailingId, wanted)
    const { accountId, state, reason } = mailingReaders
    const [all] = await q.db.select({ many: count() }).from(mailingReaders).where(which)
    const { rows, ...rest } = await pageOf(page, all?.many, (limit, offset) =>
      q.db
        .select({ accountId, state, reason, email: accounts.email, person: people })
        .from(mailingReaders)
        .innerJoin(accounts, eq(accounts.id, accountId))
        .leftJoin(people, eq(people.id, accounts.personId))
        .where(which)
        .orderBy(
          sql`array_position(array['failed', 'waiting', 'notMailed', 'sent'], ${state})`,
          asc(people.displayName),
          asc(people.familyName),
          asc(accountId),
        )
        .limit(limit)
        .offset(offset),
    )
    const undoUntil = row.at + UNDO_WITHIN
    q.changesAt(undoUntil)
    return {
      ...row,
      ...rest,
      counts: counts(wanted),
      readers: rows.map(({ person, ...one }) => ({ ...one, name: person ? fullName(person) : '' })),
      undoUntil: undoUntil > q.now ? undoUntil : null,
    }
  },
)

/** People of a class, course or category also see messages from before they joined. */
export const mine = personal(
  {
    on: [mailings, contentOf(schedule), contentOf(courses)],
    ownOn: [people.id, registrations.userId, absences.userId, courseRegistrations.userId],
  },
  async (q) => {
    const { db, now, subjectId, settings } = q
    const [person] = await db.select().from(people).where(eq(people.id, subjectId))
    if (!person?.active) return []
    const today = todayAndOn(q)
    const including = categoriesIncluding(settings.classCategories, person.membershipCategory)
    const registered = db
      .select({ id: registrations.scheduleId })
      .from(registrations)
      .where(eq(registrations.userId, subjectId))
    const included =
      including.length === 0
        ? undefined
        : and(sql`${schedule.categories} && ${sql.param(including)}::text[]`, notAbsent(schedule.id, subjectId))
    const joined = db
      .select({ id: courseRegistrations.courseId })
      .from(courseRegistrations)
      .where(eq(courseRegistrations.userId, subjectId))
    const ofClass = and(gt(endsAt, now - DAY), or(inArray(schedule.id, registered), included))
    const ofCourse = and(gte(courses.endDate, today), inArray(courses.id, joined))
    const ofCategory = and(
      eq(mailings.categoryId, person.membershipCategory ?? ''),
      gt(createdAt, now - SHOW_TO_CATEGORY),
    )
    const found = await db
      .select({ ...about, text })
      .from(mailings)
      .leftJoin(schedule, eq(schedule.id, mailings.scheduleId))
      .leftJoin(courses, eq(courses.id, mailings.courseId))
      .where(and(isNull(mailings.search), or(ofClass, ofCourse, ofCategory)))
      .orderBy(desc(createdAt), desc(id))
    for (const row of found) {
      // it can be undone until then
      q.changesAt(row.at + UNDO_WITHIN)
      if (row.endsAt !== null) q.changesAt(row.endsAt + DAY)
      if (row.kind === 'category') q.changesAt(row.at + SHOW_TO_CATEGORY)
    }
    return found.filter(({ at }) => at + UNDO_WITHIN <= now)
  },
)
