import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { bookCauses, bookKinds, type BookCause, type BookKind } from './rules/book.ts'

/** The catalogue. */
export const memberships = pgTable(
  'memberships',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    standardPrice: integer(),
    memberPrice: integer(),
    /** Legacy form: a single price (cents), half of it for cover members. */
    price: integer(),
    classLimit: integer().notNull(),
    /** Days. */
    validPeriod: integer().notNull(),
    categories: text().array().notNull(),
    excludedCategories: text().array().notNull(),
    status: text().$type<'active' | 'archived'>().notNull().default('active'),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Account that last saved an edit; null if none. */
    editedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [
    check('memberships_one_price_form', sql`(${t.price} is null) = (${t.standardPrice} is not null)`),
    check('memberships_prices', sql`${t.standardPrice} >= 0 and ${t.memberPrice} >= 0 and ${t.price} >= 0`),
    check('memberships_limit', sql`${t.classLimit} >= 1 and ${t.validPeriod} >= 1`),
    check('memberships_include_or_exclude', sql`not (${t.categories} && ${t.excludedCategories})`),
    check('memberships_status', sql`${t.status} in ('active', 'archived')`),
  ],
)

/** Passes that users bought. */
export const purchases = pgTable(
  'purchases',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => people.id),
    membershipId: text().notNull(),
    membershipName: text().notNull(),
    /** Places that the pass pays for plus corrections by staff. */
    classesUsed: integer().notNull().default(0),
    /** Classes that staff added (or removed, if negative): see docs/decisions/classes-used-by-hand.md. */
    classesCorrected: integer().notNull().default(0),
    classLimit: integer().notNull(),
    validFrom: instant().notNull(),
    validUntil: instant().notNull(),
    categories: text().array().notNull(),
    excludedCategories: text().array().notNull(),
    status: text().$type<'active' | 'cancelled'>().notNull().default('active'),
    paymentId: text().references(() => payments.id),
    /** The last freeze: see rules/freezes.ts. */
    frozenFrom: instant(),
    frozenUntil: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    check(
      'purchases_frozen',
      sql`(${t.frozenFrom} is null) = (${t.frozenUntil} is null) and ${t.frozenUntil} > ${t.frozenFrom}`,
    ),
    index('purchases_by_user').on(t.userId, t.validUntil),
    index('purchases_by_validity').on(t.validUntil),
    // covers the filter and order of the list
    index('purchases_by_creation').on(t.createdAt, t.id, t.validUntil),
    index('purchases_by_payment').on(t.paymentId),
    check('purchases_used', sql`${t.classesUsed} between 0 and ${t.classLimit} and ${t.classLimit} >= 1`),
    check('purchases_validity', sql`${t.validUntil} > ${t.validFrom}`),
    check('purchases_status', sql`${t.status} in ('active', 'cancelled')`),
  ],
)

const listed = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '))

/** The book of a pass: one line per change of its classes or its end, written in the same transaction. */
export const passEntries = pgTable(
  'passEntries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    purchaseId: text()
      .notNull()
      .references(() => purchases.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    /** Account; null if the studio's jobs did it. */
    byAccountId: text(),
    kind: text().$type<BookKind>().notNull(),
    cause: text().$type<BookCause>(),
    /** Typed by the person who did it. */
    reason: text().notNull().default(''),
    /** Classes added (positive) or used (negative). */
    classes: integer().notNull(),
    /** Classes left and end of the pass after this line. */
    remaining: integer().notNull(),
    validUntil: instant().notNull(),
    /** The class that was used or returned, by its name at that time, since it may have been deleted. */
    className: text(),
    startsAt: instant(),
    /** First and last day of a freeze. */
    firstDay: date({ mode: 'string' }),
    lastDay: date({ mode: 'string' }),
  },
  (t) => [
    index('passEntries_by_purchase').on(t.purchaseId, t.id),
    check('passEntries_kind', sql`${t.kind} in (${listed(bookKinds)})`),
    check('passEntries_cause', sql`${t.cause} in (${listed(bookCauses)})`),
  ],
)
