import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** What is to be done at a later time; see server/jobs. */
export const jobs = pgTable(
  'jobs',
  {
    kind: text().notNull(),
    /** What it is about. */
    subject: text().notNull(),
    at: instant().notNull(),
    /** Ids alone: who is deleted is not looked for here. */
    payload: jsonb().notNull(),
    /** How often it has failed. */
    attempts: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] }), index().on(table.at)],
)
