import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts, sessions } from '#studio/accounts/tables.ts'
import type { NoticeKind, NoticeWay } from './rules.ts'

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
    payload: text().notNull(),
    topic: text().notNull(),
    urgent: boolean().notNull(),
    /** Nobody wants to hear of it later. */
    expiresAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
  },
  (t) => [index('pushes_by_time').on(t.nextAttemptAt), index('pushes_by_subscription').on(t.subscriptionId)],
)
