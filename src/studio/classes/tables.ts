import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'

/** Templates: what is taught. When it is taught stands in the schedule, as a copy. */
export const classes = pgTable(
  'classes',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    defaultMaxParticipants: integer().notNull(),
    categories: text().array().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Who saved an edit of it last; nobody has, while it is null. */
    editedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [
    check('classes_max', sql`${t.defaultMaxParticipants} between 1 and 100`),
    check('classes_categories', sql`cardinality(${t.categories}) > 0`),
  ],
)
