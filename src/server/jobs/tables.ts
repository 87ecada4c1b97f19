import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** Queued jobs; see server/jobs. */
export const jobs = pgTable(
  'jobs',
  {
    kind: text().notNull(),
    /** What the job is about. */
    subject: text().notNull(),
    at: instant().notNull(),
    /** Ids only: personal data here would not be found when a person is deleted. */
    payload: jsonb().notNull(),
    /** Number of failures. */
    attempts: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] }), index().on(table.at)],
)
