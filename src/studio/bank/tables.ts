import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import type { Columns } from './contract.ts'
import type { LineKind, LineState, Outcome, Undone } from './rules.ts'

/** A file that was read. The file itself is not stored. */
export const bankStatements = pgTable('bankStatements', {
  id: text().primaryKey(),
  /** The studio's own accounts in the file. */
  accounts: text().array().notNull(),
  firstDay: date({ mode: 'string' }),
  lastDay: date({ mode: 'string' }),
  /** The headings of a table whose columns a user chose. */
  headings: text().array(),
  /** Number of lines in the file. */
  lines: integer().notNull(),
  added: integer().notNull(),
  known: integer().notNull(),
  others: integer().notNull(),
  readAt: instant().notNull(),
  readBy: text(),
})

/** Money that came to the studio's account, and transfers that the bank took back. Outgoing payments are not stored. */
export const bankLines = pgTable(
  'bankLines',
  {
    id: text().primaryKey(),
    statementId: text()
      .notNull()
      .references(() => bankStatements.id),
    /** Index in the file. */
    position: integer().notNull(),
    kind: text().$type<LineKind>().notNull(),
    account: text().notNull(),
    /** The bank's booking day. */
    day: date({ mode: 'string' }).notNull(),
    /** In hundredths of the currency; also positive for what was taken back. */
    cents: integer().notNull(),
    currency: text().notNull(),
    name: text(),
    iban: text(),
    reference: text(),
    referenceInText: text(),
    endToEndId: text(),
    text: text().notNull(),
    /** All reference numbers that a waiting line may contain; null once it is decided, or if not computed yet. */
    numbers: text().array(),
    unsplit: boolean().notNull().default(false),
    doubtful: boolean().notNull().default(false),
    /** The line that a return takes back; null if that line was in no file so far. */
    takesBack: text().references((): AnyPgColumn => bankLines.id),
    state: text().$type<LineState>().notNull().default('waits'),
    /** What was done, and why; shown permanently. */
    outcome: jsonb().$type<Outcome>(),
    /** What was done and undone before, oldest first. */
    undone: jsonb()
      .$type<readonly Undone[]>()
      .notNull()
      .default(sql`'[]'`),
    /** The payer to whom it was assigned. */
    payerId: text(),
    decidedAt: instant(),
    decidedBy: text(),
  },
  (t) => [
    index('bankLines_waiting')
      .on(t.day, t.id)
      .where(sql`state = 'waits'`),
    index('bankLines_decided').on(t.decidedAt, t.id),
    index('bankLines_by_payer').on(t.payerId),
    index('bankLines_by_iban').on(t.iban),
    index('bankLines_taking_back')
      .on(t.takesBack)
      .where(sql`takes_back is not null`),
    check('bankLines_kind', sql`${t.kind} in ('payment', 'returned')`),
    check('bankLines_state', sql`${t.state} in ('waits', 'settled', 'ignored')`),
    check('bankLines_cents', sql`${t.cents} >= 0`),
    check('bankLines_decided', sql`(${t.state} = 'waits') = (${t.outcome} is null)`),
  ],
)

/**
 * The keys by which a line is recognised in any file: each of the bank's references, with account, direction, currency,
 * amount and ordinal.
 */
export const bankKeys = pgTable(
  'bankKeys',
  {
    account: text().notNull(),
    reference: text().notNull(),
    direction: text().notNull(),
    currency: text().notNull(),
    cents: integer().notNull(),
    ordinal: integer().notNull(),
    lineId: text()
      .notNull()
      .references(() => bankLines.id),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.reference, t.direction, t.currency, t.cents, t.ordinal] }),
    index('bankKeys_by_line').on(t.lineId),
  ],
)

/** The columns that users chose for tables of other banks. */
export const bankColumns = pgTable('bankColumns', {
  id: text().primaryKey(),
  headings: text().array().notNull(),
  columns: jsonb().$type<Columns>().notNull(),
  savedAt: instant().notNull(),
  savedBy: text(),
})
