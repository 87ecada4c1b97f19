import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'

/** A teacher's rate for a class, from a day on. */
export const payRates = pgTable(
  'payRates',
  {
    id: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    from: date({ mode: 'string' }).notNull(),
    base: integer().notNull(),
    perHead: integer().notNull(),
    most: integer(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('payRates_once').on(t.accountId, t.from),
    check('payRates_sums', sql`${t.base} >= 0 and ${t.perHead} >= 0 and ${t.most} >= ${t.base}`),
  ],
)

/** One row: until when ended classes are recorded. Recording or closing locks it. */
export const payClock = pgTable('payClock', { id: integer().primaryKey(), fixedUntil: instant().notNull() }, (t) => [
  check('payClock_one', sql`${t.id} = 1`),
])

/** A past class or course day with one of its teachers and the rate at that time. */
export const payEntries = pgTable(
  'payEntries',
  {
    id: text().primaryKey(),
    kind: text().$type<'class' | 'course'>().notNull(),
    /** Id of an entry or course, which may be deleted since. */
    ownerId: text().notNull(),
    /** Day on which it began. */
    day: date({ mode: 'string' }).notNull(),
    /** No foreign key: lines stay when the account is deleted. */
    accountId: text().notNull(),
    title: text().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** All columns of the rate are null while the teacher has none. */
    base: integer(),
    perHead: integer(),
    most: integer(),
    /** Attendance count, stored for what was deleted and for course days of closed months. */
    heads: integer(),
    fixedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('payEntries_once').on(t.ownerId, t.day, t.accountId),
    index('payEntries_by_day').on(t.day),
    index('payEntries_by_account').on(t.accountId),
    check('payEntries_kind', sql`${t.kind} in ('class', 'course')`),
    check(
      'payEntries_rate',
      sql`(${t.base} is null) = (${t.perHead} is null) and (${t.most} is null or ${t.base} is not null)`,
    ),
  ],
)

/** Closed months, without a gap. */
export const payMonths = pgTable(
  'payMonths',
  {
    /** '2026-11' */
    month: text().primaryKey(),
    closedAt: instant().notNull(),
    closedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [check('payMonths_month', sql`${t.month} ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'`)],
)

/** Lines of a closed month. Database triggers, added by hand in the migration, prevent changes and deletion. */
export const payLines = pgTable(
  'payLines',
  {
    id: text().primaryKey(),
    month: text()
      .notNull()
      .references(() => payMonths.month),
    entryId: text()
      .notNull()
      .references(() => payEntries.id),
    heads: integer().notNull(),
    cents: integer().notNull(),
  },
  (t) => [
    uniqueIndex('payLines_once').on(t.month, t.entryId),
    index('payLines_by_entry').on(t.entryId),
    check('payLines_heads', sql`${t.heads} >= 0`),
  ],
)
