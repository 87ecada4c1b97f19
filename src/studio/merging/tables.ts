import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import type { Before } from './rules.ts'

/** Two records of one person that became one. */
export const merges = pgTable(
  'merges',
  {
    id: text().primaryKey(),
    keptId: text()
      .notNull()
      .references(() => people.id),
    goneId: text()
      .notNull()
      .references(() => people.id),
    at: instant().notNull(),
    /** The account of the admin. */
    byAccountId: text(),
    undoneAt: instant(),
    /** What both records said before; kept for as long as it can be undone. */
    before: jsonb().$type<Before>(),
  },
  (t) => [index('merges_by_kept').on(t.keptId), index('merges_by_gone').on(t.goneId)],
)

/** A row that went from one record to the other, or stood in both and is there once now. */
export const mergedRows = pgTable(
  'mergedRows',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    mergeId: text()
      .notNull()
      .references(() => merges.id, { onDelete: 'cascade' }),
    /** The table and the column: see server/places.ts. */
    place: text().notNull(),
    /** The rest of its primary key, as text. */
    key: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    fromId: text().notNull(),
    toId: text().notNull(),
    /** The whole row, where it was taken out because the other record has the same. */
    taken: jsonb().$type<Readonly<Record<string, unknown>>>(),
  },
  (t) => [index('mergedRows_by_merge').on(t.mergeId)],
)
