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

/** The last number of each series and year. Its row is locked until the paper with the next number is committed. */
export const paperNumbers = pgTable(
  'paperNumbers',
  { series: text().$type<'A' | 'R'>().notNull(), year: integer().notNull(), last: integer().notNull() },
  (t) => [primaryKey({ columns: [t.series, t.year] })],
)

/** Papers as they were issued: never changed. */
export const papers = pgTable(
  'papers',
  {
    id: text().primaryKey(),
    kind: text().$type<NumberedKind>().notNull(),
    series: text().$type<'A' | 'R'>().notNull(),
    year: integer().notNull(),
    number: integer().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Not a foreign key, since papers stay when an account is deleted. */
    payerId: text().notNull(),
    cents: integer().notNull(),
    /** What it is for, as lists show it. */
    about: text().notNull(),
    /** The content as JSON; deleted, with its hash, after the retention period. */
    content: text(),
    /** SHA-256 of the content, in hexadecimal. */
    hash: text(),
    /** For a receipt: its payment. */
    paymentId: text().references(() => payments.id),
    /** For a credit note: its invoice. */
    invoiceId: text().references((): AnyPgColumn => papers.id),
    /** For a receipt: when its money was taken back. */
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

/** By how many cents an invoice asks for a payment; negative cents for a credit note. */
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

/** The buyer of a payer's last invoice. */
export const paperBuyers = pgTable('paperBuyers', {
  payerId: text().primaryKey(),
  company: boolean().notNull(),
  name: text().notNull(),
  registryCode: text().notNull(),
  address: text().notNull(),
})
