import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from '#server/db/columns.ts'

/** Next attempt of an e-mail that was given up: a date that every backup and driver can write, unlike infinity. */
export const NEVER = Date.UTC(9999, 0, 1)

/** E-mails waiting to be sent. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    toAddress: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** URL for a mail program's own unsubscribe button: RFC 8058. Empty when this kind can't be unsubscribed. */
    unsubscribe: text().notNull().default(''),
    /** Attached calendar file; empty when there is none. */
    calendar: text().notNull().default(''),
    /** Reference by which the concept finds this e-mail again; null when it doesn't need to. */
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
