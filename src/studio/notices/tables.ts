import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts, sessions } from '#studio/accounts/tables.ts'
import type { NoticeKind, NoticeText, NoticeWay } from './rules.ts'

/** Ways that a person has chosen; the default counts for other kinds. */
export const chosenWays = pgTable(
  'chosenWays',
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().$type<NoticeKind>().notNull(),
    way: text().$type<NoticeWay>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind] })],
)

/** Browsers that take pushes, each until its session ends. */
export const pushSubscriptions = pgTable(
  'pushSubscriptions',
  {
    id: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('pushSubscriptions_endpoint').on(t.endpoint),
    index('pushSubscriptions_by_account').on(t.accountId),
    index('pushSubscriptions_by_session').on(t.sessionId),
  ],
)

/** Queue of pushes for the push services. */
export const pushes = pgTable(
  'pushes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: text()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** The same key columns as in `told`. */
    accountId: text().notNull(),
    personId: text().notNull(),
    letter: text().notNull(),
    subject: text().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    payload: text().notNull(),
    topic: text().notNull(),
    urgent: boolean().notNull(),
    /** When the push becomes useless. */
    expiresAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
    /** Batch that can be undone. */
    batch: text(),
  },
  (t) => [
    index('pushes_by_time').on(t.nextAttemptAt),
    index('pushes_by_subscription').on(t.subscriptionId),
    index('pushes_by_subject').on(t.subject),
  ],
)

/** What was told to which account, so that nothing is told twice. */
export const told = pgTable(
  'told',
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The person it is about; empty if it is about no single person. */
    personId: text().notNull(),
    letter: text().notNull(),
    /** Id of what it is about, such as a schedule entry. */
    subject: text().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    at: instant().notNull(),
    /** Reference of its letter in the outbox; null until it is written, and for letters sent at once. */
    mail: text(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.personId, t.letter, t.subject, t.version] }),
    index('told_by_subject').on(t.letter, t.subject),
    index('told_by_time').on(t.at),
  ],
)

/** Letters that wait to be written to an account, in the reader's language. */
export const waitingNotices = pgTable(
  'waitingNotices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    personId: text().notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    letter: text().notNull(),
    subject: text().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    content: jsonb().$type<NoticeText & { readonly of?: string | null }>().notNull(),
    /** Not combined with other notices. */
    alone: boolean().notNull(),
    writeAt: instant().notNull(),
    /** End of the time for undoing; not told before. */
    notBefore: instant().notNull(),
    /** When the notice becomes useless. */
    until: instant(),
    /** Batch that can be undone. */
    batch: text(),
  },
  (t) => [
    index('waitingNotices_by_account').on(t.accountId),
    index('waitingNotices_by_batch').on(t.batch),
    index('waitingNotices_by_subject').on(t.subject),
  ],
)
