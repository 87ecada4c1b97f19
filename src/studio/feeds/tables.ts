import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { FeedKind } from './rules.ts'

/** Secret addresses of calendars. */
export const feeds = pgTable(
  'feeds',
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().$type<FeedKind>().notNull(),
    /** As it stands in the address, for its owner copies it again and again: see docs/decisions/calendar-feeds.md. */
    token: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.kind] }),
    uniqueIndex('feeds_token').on(t.token),
    check('feeds_kind', sql`${t.kind} in ('own', 'teaching', 'studio')`),
  ],
)

/** Who had a place in an entry that was cancelled: their calendars say for a while that it will not take place. */
export const cancelledPlaces = pgTable(
  'cancelledPlaces',
  {
    personId: text()
      .notNull()
      .references(() => people.id),
    scheduleId: text()
      .notNull()
      .references(() => schedule.id, { onDelete: 'cascade' }),
    cancelledAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.scheduleId] }),
    index('cancelledPlaces_by_entry').on(t.scheduleId),
    index('cancelledPlaces_by_time').on(t.cancelledAt),
  ],
)
