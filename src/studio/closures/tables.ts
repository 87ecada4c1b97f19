import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** Days on which the studio is closed. */
export const closedDays = pgTable(
  'closedDays',
  {
    id: text().primaryKey(),
    firstDay: date({ mode: 'string' }).notNull(),
    lastDay: date({ mode: 'string' }).notNull(),
    reason: text().notNull(),
    /** By how many days passes were extended for it; at most once. */
    extendedBy: integer().notNull().default(0),
    /** Since when courses are left out on these days; null if they take place. */
    coursesOffAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('closed_days_by_last').on(t.lastDay),
    check('closed_days_order', sql`${t.lastDay} >= ${t.firstDay}`),
    check('closed_days_extended', sql`${t.extendedBy} >= 0`),
  ],
)
