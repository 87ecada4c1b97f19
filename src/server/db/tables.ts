import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from './columns.ts'

/** What was answered to which call, so that a repeated call gets the same answer and has no second effect. */
export const commands = pgTable(
  'commands',
  {
    actor: text().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    inputHash: text().notNull(),
    answer: jsonb(),
    at: instant()
      .notNull()
      .default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.actor, table.key] }), index().on(table.at)],
)

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

/** What is to be done at a later time; see server/jobs. */
export const jobs = pgTable(
  'jobs',
  {
    kind: text().notNull(),
    /** What it is about. */
    subject: text().notNull(),
    at: instant().notNull(),
    /** Ids alone: who is deleted is not looked for here. */
    payload: jsonb().notNull(),
    /** How often it has failed. */
    attempts: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] }), index().on(table.at)],
)

/** How often something was tried, e.g. sign-ins of one account, until the count starts again. */
export const rateLimits = pgTable(
  'rateLimits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetAt: instant().notNull(),
  },
  (table) => [index().on(table.resetAt)],
)

/** Facts about the installation itself, e.g. which jobs ran when. */
export const meta = pgTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
})
