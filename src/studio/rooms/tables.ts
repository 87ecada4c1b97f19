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
 * When rooms and teachers are taken: a row for each entry, and for each day of a course. A constraint, added by hand in
 * the migration, prevents two at once in a room: see docs/decisions/rooms.md.
 */
export const taken = pgTable(
  'taken',
  {
    id: text().primaryKey(),
    /** Id of an entry or course; no foreign key, as their modules depend on this one. */
    ownerId: text().notNull(),
    /** Name, for the text of a refusal. */
    title: text().notNull(),
    roomId: text().references(() => rooms.id),
    /** Account ids. */
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
