import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { rooms } from '#studio/rooms/tables.ts'

/** Templates: what is taught. The schedule holds copies with times. */
export const classes = pgTable(
  'classes',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    defaultMaxParticipants: integer().notNull(),
    categories: text().array().notNull(),
    roomId: text().references(() => rooms.id),
    /** Account ids. */
    teacherIds: text().array().notNull().default([]),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Account that last saved an edit; null if none. */
    editedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [
    check('classes_max', sql`${t.defaultMaxParticipants} between 1 and 100`),
    check('classes_categories', sql`cardinality(${t.categories}) > 0`),
  ],
)
