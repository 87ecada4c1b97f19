import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'

/** Apart from registrations, since included users have none. */
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
    index('attendance_by_user').on(t.userId),
    check('attendance_value', sql`${t.value} in ('attended', 'no-show')`),
  ],
)
