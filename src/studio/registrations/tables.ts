import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'

/** A place that is held for somebody until an instant; taken with their registration, and no one else's meanwhile. */
export const heldPlaces = pgTable(
  'heldPlaces',
  {
    scheduleId: text()
      .notNull()
      .references(() => schedule.id),
    userId: text()
      .notNull()
      .references(() => people.id),
    until: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.scheduleId, t.userId] }), index('heldPlaces_by_user').on(t.userId)],
)

/** Somebody who is included in a class says that they can't come: their place is free, until they take it again. */
export const absences = pgTable(
  'absences',
  {
    scheduleId: text()
      .notNull()
      .references(() => schedule.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => people.id),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.scheduleId, t.userId] }), index('absences_by_user').on(t.userId)],
)

/** Another class that somebody may come to, instead of one that includes them and to which they can't come. */
export const makeUps = pgTable(
  'makeUps',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => people.id),
    /** The class that it is for, with copies of what is shown of it: it may be taken off the schedule. */
    scheduleId: text().references(() => schedule.id, { onDelete: 'set null' }),
    className: text().notNull(),
    startsAt: instant().notNull(),
    /** For a class with any of these. */
    categories: text().array().notNull(),
    /** The last day on which such a class may be. */
    validUntil: date({ mode: 'string' }).notNull(),
    /** The class for which it is used, or was lost by cancelling late. */
    usedFor: text().references(() => schedule.id),
    /** They come to the class after all. */
    takenBackAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('makeUps_once').on(t.scheduleId, t.userId),
    index('makeUps_by_user').on(t.userId, t.validUntil),
    index('makeUps_by_use').on(t.usedFor),
    check('makeUps_used_or_back', sql`${t.usedFor} is null or ${t.takenBackAt} is null`),
  ],
)

/** A place that was cancelled too late: its class stays used, or its payment due, until it is forgiven. */
export const lateCancellations = pgTable(
  'lateCancellations',
  {
    id: text().primaryKey(),
    scheduleId: text()
      .notNull()
      .references(() => schedule.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => people.id),
    userMembershipId: text().references(() => purchases.id),
    dropInPaymentId: text().references(() => payments.id),
    makeUpId: text().references(() => makeUps.id),
    at: instant().notNull(),
    forgivenAt: instant(),
    /** The account of staff; null where somebody took the place, or the class was cancelled. */
    forgivenBy: text(),
    /** In the words of whoever forgave it; empty where nobody had to. */
    reason: text().notNull().default(''),
  },
  (t) => [
    index('lateCancellations_by_entry').on(t.scheduleId, t.at),
    index('lateCancellations_by_user').on(t.userId),
    index('lateCancellations_by_membership').on(t.userMembershipId),
    index('lateCancellations_by_payment').on(t.dropInPaymentId),
    index('lateCancellations_by_makeUp').on(t.makeUpId),
    check(
      'lateCancellations_one_method',
      sql`num_nonnulls(${t.userMembershipId}, ${t.dropInPaymentId}, ${t.makeUpId}) = 1`,
    ),
  ],
)

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
    makeUpId: text().references(() => makeUps.id),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('registrations_once').on(t.scheduleId, t.userId),
    index('registrations_by_user').on(t.userId, t.scheduleId),
    index('registrations_by_membership').on(t.userMembershipId),
    uniqueIndex('registrations_payment').on(t.dropInPaymentId),
    check('registrations_status', sql`${t.status} = 'registered'`),
    uniqueIndex('registrations_makeUp').on(t.makeUpId),
    check(
      'registrations_one_method',
      sql`num_nonnulls(${t.userMembershipId}, ${t.dropInPaymentId}, ${t.makeUpId}) = 1`,
    ),
  ],
)

/** Who had a place in an entry that was cancelled: for a while their calendars say that it will not take place, and staff see it. */
export const cancelledPlaces = pgTable(
  'cancelledPlaces',
  {
    personId: text()
      .notNull()
      .references(() => people.id),
    scheduleId: text()
      .notNull()
      .references(() => schedule.id, { onDelete: 'cascade' }),
    cancelledAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.scheduleId] }),
    index('cancelledPlaces_by_entry').on(t.scheduleId),
    index('cancelledPlaces_by_time').on(t.cancelledAt),
  ],
)
