import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { payments } from '#studio/payments/tables.ts'

/** Cash handed over, as counted by the teacher; an admin counts it again and confirms. */
export const handOvers = pgTable(
  'handOvers',
  {
    id: text().primaryKey(),
    /** Owner of the cash box. No foreign key, because the account may be deleted. */
    boxOf: text().notNull(),
    cents: integer().notNull(),
    handedAt: instant().notNull(),
    handedBy: text().notNull(),
    /** Cents that the admin counted; null until then. */
    counted: integer(),
    /** Why the counted sum differs. */
    reason: text().notNull().default(''),
    confirmedAt: instant(),
    confirmedBy: text(),
  },
  (t) => [
    index('handOvers_waiting')
      .on(t.handedAt)
      .where(sql`confirmed_at is null`),
    check('handOvers_cents', sql`${t.cents} > 0`),
    check('handOvers_confirmed', sql`(${t.confirmedAt} is null) = (${t.counted} is null)`),
  ],
)

/** Cash that a teacher took for a payment; in the teacher's box until handed over or settled otherwise. */
export const takings = pgTable(
  'takings',
  {
    id: text().primaryKey(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    boxOf: text().notNull(),
    cents: integer().notNull(),
    takenAt: instant().notNull(),
    handOverId: text().references(() => handOvers.id),
    /** When it was confirmed or given back. */
    settledAt: instant(),
  },
  (t) => [
    uniqueIndex('takings_standing')
      .on(t.paymentId)
      .where(sql`settled_at is null`),
    index('takings_in_box')
      .on(t.boxOf)
      .where(sql`settled_at is null and hand_over_id is null`),
    index('takings_by_hand_over').on(t.handOverId),
    check('takings_cents', sql`${t.cents} > 0`),
  ],
)
