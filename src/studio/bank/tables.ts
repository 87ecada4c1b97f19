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

/** A file that was read. The file itself is not kept. */
export const bankStatements = pgTable('bankStatements', {
  id: text().primaryKey(),
  /** The studio's own accounts that it is of. */
  accounts: text().array().notNull(),
  firstDay: date({ mode: 'string' }),
  lastDay: date({ mode: 'string' }),
  /** Of a table whose columns somebody said: which one. */
  headings: text().array(),
  /** What stood in it. */
  lines: integer().notNull(),
  added: integer().notNull(),
  known: integer().notNull(),
  others: integer().notNull(),
  readAt: instant().notNull(),
  readBy: text(),
})

/** Money that came to the studio's account, and transfers that the bank took back. What went out leaves nothing here. */
export const bankLines = pgTable(
  'bankLines',
  {
    id: text().primaryKey(),
    statementId: text()
      .notNull()
      .references(() => bankStatements.id),
    /** Its place in the file. */
    position: integer().notNull(),
    kind: text().$type<LineKind>().notNull(),
    account: text().notNull(),
    /** On which the bank booked it. */
    day: date({ mode: 'string' }).notNull(),
    /** In hundredths of the currency; what was taken back is positive, too. */
    cents: integer().notNull(),
    currency: text().notNull(),
    name: text(),
    iban: text(),
    reference: text(),
    referenceInText: text(),
    endToEndId: text(),
    text: text().notNull(),
    /** While it waits, all reference numbers that it may hold; null where nobody has looked. */
    numbers: text().array(),
    unsplit: boolean().notNull().default(false),
    doubtful: boolean().notNull().default(false),
    /** The line that a returned transfer takes back; null of one whose own was in no file so far. */
    takesBack: text().references((): AnyPgColumn => bankLines.id),
    state: text().$type<LineState>().notNull().default('waits'),
    /** What was done, and why: shown for ever. */
    outcome: jsonb().$type<Outcome>(),
    /** What was done and undone before, the oldest first. */
    undone: jsonb()
      .$type<readonly Undone[]>()
      .notNull()
      .default(sql`'[]'`),
    /** Whose it was said to be. */
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

/** By which a line is known again, in whatever file it comes: each of the bank's references, with what stood beside it. */
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

/** Which columns the tables of other banks have, as somebody has said. */
export const bankColumns = pgTable('bankColumns', {
  id: text().primaryKey(),
  headings: text().array().notNull(),
  columns: jsonb().$type<Columns>().notNull(),
  savedAt: instant().notNull(),
  savedBy: text(),
})
