import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { classes } from '#studio/classes/tables.ts'
import { rooms } from '#studio/rooms/tables.ts'
import type { ChangedFacts, ChangeKind } from './rules/changes.ts'

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
    roomId: text().references(() => rooms.id),
    /** Accounts. */
    teacherIds: text().array().notNull().default([]),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    maxParticipants: integer().notNull(),
    /** Rows of registrations for this entry; included users are not counted here. */
    registeredCount: integer().notNull().default(0),
    standardPrice: integer(),
    memberPrice: integer(),
    cancelledAt: instant(),
    /** When the studio last changed what people had planned by: its time, or else where it is and with whom. */
    movedAt: instant(),
    /** Places that are held for somebody who waits: as taken as those of registrations. */
    heldCount: integer().notNull().default(0),
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
    check('schedule_count', sql`${t.registeredCount} >= 0 and ${t.heldCount} >= 0`),
    check(
      'schedule_prices',
      sql`${t.standardPrice} >= 0 and ${t.memberPrice} >= 0 and (${t.memberPrice} is null or ${t.standardPrice} is not null)`,
    ),
  ],
)

/** What one press did to entries. It is kept until everybody has been told of it. */
export const scheduleChanges = pgTable('scheduleChanges', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<ChangeKind>().notNull(),
  at: instant().notNull(),
  /** Until then one press undoes it. */
  undoableUntil: instant().notNull(),
  undoneAt: instant(),
  /** Accounts that know of it: whoever pressed, and teachers who are told by themselves. */
  knownTo: text().array().notNull().default([]),
})

/** One of the entries, with what was changed of it. */
export const scheduleChangedEntries = pgTable(
  'scheduleChangedEntries',
  {
    changeId: bigint({ mode: 'number' })
      .notNull()
      .references(() => scheduleChanges.id, { onDelete: 'cascade' }),
    scheduleId: text()
      .notNull()
      .references(() => schedule.id, { onDelete: 'cascade' }),
    before: jsonb().$type<ChangedFacts>().notNull(),
    after: jsonb().$type<ChangedFacts>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.changeId, t.scheduleId] }),
    index('scheduleChangedEntries_by_entry').on(t.scheduleId),
  ],
)
