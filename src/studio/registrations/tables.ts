import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'

/** A user's place in a schedule entry. Unregistering deletes it. */
export const registrations = pgTable(
  'registrations',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => people.id),
    scheduleId: text()
      .notNull()
      .references(() => schedule.id),
    classId: text(),
    status: text().$type<'registered'>().notNull().default('registered'),
    userMembershipId: text().references(() => purchases.id),
    dropInPaymentId: text().references(() => payments.id),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('registrations_once').on(t.scheduleId, t.userId),
    index('registrations_by_user').on(t.userId),
    index('registrations_by_membership').on(t.userMembershipId),
    uniqueIndex('registrations_payment').on(t.dropInPaymentId),
    check('registrations_status', sql`${t.status} = 'registered'`),
    check('registrations_one_method', sql`(${t.userMembershipId} is null) <> (${t.dropInPaymentId} is null)`),
  ],
)
