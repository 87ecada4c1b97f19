import { pgTable, text } from 'drizzle-orm/pg-core'

/** Facts about the installation itself, e.g. which jobs ran when. */
export const meta = pgTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
})
