import { pgTable, text } from 'drizzle-orm/pg-core'

/** Facts about the installation itself, such as when the last backup was made. */
export const meta = pgTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
})
