import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { payments } from '#studio/payments/tables.ts'

/** Spans of a person's membership category; a category without a row was always held. */
export const categorySpans = pgTable(
  'categorySpans',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    personId: text()
      .notNull()
      .references(() => people.id),
    categoryId: text().notNull(),
    since: date({ mode: 'string' }),
    /** The first day without it. */
    until: date({ mode: 'string' }),
  },
  (t) => [
    index('categorySpans_by_person').on(t.personId),
    uniqueIndex('categorySpans_one_open')
      .on(t.personId)
      .where(sql`until is null`),
    check('categorySpans_days', sql`${t.until} > ${t.since}`),
  ],
)

/** Spans, last day included, in which a person does not dance. */
export const pauses = pgTable(
  'pauses',
  {
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id),
    from: date({ mode: 'string' }).notNull(),
    until: date({ mode: 'string' }).notNull(),
    reason: text().notNull(),
    createdAt: instant().notNull(),
    createdBy: text().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [index('pauses_by_person').on(t.personId, t.until), check('pauses_days', sql`${t.until} >= ${t.from}`)],
)

/** Billed fees: one per person and month. */
export const monthlyFees = pgTable(
  'monthlyFees',
  {
    /** '2026-11' */
    month: text().notNull(),
    personId: text()
      .notNull()
      .references(() => people.id),
    categoryId: text().notNull(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    /** Id of the batch in which it was billed. */
    batch: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.personId] }),
    uniqueIndex('monthlyFees_payment').on(t.paymentId),
    index('monthlyFees_by_person').on(t.personId),
    index('monthlyFees_by_batch').on(t.batch),
    check('monthlyFees_month', sql`${t.month} ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'`),
  ],
)
