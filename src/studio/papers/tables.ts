import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { payments } from '#studio/payments/tables.ts'
import type { NumberedKind } from './rules.ts'

/** The last number of each series and year. Its row is locked until the paper that takes the next one is saved. */
export const paperNumbers = pgTable(
  'paperNumbers',
  { series: text().$type<'A' | 'R'>().notNull(), year: integer().notNull(), last: integer().notNull() },
  (t) => [primaryKey({ columns: [t.series, t.year] })],
)

/** What was handed out, as it was then: never changed. */
export const papers = pgTable(
  'papers',
  {
    id: text().primaryKey(),
    kind: text().$type<NumberedKind>().notNull(),
    series: text().$type<'A' | 'R'>().notNull(),
    year: integer().notNull(),
    number: integer().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Without a reference: papers stay when an account goes. */
    payerId: text().notNull(),
    cents: integer().notNull(),
    /** What it is for, as lists say it. */
    about: text().notNull(),
    /** All that stands on it, as JSON; gone, with its hash, once it need not be kept any more. */
    content: text(),
    /** SHA-256 of the content, in hexadecimal. */
    hash: text(),
    /** The payment that a receipt is of. */
    paymentId: text().references(() => payments.id),
    /** The invoice that a credit note is of. */
    invoiceId: text().references((): AnyPgColumn => papers.id),
    /** Money that a receipt tells of was taken back since. */
    endedAt: instant(),
    createdAt: instant().notNull(),
    createdBy: text(),
  },
  (t) => [
    uniqueIndex('papers_number').on(t.series, t.year, t.number),
    index('papers_by_payer').on(t.payerId, t.createdAt),
    index('papers_by_invoice').on(t.invoiceId),
    uniqueIndex('papers_one_receipt')
      .on(t.paymentId)
      .where(sql`ended_at is null`),
    check('papers_kind', sql`${t.kind} in ('receipt', 'invoice', 'creditNote')`),
    check('papers_series', sql`${t.series} = case when ${t.kind} = 'receipt' then 'R' else 'A' end`),
    check('papers_of', sql`(${t.kind} = 'receipt') = (${t.paymentId} is not null)`),
    check('papers_credits', sql`(${t.kind} = 'creditNote') = (${t.invoiceId} is not null)`),
    check('papers_hash', sql`(${t.content} is null) = (${t.hash} is null)`),
  ],
)

/** What of which payment an invoice asks for, or a credit note (negative cents) no longer does. */
export const invoiceLines = pgTable(
  'invoiceLines',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paperId: text()
      .notNull()
      .references(() => papers.id),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    cents: integer().notNull(),
  },
  (t) => [index('invoiceLines_by_payment').on(t.paymentId), index('invoiceLines_by_paper').on(t.paperId)],
)

/** To whom a payer's last invoice was. */
export const paperBuyers = pgTable('paperBuyers', {
  payerId: text().primaryKey(),
  company: boolean().notNull(),
  name: text().notNull(),
  registryCode: text().notNull(),
  address: text().notNull(),
})
