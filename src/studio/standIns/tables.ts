import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Reason, State } from './rules/states.ts'

/** Requests for a stand-in in a class, with offers and results. */
export const standIns = pgTable(
  'standIns',
  {
    id: text().primaryKey(),
    scheduleId: text()
      .notNull()
      .references(() => schedule.id, { onDelete: 'cascade' }),
    /** Account of the teacher who can't take the class. */
    teacherId: text()
      .notNull()
      .references(() => accounts.id),
    state: text().$type<State>().notNull(),
    /** Account that offered to take it over, or has. */
    offeredBy: text().references(() => accounts.id),
    /** Why the last offer ended, and the account that made it. */
    fell: text().$type<Reason>(),
    fellOf: text().references(() => accounts.id),
    askedAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('standIns_once')
      .on(t.scheduleId, t.teacherId)
      .where(sql`state in ('open', 'offered')`),
    index('standIns_by_entry').on(t.scheduleId, t.askedAt),
    index('standIns_by_teacher').on(t.teacherId),
    index('standIns_by_offer').on(t.offeredBy),
    index('standIns_by_fallen').on(t.fellOf),
    check(
      'standIns_state',
      sql`${t.state} in ('open', 'offered', 'taken', 'withdrawn', 'replaced', 'cancelled', 'begun')`,
    ),
    check('standIns_offered', sql`${t.state} <> 'open' or ${t.offeredBy} is null`),
    check('standIns_taken', sql`${t.state} not in ('offered', 'taken') or ${t.offeredBy} is not null`),
    check('standIns_fell', sql`(${t.fell} is null) = (${t.fellOf} is null)`),
    check('standIns_ended', sql`(${t.state} in ('open', 'offered')) = (${t.endedAt} is null)`),
  ],
)
