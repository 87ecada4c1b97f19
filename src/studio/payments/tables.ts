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
} from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { CreditSource, MoneyWay, PaidItem, PaymentMethod, PaymentStatus, ReceiptSource } from './rules.ts'

/** A payer: an account, or a person for whom no account pays. Created with the first payment: see server/payers.ts. */
export const payers = pgTable(
  'payers',
  {
    /** The account's id, so that payments are found by it; else derived from the person's id. */
    id: text().primaryKey(),
    accountId: text().references(() => accounts.id),
    personId: text().references(() => people.id),
    createdAt: instant().notNull(),
    /** Until when the payer was told of bank transfers by letter. */
    toldAt: instant(),
  },
  (t) => [
    uniqueIndex('payers_account').on(t.accountId),
    uniqueIndex('payers_person').on(t.personId),
    check('payers_of_one', sql`num_nonnulls(${t.accountId}, ${t.personId}) = 1`),
    check('payers_id', sql`${t.id} = coalesce(${t.accountId}, 'person-' || ${t.personId})`),
  ],
)

/** Reference numbers, by which a bank transfer finds its payer. A number is never reused or withdrawn. */
export const payerReferences = pgTable(
  'payerReferences',
  {
    /**
     * An Estonian reference number (viitenumber) without leading zeros; issued by issue_reference() of migration 0030.
     */
    reference: text().notNull(),
    payerId: text()
      .notNull()
      .references(() => payers.id),
    createdAt: instant().notNull(),
    /** Who added a number that the payer had before; null for an issued one. */
    addedBy: text(),
  },
  (t) => [
    primaryKey({ name: 'payerReferences_once', columns: [t.reference] }),
    index('payerReferences_by_payer').on(t.payerId),
    check('payerReferences_digits', sql`${t.reference} ~ '^[0-9]{2,20}$'`),
  ],
)

export const payments = pgTable(
  'payments',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => people.id),
    payerId: text()
      .notNull()
      .references(() => payers.id),
    item: text().$type<PaidItem>().notNull(),
    /** Id of the schedule entry, course or catalogue membership that is paid for, or the month. */
    itemId: text().notNull(),
    /** The item's name when it was bought. */
    description: text().notNull(),
    /** Cents. */
    price: integer().notNull(),
    /** The VAT within the price, in percent, at the time of sale; null if the studio was not liable. */
    vatRate: integer(),
    /** Cents by which a discount code or the sibling discount lowered the price. */
    discount: integer().notNull().default(0),
    /** The sibling discount at the sale, in percent; null if it was not applied. */
    siblingPercent: integer(),
    /** When the course, membership or month ends; null for what does not run, such as a drop-in. */
    runsUntil: instant(),
    /** Cents that a teacher says were paid: see `markedByTeacher` in the rules. */
    stated: integer(),
    /** Cents of the price that were let go when the payment was confirmed. */
    letGo: integer().notNull().default(0),
    paymentMethod: text().$type<PaymentMethod>().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    deadline: instant().notNull(),
    /** The buyer ticked 'cover group member'. */
    coverMember: boolean().notNull().default(false),
    discountCode: text(),
    updatedBy: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    index('payments_by_user').on(t.userId, t.itemId),
    index('payments_by_payer').on(t.payerId),
    index('payments_by_status').on(t.status, t.createdAt, t.id),
    check('payments_item', sql`${t.item} in ('drop-in ticket', 'course', 'membership', 'monthly fee', 'earlier debt')`),
    check('payments_method', sql`${t.paymentMethod} in ('cash', 'bankTransfer', 'stebby')`),
    check(
      'payments_status',
      sql`${t.status} in ('due', 'partlyPaid', 'markedByUser', 'markedByTeacher', 'confirmed', 'cancelled')`,
    ),
    check('payments_price', sql`${t.price} >= 0`),
    check('payments_stated_by_teacher', sql`(${t.status} = 'markedByTeacher') = (${t.stated} is not null)`),
    check('payments_discount', sql`${t.discount} >= 0`),
    // a discount code and the sibling discount are never combined
    check(
      'payments_sibling_percent',
      sql`${t.siblingPercent} is null or (${t.siblingPercent} between 1 and 100 and ${t.discountCode} is null)`,
    ),
    check('payments_vat_rate', sql`${t.vatRate} between 0 and 100`),
    check('payments_stated', sql`${t.stated} >= 0`),
    check(
      'payments_let_go',
      sql`${t.letGo} = 0 or (${t.status} = 'confirmed' and ${t.letGo} between 0 and ${t.price})`,
    ),
    check('payments_user_marked_is_not_cash', sql`${t.status} <> 'markedByUser' or ${t.paymentMethod} <> 'cash'`),
  ],
)

/**
 * Money that came in for a payment, or was returned (negative cents). A receipt is never changed, only undone as a
 * mistake (`undoneAt`): then it no longer counts. Months and years sum receipts by their day.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    /** The payment's item, for sums by item. */
    item: text().$type<PaidItem>().notNull(),
    cents: integer().notNull(),
    /** In the studio's time zone. */
    day: date({ mode: 'string' }).notNull(),
    way: text().$type<MoneyWay>().notNull(),
    source: text().$type<ReceiptSource>().notNull(),
    /** The line of a bank statement. */
    sourceId: text(),
    at: instant().notNull(),
    byUserId: text(),
    undoneAt: instant(),
    undoneBy: text(),
  },
  (t) => [
    // these hold all columns that are summed for a payment, and for a month or a year
    index('receipts_by_payment')
      .on(t.paymentId, t.cents)
      .where(sql`undone_at is null`),
    index('receipts_by_day')
      .on(t.day, t.way, t.item, t.cents, t.paymentId, t.at)
      .where(sql`undone_at is null`),
    // for what was booked, or undone, after the end of its month
    index('receipts_by_time').on(t.at),
    index('receipts_undone')
      .on(t.undoneAt)
      .where(sql`undone_at is not null`),
    check('receipts_way', sql`${t.way} in ('cash', 'bankTransfer', 'stebby', 'credit')`),
    check('receipts_source', sql`${t.source} in ('desk', 'bank', 'credit')`),
    check('receipts_credit', sql`(${t.way} = 'credit') = (${t.source} = 'credit')`),
    index('receipts_by_source')
      .on(t.sourceId)
      .where(sql`source_id is not null`),
  ],
)

/**
 * Changes of a payer's credit: what they paid beyond what was due. Their sum is the credit; it is spent only on
 * request.
 */
export const credits = pgTable(
  'credits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    payerId: text()
      .notNull()
      .references(() => payers.id),
    /** Negative if it was spent, paid back or taken back. */
    cents: integer().notNull(),
    /** On which the money came or went, in the studio's time zone. */
    day: date({ mode: 'string' }).notNull(),
    source: text().$type<CreditSource>().notNull(),
    /** How the money came or went; null if none did, and where it is not known of earlier years. */
    way: text().$type<PaymentMethod>(),
    /** The line of a bank statement. */
    sourceId: text(),
    /** The payment that the credit paid, or the cancelled one whose money it is. */
    paymentId: text().references(() => payments.id),
    at: instant().notNull(),
    byUserId: text(),
    undoneAt: instant(),
  },
  (t) => [
    index('credits_by_payer')
      .on(t.payerId, t.cents)
      .where(sql`undone_at is null`),
    index('credits_by_payment').on(t.paymentId),
    check('credits_source', sql`${t.source} in ('bank', 'cancelled', 'used', 'paidBack', 'returned', 'opening')`),
    check('credits_way', sql`${t.way} in ('cash', 'bankTransfer', 'stebby')`),
    check('credits_moves_money', sql`${t.way} is null or ${t.source} not in ('used', 'opening')`),
    check(
      'credits_sign',
      sql`(${t.source} in ('bank', 'cancelled', 'opening')) = (${t.cents} > 0) and ${t.cents} <> 0`,
    ),
  ],
)

/** Every change of a payment's state; rows are only added. */
export const paymentHistory = pgTable(
  'paymentHistory',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    at: instant().notNull(),
    byUserId: text(),
    fromStatus: text().$type<PaymentStatus>(),
    toStatus: text().$type<PaymentStatus>().notNull(),
    fromAmount: integer(),
    toAmount: integer(),
    /** The previous payment method, if this change replaced it. */
    fromMethod: text().$type<PaymentMethod>(),
    reason: text().notNull(),
  },
  (t) => [index('paymentHistory_by_payment').on(t.paymentId, t.id)],
)
