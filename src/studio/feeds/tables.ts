import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'
import type { FeedKind } from './rules.ts'

/** Secret addresses of calendars. */
export const feeds = pgTable(
  'feeds',
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().$type<FeedKind>().notNull(),
    /** Stored in plain text, because its owner copies it again and again: see docs/decisions/calendar-feeds.md. */
    token: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.kind] }),
    uniqueIndex('feeds_token').on(t.token),
    check('feeds_kind', sql`${t.kind} in ('own', 'teaching', 'studio')`),
  ],
)
