import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import type { Before } from './rules.ts'

/** Merges of two records of one person. */
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
    /** Account of the admin. */
    byAccountId: text(),
    undoneAt: instant(),
    /** Values of both records before the merge; deleted when the undo ends. */
    before: jsonb().$type<Before>(),
  },
  (t) => [index('merges_by_kept').on(t.keptId), index('merges_by_gone').on(t.goneId)],
)

/** A row that moved from one record to the other, or was deleted because both had it. */
export const mergedRows = pgTable(
  'mergedRows',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    mergeId: text()
      .notNull()
      .references(() => merges.id, { onDelete: 'cascade' }),
    /** Table and column: see server/ownerColumns.ts. */
    ownerColumn: text('place').notNull(),
    /** The rest of its primary key, as text. */
    key: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    fromId: text().notNull(),
    toId: text().notNull(),
    /** The whole deleted row, if the other record has the same. */
    taken: jsonb().$type<Readonly<Record<string, unknown>>>(),
  },
  (t) => [index('mergedRows_by_merge').on(t.mergeId)],
)
