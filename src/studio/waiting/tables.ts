import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import { courses } from '#studio/courses/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Skip, State } from './rules/states.ts'

/** People who wait for a place in a class or course, and the results. */
export const waiting = pgTable(
  'waiting',
  {
    id: text().primaryKey(),
    scheduleId: text().references(() => schedule.id, { onDelete: 'cascade' }),
    courseId: text().references(() => courses.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => people.id),
    state: text().$type<State>().notNull().default('waiting'),
    joinedAt: instant().notNull(),
    /** 'Take it for me': the chosen pass; null once the wait ended or the pass is deleted. */
    takeWith: text().references(() => purchases.id, { onDelete: 'set null' }),
    /** End of the offer, while a place is held. */
    offeredUntil: instant(),
    /** Why they were skipped when a place was last freed. */
    skipped: text().$type<Skip>(),
    /** When they were told that a place is free for everybody; null again once there is none. */
    toldAt: instant(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('waiting_once_for_class')
      .on(t.scheduleId, t.userId)
      .where(sql`state in ('waiting', 'offered') and schedule_id is not null`),
    uniqueIndex('waiting_once_for_course')
      .on(t.courseId, t.userId)
      .where(sql`state in ('waiting', 'offered') and course_id is not null`),
    index('waiting_by_entry').on(t.scheduleId, t.joinedAt, t.id),
    index('waiting_by_course').on(t.courseId, t.joinedAt, t.id),
    index('waiting_by_user').on(t.userId),
    index('waiting_by_pass').on(t.takeWith),
    check('waiting_for_one', sql`(${t.scheduleId} is null) <> (${t.courseId} is null)`),
    check(
      'waiting_state',
      sql`${t.state} in ('waiting', 'offered', 'taken', 'declined', 'expired', 'left', 'removed', 'closed')`,
    ),
    check('waiting_offered', sql`(${t.state} = 'offered') = (${t.offeredUntil} is not null)`),
    check('waiting_ended', sql`(${t.state} in ('waiting', 'offered')) = (${t.endedAt} is null)`),
    check('waiting_take_with', sql`${t.takeWith} is null or ${t.endedAt} is null`),
  ],
)
