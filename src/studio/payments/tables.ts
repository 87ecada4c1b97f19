import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { CreditSource, PaidItem, PaymentMethod, PaymentStatus, ReceiptSource } from './rules.ts'

/** Who pays: an account, or the person where nobody has an account. Made with the first payment: see server/payers.ts. */
export const payers = pgTable(
  'payers',
  {
    /** The account's id, by which payments are looked for; else made of the person's. */
    id: text().primaryKey(),
    accountId: text().references(() => accounts.id),
    personId: text().references(() => people.id),
    createdAt: instant().notNull(),
    /** What came by the bank until then was told in a letter. */
    toldAt: instant(),
  },
  (t) => [
    uniqueIndex('payers_account').on(t.accountId),
    uniqueIndex('payers_person').on(t.personId),
    check('payers_of_one', sql`num_nonnulls(${t.accountId}, ${t.personId}) = 1`),
    check('payers_id', sql`${t.id} = coalesce(${t.accountId}, 'person-' || ${t.personId})`),
  ],
)

/** The numbers by which a bank transfer finds its payer: none is ever given to another one, or taken back. */
export const payerReferences = pgTable(
  'payerReferences',
  {
    /** A viitenumber without zeros before it; issued by issue_reference() of the migration 0030. */
    reference: text().primaryKey(),
    payerId: text()
      .notNull()
      .references(() => payers.id),
    createdAt: instant().notNull(),
    /** Who added a number that the payer had before; null of an issued one. */
    addedBy: text(),
  },
  (t) => [
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
    /** The schedule entry, course or catalogue membership that is paid for, or the month. */
    itemId: text().notNull(),
    /** The item's name when it was bought. */
    description: text().notNull(),
    /** Cents. */
    price: integer().notNull(),
    /** The value added tax within the price, in percent, as it was at the sale; null where the studio was not liable. */
    vatRate: integer(),
    /** Cents: by how much a discount code or the sibling discount made the price lower. */
    discount: integer().notNull().default(0),
    /** The sibling discount of the sale; null where it counted for nothing. */
    siblingPercent: integer(),
    /** Until when the course, membership or month goes on; null of what does not, such as a drop-in. */
    runsUntil: instant(),
    /** What a teacher says was paid: see `markedByTeacher` in the rules. */
    stated: integer(),
    /** What of the price was let go when the payment was confirmed. */
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
    // of a code and the sibling discount only one counts
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
 * Money that came in for a payment, or went back (negative cents). A receipt is never changed, only taken back as a
 * mistake (`undoneAt`): then it counts no more. Months and years add up receipts by their day.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    /** The payment's, for sums by kind. */
    item: text().$type<PaidItem>().notNull(),
    cents: integer().notNull(),
    /** On the studio's clock. */
    day: date({ mode: 'string' }).notNull(),
    way: text().$type<PaymentMethod>().notNull(),
    source: text().$type<ReceiptSource>().notNull(),
    /** The line of a bank statement. */
    sourceId: text(),
    at: instant().notNull(),
    byUserId: text(),
    undoneAt: instant(),
    undoneBy: text(),
  },
  (t) => [
    // these hold all that is added up of a payment, and of a month or a year
    index('receipts_by_payment')
      .on(t.paymentId, t.cents)
      .where(sql`undone_at is null`),
    index('receipts_by_day')
      .on(t.day, t.way, t.item, t.cents, t.paymentId, t.at)
      .where(sql`undone_at is null`),
    // what was booked, or taken back, after the end of its month
    index('receipts_by_time').on(t.at),
    index('receipts_undone')
      .on(t.undoneAt)
      .where(sql`undone_at is not null`),
    check('receipts_way', sql`${t.way} in ('cash', 'bankTransfer', 'stebby')`),
    check('receipts_source', sql`${t.source} in ('desk', 'bank', 'credit')`),
    index('receipts_by_source')
      .on(t.sourceId)
      .where(sql`source_id is not null`),
  ],
)

/** What a payer has paid beyond what was due: it adds up to the credit, which is spent by a press alone. */
export const credits = pgTable(
  'credits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    payerId: text()
      .notNull()
      .references(() => payers.id),
    /** Negative where it was spent, paid back or taken back. */
    cents: integer().notNull(),
    /** On the studio's clock. */
    day: date({ mode: 'string' }).notNull(),
    source: text().$type<CreditSource>().notNull(),
    /** The line of a bank statement. */
    sourceId: text(),
    /** What it paid for, or whose cash it is that was counted after that was cancelled. */
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
    check('credits_source', sql`${t.source} in ('bank', 'forgiven', 'used', 'paidBack', 'returned', 'opening')`),
    check('credits_sign', sql`(${t.source} in ('bank', 'forgiven', 'opening')) = (${t.cents} > 0) and ${t.cents} <> 0`),
  ],
)

/** Every change a payment ever had; only ever added to. */
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
    /** How it was to be paid before, where this changed that. */
    fromMethod: text().$type<PaymentMethod>(),
    reason: text().notNull(),
  },
  (t) => [index('paymentHistory_by_payment').on(t.paymentId, t.id)],
)
