import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { courses } from '#studio/courses/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { AudienceKind, DeliveryState } from './rules.ts'

/** What staff wrote to several people at once. */
export const mailings = pgTable(
  'mailings',
  {
    id: text().primaryKey(),
    kind: text().$type<AudienceKind>().notNull(),
    scheduleId: text().references(() => schedule.id, { onDelete: 'cascade' }),
    courseId: text().references(() => courses.id, { onDelete: 'cascade' }),
    categoryId: text(),
    /** Of the list of people. */
    search: text(),
    /** What the class, course or category was called then, or what was searched for. */
    title: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** Their name then; empty once their account is gone. */
    author: text().notNull(),
    authorId: text().references(() => accounts.id, { onDelete: 'set null' }),
    /** How many accounts it goes to. */
    accounts: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('mailings_by_time').on(t.createdAt, t.id),
    index('mailings_by_author').on(t.authorId, t.createdAt),
    index('mailings_by_entry').on(t.scheduleId),
    index('mailings_by_course').on(t.courseId),
    index('mailings_by_category').on(t.categoryId),
    check(
      'mailings_audience',
      sql`(${t.kind} = 'class') = (${t.scheduleId} is not null) and (${t.kind} = 'course') = (${t.courseId} is not null)
        and (${t.kind} = 'category') = (${t.categoryId} is not null) and (${t.kind} = 'people') = (${t.search} is not null)`,
    ),
  ],
)

/** Whom a message goes to, and what became of each letter. */
export const mailingReaders = pgTable(
  'mailingReaders',
  {
    mailingId: text()
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null until it is queued. */
    toldAt: instant(),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    /** What the mail server said. */
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.mailingId, t.accountId] }),
    index('mailingReaders_by_account').on(t.accountId),
    check('mailingReaders_state', sql`${t.state} in ('waiting', 'sent', 'failed', 'notMailed')`),
    check('mailingReaders_failed', sql`(${t.state} = 'failed') = (${t.reason} is not null)`),
  ],
)
