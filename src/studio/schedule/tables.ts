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
    /** Null once the class is deleted; the entry keeps its copies. */
    classId: text().references(() => classes.id, { onDelete: 'set null' }),
    /** Shared by the entries of one weekly plan. */
    seriesId: text(),
    className: text().notNull(),
    classDescription: text().notNull().default(''),
    categories: text().array().notNull(),
    roomId: text().references(() => rooms.id),
    /** Account ids. */
    teacherIds: text().array().notNull().default([]),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    maxParticipants: integer().notNull(),
    /** Number of registrations; included people are not counted. */
    registeredCount: integer().notNull().default(0),
    standardPrice: integer(),
    memberPrice: integer(),
    cancelledAt: instant(),
    /** When the studio last changed its time, room or teacher. */
    movedAt: instant(),
    /** Places held for people on the waiting list; they count as taken. */
    heldCount: integer().notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Account that last edited it; null if nobody has. */
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

/** A change of entries, kept until everybody has been told about it. */
export const scheduleChanges = pgTable('scheduleChanges', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<ChangeKind>().notNull(),
  at: instant().notNull(),
  /** End of the time for undoing. */
  undoableUntil: instant().notNull(),
  undoneAt: instant(),
  /** Accounts that need no letter about it: the one that made the change, and teachers who are told separately. */
  knownTo: text().array().notNull().default([]),
})

/** One changed entry, with its facts before and after. */
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
