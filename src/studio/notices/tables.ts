import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts, sessions } from '#studio/accounts/tables.ts'
import type { NoticeKind, NoticeText, NoticeWay } from './rules.ts'

/** What somebody has chosen; of all else the first way counts. */
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

/** Browsers that take pushes, each for as long as its owner is signed in there. */
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

/** Pushes that wait for the commit and for a push service. */
export const pushes = pgTable(
  'pushes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: text()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** What it tells, as `told` has it. */
    accountId: text().notNull(),
    personId: text().notNull(),
    letter: text().notNull(),
    subject: text().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    payload: text().notNull(),
    topic: text().notNull(),
    urgent: boolean().notNull(),
    /** Nobody wants to hear of it later. */
    expiresAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
    /** What is undone together. */
    batch: text(),
  },
  (t) => [
    index('pushes_by_time').on(t.nextAttemptAt),
    index('pushes_by_subscription').on(t.subscriptionId),
    index('pushes_by_subject').on(t.subject),
  ],
)

/** What was told to whom, so that nothing is told twice. */
export const told = pgTable(
  'told',
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Whom it is about; empty where it is about no one person. */
    personId: text().notNull(),
    letter: text().notNull(),
    /** What it is about, such as an entry. */
    subject: text().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    at: instant().notNull(),
    /** The letter in the outbox that tells it, by its reference; null until it is written, and of what goes at once. */
    mail: text(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.personId, t.letter, t.subject, t.version] }),
    index('told_by_subject').on(t.letter, t.subject),
    index('told_by_time').on(t.at),
  ],
)

/** What waits to be written to an account, in the words of its reader. */
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
    /** It does not become one letter with others. */
    alone: boolean().notNull(),
    writeAt: instant().notNull(),
    /** It can be undone until then, and is not told before. */
    notBefore: instant().notNull(),
    /** Nobody wants to hear of it later. */
    until: instant(),
    /** What is undone together. */
    batch: text(),
  },
  (t) => [
    index('waitingNotices_by_account').on(t.accountId),
    index('waitingNotices_by_batch').on(t.batch),
    index('waitingNotices_by_subject').on(t.subject),
  ],
)
