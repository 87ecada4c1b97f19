import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** What has been taken from another system, by its id there: never taken again, also when it was deleted here since. */
export const importedRows = pgTable(
  'importedRows',
  {
    kind: text().notNull(),
    id: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] })],
)
