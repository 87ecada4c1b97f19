import { and, asc, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal } from '#server/procedures.ts'
import { courses } from '#studio/courses/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { waiting } from '../tables.ts'

/** The person's position: the number of people before them, plus one. */
const position = sql<number | null>`case when ${waiting.state} in ('waiting', 'offered') then (
  select count(*)::int from ${waiting} before
  where before.state in ('waiting', 'offered')
    and (before.schedule_id = ${waiting.scheduleId} or before.course_id = ${waiting.courseId})
    and (before.joined_at, before.id) <= (${waiting.joinedAt}, ${waiting.id})) end`

/** Depends on the whole table, as changes of others move the position. */
export const mine = personal({ on: [waiting, contentOf(schedule), contentOf(courses)] }, async (q) => {
  const zone = q.settings.timeZone
  const today = dateIn(zone, q.now)
  const found = await q.db
    .select({
      row: waiting,
      position,
      className: schedule.className,
      courseName: courses.name,
      startsAt: schedule.startsAt,
      endsAt: schedule.endsAt,
      categories: schedule.categories,
    })
    .from(waiting)
    .leftJoin(schedule, eq(schedule.id, waiting.scheduleId))
    .leftJoin(courses, eq(courses.id, waiting.courseId))
    .where(
      and(
        eq(waiting.userId, q.subjectId),
        inArray(waiting.state, ['waiting', 'offered', 'expired']),
        or(
          and(gt(schedule.startsAt, q.now), isNull(schedule.cancelledAt)),
          and(gte(courses.regDeadline, today), eq(courses.status, 'active')),
        ),
      ),
    )
    .orderBy(asc(waiting.joinedAt), asc(waiting.id))
  for (const { startsAt } of found) q.changesAt(startsAt)
  q.changesAt(startOfDay(zone, addDays(today, 1)))
  // of an expired offer and a newer wait, only the newer is shown
  const latest = new Map(found.map((one) => [one.row.scheduleId ?? one.row.courseId ?? '', one]))
  return [...latest.values()].map(({ row, className, courseName, categories, ...one }) => ({
    ...one,
    categories: categories ?? [],
    kind: row.scheduleId === null ? ('course' as const) : ('class' as const),
    id: row.scheduleId ?? row.courseId ?? '',
    name: className ?? courseName ?? '',
    state: row.state,
    offeredUntil: row.offeredUntil,
    skipped: row.skipped,
    takeWith: row.takeWith,
    open: row.state === 'waiting' && row.toldAt !== null,
  }))
})
