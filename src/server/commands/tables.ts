import { integer, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from '#server/db/columns.ts'

/** Stored result per call, so that a retried call gets the same result and has no second effect. */
export const commands = pgTable(
  'commands',
  {
    actor: text().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    inputHash: text().notNull(),
    answer: jsonb(),
    at: instant()
      .notNull()
      .default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.actor, table.key] }), index().on(table.at)],
)

/** Attempts per key, such as sign-ins of one account, until the window ends. */
export const rateLimits = pgTable(
  'rateLimits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetAt: instant().notNull(),
  },
  (table) => [index().on(table.resetAt)],
)
