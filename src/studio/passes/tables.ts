import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { freezeStates, type FreezeState } from './rules.ts'

/** Freezes of passes: requested, current and past. */
export const freezes = pgTable(
  'freezes',
  {
    id: text().primaryKey(),
    purchaseId: text()
      .notNull()
      .references(() => purchases.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => people.id),
    state: text().$type<FreezeState>().notNull(),
    firstDay: date({ mode: 'string' }).notNull(),
    /** Inclusive. */
    lastDay: date({ mode: 'string' }).notNull(),
    /** Text typed by the person who asked. */
    reason: text().notNull(),
    askedAt: instant().notNull(),
    /** Account id, as in the books. */
    askedBy: text(),
    decidedAt: instant(),
    decidedBy: text(),
    /** Text typed by the person who decided. */
    answer: text().notNull().default(''),
    endedAt: instant(),
  },
  (t) => [
    index('freezes_by_user').on(t.userId),
    index('freezes_by_purchase').on(t.purchaseId, t.askedAt),
    index('freezes_by_state').on(t.state, t.askedAt),
    uniqueIndex('freezes_one')
      .on(t.purchaseId)
      .where(sql`state in ('asked', 'frozen')`),
    check('freezes_days', sql`${t.lastDay} >= ${t.firstDay}`),
    check('freezes_state', sql`${t.state} in (${sql.raw(freezeStates.map((name) => `'${name}'`).join(', '))})`),
  ],
)
