import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { people } from '#studio/accounts/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'

/** A place held for a person until an instant; no one else can take it meanwhile. */
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

/** An included person who can't come: their place is free until they take it back. */
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

/** A make-up class: the right to attend another class instead of a missed included one. */
export const makeUps = pgTable(
  'makeUps',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => people.id),
    /** The missed class, with copies of what is shown, as it may be deleted from the schedule. */
    scheduleId: text().references(() => schedule.id, { onDelete: 'set null' }),
    className: text().notNull(),
    startsAt: instant().notNull(),
    /** Can be used for a class with any of these categories. */
    categories: text().array().notNull(),
    /** Last day of a class it can be used for. */
    validUntil: date({ mode: 'string' }).notNull(),
    /** The class it is used for, or was lost for by cancelling late. */
    usedFor: text().references(() => schedule.id),
    /** When the person decided to come to the missed class after all. */
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
    /** Account of staff; null if the place was taken again, or the class was cancelled. */
    forgivenBy: text(),
    /** Typed by the person who forgave it; empty if it was automatic. */
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

/** A user's place in a schedule entry. Cancelling deletes the row. */
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

/**
 * People who had a place in a cancelled entry: for a while it is shown to staff, and as cancelled in their calendars.
 */
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
