import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { courses } from '#studio/courses/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { AudienceKind, DeliveryState } from './rules.ts'

/** Messages that staff sent to several people. */
export const mailings = pgTable(
  'mailings',
  {
    id: text().primaryKey(),
    kind: text().$type<AudienceKind>().notNull(),
    scheduleId: text().references(() => schedule.id, { onDelete: 'cascade' }),
    courseId: text().references(() => courses.id, { onDelete: 'cascade' }),
    categoryId: text(),
    /** Search text, for the audience 'people'. */
    search: text(),
    /** Name of the class, course or category at that time, or the search text. */
    title: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** The author's name at that time; empty once the account is deleted. */
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

/** Readers of a message, with the delivery status of each e-mail. */
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
    /** Error from the mail server. */
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.mailingId, t.accountId] }),
    index('mailingReaders_by_account').on(t.accountId),
    check('mailingReaders_state', sql`${t.state} in ('waiting', 'sent', 'failed', 'notMailed')`),
    check('mailingReaders_failed', sql`(${t.state} = 'failed') = (${t.reason} is not null)`),
  ],
)
