import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

export const rooms = pgTable('rooms', {
  id: text().primaryKey(),
  name: text().notNull(),
  position: integer().notNull(),
  archived: boolean().notNull().default(false),
})

/**
 * When rooms and teachers are taken: a row for each entry, and for each evening of a course. That no room holds two at
 * once is a constraint which the migration adds by hand: see docs/decisions/rooms.md.
 */
export const taken = pgTable(
  'taken',
  {
    id: text().primaryKey(),
    /** An entry or a course, which stand above the rooms. */
    ownerId: text().notNull(),
    /** What it is called, for a refusal to name it. */
    title: text().notNull(),
    roomId: text().references(() => rooms.id),
    /** Accounts. */
    teacherIds: text().array().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
  },
  (t) => [
    index('taken_by_start').on(t.startsAt, t.endsAt),
    index('taken_by_owner').on(t.ownerId),
    check('taken_ends_after_start', sql`${t.endsAt} > ${t.startsAt}`),
  ],
)
