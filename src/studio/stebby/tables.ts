import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { payments, receipts } from '#studio/payments/tables.ts'
import type { TicketProblem, TicketState } from './rules.ts'

/** Stebby ticket codes, one row each, with their payment and state. */
export const stebbyTickets = pgTable(
  'stebbyTickets',
  {
    id: text().primaryKey(),
    /** Unique, as a ticket pays once. */
    code: text().notNull(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    state: text().$type<TicketState>().notNull(),
    /** Why it can't proceed. */
    problem: text().$type<TicketProblem>(),
    /** Details from Stebby. The holder's name is deleted once the ticket is settled. */
    service: text(),
    holder: text(),
    validUntil: instant(),
    worth: integer(),
    /** Noted without Stebby, for an admin. */
    noted: boolean().notNull().default(false),
    /** Account that typed or used it last. */
    typedBy: text().notNull(),
    typedAt: instant().notNull(),
    /** Time of the next call, or the timeout of the pending one; null if no call is due. */
    nextAt: instant(),
    /** Number of calls; a response to an earlier call is ignored. */
    turn: integer().notNull().default(0),
    /** Failed lookups in a row. */
    unanswered: integer().notNull().default(0),
    /** Number of calls to use it, and the time of the last. */
    uses: integer().notNull().default(0),
    calledAt: instant(),
    settledAt: instant(),
    /** Receipt for its money. */
    receiptId: bigint({ mode: 'number' }).references(() => receipts.id),
  },
  (t) => [
    uniqueIndex('stebbyTickets_code').on(t.code),
    uniqueIndex('stebbyTickets_receipt').on(t.receiptId),
    index('stebbyTickets_by_payment').on(t.paymentId),
    index('stebbyTickets_next')
      .on(t.nextAt)
      .where(sql`next_at is not null`),
    index('stebbyTickets_settled').on(t.settledAt),
    check(
      'stebbyTickets_state',
      sql`${t.state} in ('reading', 'found', 'failed', 'noted', 'using', 'unsure', 'spare', 'used', 'dropped')`,
    ),
    check('stebbyTickets_used', sql`(${t.state} = 'used') = (${t.receiptId} is not null)`),
    // tickets in progress always have a next time, even if the worker dies
    check('stebbyTickets_under_way', sql`${t.state} not in ('reading', 'using') or ${t.nextAt} is not null`),
    check('stebbyTickets_worth', sql`${t.worth} >= 0`),
  ],
)
