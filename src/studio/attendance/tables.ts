import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'

/**
 * Time of the last tap on a person's place, also one that cleared the mark: of taps that arrive late, the latest
 * counts.
 */
export const taps = pgTable(
  'taps',
  {
    scheduleId: text()
      .notNull()
      .references(() => schedule.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => people.id),
    /** Studio time. */
    tappedAt: instant().notNull(),
    /** The press that the tap belonged to, to be undone as one. */
    press: text(),
  },
  (t) => [primaryKey({ columns: [t.scheduleId, t.userId] }), index('taps_by_user').on(t.userId)],
)

/** Separate from registrations, since included users have none. */
export const attendance = pgTable(
  'attendance',
  {
    scheduleId: text()
      .notNull()
      .references(() => schedule.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => people.id),
    value: text().$type<'attended' | 'no-show'>().notNull(),
    markedBy: text().notNull(),
    markedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scheduleId, t.userId] }),
    index('attendance_by_user').on(t.userId, t.scheduleId),
    check('attendance_value', sql`${t.value} in ('attended', 'no-show')`),
  ],
)
