import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import type { PaidItem, PaymentMethod, PaymentStatus } from './rules.ts'

export const payments = pgTable(
  'payments',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => people.id),
    item: text().$type<PaidItem>().notNull(),
    /** The schedule entry, course or catalogue membership that is paid for. */
    itemId: text().notNull(),
    /** The item's name when it was bought. */
    description: text().notNull(),
    /** Cents. */
    price: integer().notNull(),
    actualAmount: integer(),
    paymentMethod: text().$type<PaymentMethod>().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    deadline: instant().notNull(),
    /** The buyer ticked 'cover group member' (READINGS R19). */
    coverMember: boolean().notNull().default(false),
    discountCode: text(),
    updatedBy: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    index('payments_by_user').on(t.userId, t.itemId),
    index('payments_by_status').on(t.status, t.createdAt, t.id),
    // holds all that is added up of a month or a year
    index('payments_confirmed')
      .on(t.updatedAt, t.id, t.paymentMethod, t.actualAmount)
      .where(sql`status = 'confirmed'`),
    check('payments_item', sql`${t.item} in ('drop-in ticket', 'course', 'membership')`),
    check('payments_method', sql`${t.paymentMethod} in ('cash', 'bankTransfer', 'stebby')`),
    check(
      'payments_status',
      sql`${t.status} in ('due', 'userMarkedAsPaid', 'teacherMarkedAsPaid', 'confirmed', 'cancelled')`,
    ),
    check('payments_price', sql`${t.price} >= 0 and ${t.actualAmount} >= 0`),
    check('payments_confirmed_has_amount', sql`${t.status} <> 'confirmed' or ${t.actualAmount} is not null`),
    check('payments_cancelled_is_zero', sql`${t.status} <> 'cancelled' or ${t.actualAmount} = 0`),
    check('payments_user_marked_is_not_cash', sql`${t.status} <> 'userMarkedAsPaid' or ${t.paymentMethod} <> 'cash'`),
  ],
)

/** Every change a payment ever had; only ever added to (READINGS R18). */
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
    reason: text().notNull(),
  },
  (t) => [index('paymentHistory_by_payment').on(t.paymentId, t.id)],
)
