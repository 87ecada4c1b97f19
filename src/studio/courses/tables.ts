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
import { payments } from '#studio/payments/tables.ts'
import { rooms } from '#studio/rooms/tables.ts'

export const courses = pgTable(
  'courses',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    standardPrice: integer().notNull(),
    memberPrice: integer(),
    defaultMaxParticipants: integer().notNull(),
    nrOfClasses: integer().notNull(),
    startDate: date({ mode: 'string' }).notNull(),
    endDate: date({ mode: 'string' }).notNull(),
    /** The last day on which people can register, in the studio's time zone. */
    regDeadline: date({ mode: 'string' }).notNull(),
    weekday: integer().notNull(),
    startTime: text().notNull(),
    endTime: text().notNull(),
    roomId: text().references(() => rooms.id),
    /** Account ids. */
    teacherIds: text().array().notNull().default([]),
    status: text().$type<'active' | 'archived'>().notNull().default('active'),
    registeredCount: integer().notNull().default(0),
    /** Places held for people on the waiting list. */
    heldCount: integer().notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Account that last saved an edit; null if none. */
    editedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('courses_by_end').on(t.status, t.endDate),
    check('courses_dates', sql`${t.endDate} >= ${t.startDate}`),
    check(
      'courses_times',
      sql`${t.startTime} ~ '^[0-2][0-9]:[0-5][0-9]$' and ${t.endTime} ~ '^[0-2][0-9]:[0-5][0-9]$' and ${t.endTime} > ${t.startTime}`,
    ),
    check('courses_weekday', sql`${t.weekday} between 1 and 7`),
    check('courses_max', sql`${t.defaultMaxParticipants} between 1 and 100 and ${t.nrOfClasses} >= 1`),
    check('courses_prices', sql`${t.standardPrice} >= 0 and ${t.memberPrice} >= 0`),
    check('courses_count', sql`${t.registeredCount} >= 0 and ${t.heldCount} >= 0`),
    check('courses_status', sql`${t.status} in ('active', 'archived')`),
  ],
)

/** A place held for a person until an instant; they can take it by joining, others cannot. */
export const heldCoursePlaces = pgTable(
  'heldCoursePlaces',
  {
    courseId: text()
      .notNull()
      .references(() => courses.id),
    userId: text()
      .notNull()
      .references(() => people.id),
    until: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.courseId, t.userId] }), index('heldCoursePlaces_by_user').on(t.userId)],
)

export const courseRegistrations = pgTable(
  'courseRegistrations',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => people.id),
    courseId: text()
      .notNull()
      .references(() => courses.id),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('courseRegistrations_once').on(t.courseId, t.userId),
    index('courseRegistrations_by_user').on(t.userId),
    uniqueIndex('courseRegistrations_payment').on(t.paymentId),
  ],
)

/** Values of a course before an edit, as registered people knew them: see server/edits.ts. Deleted after a while. */
export const courseEdits = pgTable(
  'courseEdits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    startDate: date({ mode: 'string' }).notNull(),
    endDate: date({ mode: 'string' }).notNull(),
    weekday: integer().notNull(),
    startTime: text().notNull(),
    endTime: text().notNull(),
    roomId: text().references(() => rooms.id, { onDelete: 'set null' }),
    /** Account ids. */
    teacherIds: text().array().notNull(),
    /** Evenings left out because the studio was to be closed. */
    daysOff: text().array().notNull().default([]),
    /** Whether registered people have been told. */
    told: boolean().notNull().default(false),
  },
  (t) => [index('courseEdits_by_course').on(t.courseId)],
)

export const discountCodes = pgTable(
  'discountCodes',
  {
    /** Upper case. */
    code: text().primaryKey(),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    amount: integer().notNull(),
    audience: text().$type<'members' | 'others'>().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('discountCodes_by_course').on(t.courseId),
    check('discountCodes_amount', sql`${t.amount} > 0`),
    check('discountCodes_audience', sql`${t.audience} in ('members', 'others')`),
    check('discountCodes_upper', sql`${t.code} = upper(${t.code})`),
  ],
)
