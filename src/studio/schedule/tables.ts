import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { classes } from '#studio/classes/tables.ts'

export const schedule = pgTable(
  'schedule',
  {
    id: text().primaryKey(),
    /** Empty once the class is deleted: the entry keeps its copies. */
    classId: text().references(() => classes.id, { onDelete: 'set null' }),
    /** Entries of one weekly plan share it. */
    seriesId: text(),
    className: text().notNull(),
    classDescription: text().notNull().default(''),
    categories: text().array().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    maxParticipants: integer().notNull(),
    /** Rows of registrations for this entry; included users are not counted here. */
    registeredCount: integer().notNull().default(0),
    standardPrice: integer(),
    memberPrice: integer(),
    cancelledAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Who saved an edit of it last; nobody has, while it is null. */
    editedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('schedule_by_start').on(t.startsAt, t.id, t.endsAt),
    index('schedule_by_end').on(t.endsAt),
    index('schedule_by_class').on(t.classId),
    index('schedule_by_series').on(t.seriesId),
    check('schedule_ends_after_start', sql`${t.endsAt} > ${t.startsAt}`),
    check('schedule_max', sql`${t.maxParticipants} >= 1`),
    check('schedule_count', sql`${t.registeredCount} >= 0`),
    check(
      'schedule_prices',
      sql`${t.standardPrice} >= 0 and ${t.memberPrice} >= 0 and (${t.memberPrice} is null or ${t.standardPrice} is not null)`,
    ),
  ],
)
