import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { payments, receipts } from '#studio/payments/tables.ts'
import type { TicketProblem, TicketState } from './rules.ts'

/** Codes of Stebby's tickets, one row for each: what they are for, and how far their use has come. */
export const stebbyTickets = pgTable(
  'stebbyTickets',
  {
    id: text().primaryKey(),
    /** One ticket pays once, so that one row holds it. */
    code: text().notNull(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    state: text().$type<TicketState>().notNull(),
    /** Why it is not further. */
    problem: text().$type<TicketProblem>(),
    /** What Stebby says of it. The holder's name goes once it is settled. */
    service: text(),
    holder: text(),
    validUntil: instant(),
    worth: integer(),
    /** Written down without Stebby: an admin looks after it. */
    noted: boolean().notNull().default(false),
    /** Whose account typed it, or pressed last. */
    typedBy: text().notNull(),
    typedAt: instant().notNull(),
    /** When Stebby is asked next, or when what was asked counts as unanswered; null where nothing is to be asked. */
    nextAt: instant(),
    /** How often Stebby was asked: an answer to an earlier question counts no more. */
    turn: integer().notNull().default(0),
    /** Looks that had no answer, in a row. */
    unanswered: integer().notNull().default(0),
    /** How often its use was asked for, and when last. */
    uses: integer().notNull().default(0),
    calledAt: instant(),
    settledAt: instant(),
    /** The money that it brought. */
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
    // what is under way is looked at again, whatever happens to whoever asks
    check('stebbyTickets_under_way', sql`${t.state} not in ('reading', 'using') or ${t.nextAt} is not null`),
    check('stebbyTickets_worth', sql`${t.worth} >= 0`),
  ],
)
