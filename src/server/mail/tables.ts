import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from '#server/db/columns.ts'

/** When a letter is tried next that is given up: a date that every backup and driver can write, unlike infinity. */
export const NEVER = Date.UTC(9999, 0, 1)

/** E-mails waiting for the commit and for the mail server. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    toAddress: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Where a mail program's own button ends letters of this kind: RFC 8058. Empty where they can't be ended. */
    unsubscribe: text().notNull().default(''),
    /** What a phone adds to its calendar, as a file; empty where there is none. */
    calendar: text().notNull().default(''),
    /** By which whoever queued it finds it again; null where nobody asks what became of it. */
    reference: text(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant()
      .notNull()
      .default(sql`now()`),
    sentAt: instant(),
    lastError: text(),
    createdAt: instant()
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index()
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null`),
    index('outbox_by_address').on(table.toAddress),
    index('outbox_by_reference')
      .on(table.reference)
      .where(sql`reference is not null`),
  ],
)
