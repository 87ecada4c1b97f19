import { and, count, desc, eq, inArray, lte } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { pageOf } from '#kernel/paging.ts'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf, rowsOf } from '#server/changes/topics.ts'
import { personal, shared } from '#server/procedures.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { attendance } from '../tables.ts'

/** The caller's own past classes, or those of a child. */
export const past = personal(
  { on: [contentOf(schedule)], ownOn: [registrations.userId, attendance.userId] },
  async (q, asked: { page: number }) => pastOf(q, q.subjectId, asked.page),
)

export const ofUser = shared(
  ({ userId }: { userId: string; page: number }) => [
    contentOf(schedule),
    rowsOf(registrations.userId, userId),
    rowsOf(attendance.userId, userId),
  ],
  async (q, { userId, page }) => pastOf(q, userId, page),
)

/** Leaves out classes where a person was included but not marked: it is unknown whether they came. */
async function pastOf(q: { db: Tx; now: Instant }, personId: string, page: number) {
  const theirs = and(inArray(schedule.id, entriesOf(q.db, personId)), lte(schedule.endsAt, q.now))
  const [all] = await q.db.select({ total: count() }).from(schedule).where(theirs)
  const { id, className, startsAt, endsAt } = schedule
  const latest = q.db
    .select({ id, className, startsAt, endsAt, attendance: attendance.value })
    .from(schedule)
    .leftJoin(attendance, and(eq(attendance.scheduleId, schedule.id), eq(attendance.userId, personId)))
    .where(theirs)
    .orderBy(desc(startsAt), desc(id))
  return await pageOf(page, all?.total, (limit, offset) => latest.limit(limit).offset(offset))
}

/** Entries where a person has a place or a mark. */
function entriesOf(db: Tx, personId: string) {
  const of = (table: typeof registrations | typeof attendance) =>
    db.select({ id: table.scheduleId }).from(table).where(eq(table.userId, personId))
  return union(of(registrations), of(attendance))
}
