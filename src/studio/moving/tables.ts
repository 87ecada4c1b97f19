import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import type { Kind, Reason, Tally } from './rules.ts'
import type { ExportFile, Far, MoveStep, MoveStop } from './rules/firebase.ts'

/** What has been taken from another system, by its id there: never taken again, also when it was deleted here since. */
export const importedRows = pgTable(
  'importedRows',
  {
    kind: text().notNull(),
    id: text().notNull(),
    at: instant().notNull(),
    /** The move by the screen that took it, which can take it back; null of others, and of what stayed then. */
    moveId: text(),
    /** What it is here, where that has a number of its own: a line of a log. */
    madeId: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index('importedRows_by_move')
      .on(t.moveId, t.kind, t.id)
      .where(sql`move_id is not null`),
  ],
)

/** What one press took from a table, so that it can be taken back for two minutes. */
export const tableMoves = pgTable('tableMoves', {
  id: text().primaryKey(),
  /** When its last rows were taken. */
  at: instant().notNull(),
  /** When somebody began to take it back: that goes on after its two minutes. */
  undoneAt: instant(),
})

/** What was made of each row of it, in that order. */
export const tableMade = pgTable(
  'tableMade',
  {
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    moveId: text()
      .notNull()
      .references(() => tableMoves.id, { onDelete: 'cascade' }),
    /** In the table, as a spreadsheet counts them. */
    row: integer().notNull(),
    kind: text().$type<MadeKind>().notNull(),
    /** Of the person, account, pass, payment, credit; the number itself of a reference. */
    id: text().notNull(),
    /** A guardian's child, or whose number it was; the mark of a pass or a balance; what a field was filled with. */
    more: text().notNull().default(''),
  },
  (t) => [index('tableMade_by_move').on(t.moveId, t.row)],
)

export type MadeKind =
  | 'person'
  | 'account'
  | 'guardian'
  | 'movedReference'
  | 'reference'
  | 'pass'
  | 'debt'
  | 'credit'
  | 'dob'
  | 'phone'
  | 'category'

/** The studio of Firebase that comes by the screen, one at most: how far it is, and who works at it. */
export const firebaseMoves = pgTable(
  'firebaseMoves',
  {
    id: text().primaryKey(),
    /** The account that began it. */
    startedBy: text().notNull(),
    startedAt: instant().notNull(),
    /** When something of it was sent, pressed or ended last. */
    touchedAt: instant().notNull(),
    step: text().$type<MoveStep>().notNull(),
    /** Whether an admin has pressed to take it over. */
    pressed: boolean().notNull().default(false),
    /** When an admin pressed to take it back: that goes on after its two minutes. */
    undoneAt: instant(),
    /** What stopped it, and of which file. */
    stop: text().$type<MoveStop>(),
    stopFile: text(),
    /** Of each file its bytes, and in how many parts it was sent. */
    files: jsonb().$type<SentFiles>().notNull(),
    far: jsonb().$type<Far>(),
    tally: jsonb().$type<Tally>(),
    /** Until when whoever works at it is waited for; null where nobody does. */
    busyUntil: instant(),
    /** How often somebody began to work at it: what an earlier one says counts no more. */
    turn: integer().notNull().default(0),
    /** How often in a row that came to nothing. */
    tries: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('firebaseMoves_one').on(sql`(true)`),
    check(
      'firebaseMoves_step',
      sql`${t.step} in ('sending', 'looking', 'looked', 'taking', 'taken', 'undoing', 'undone', 'stopped')`,
    ),
    check('firebaseMoves_stop', sql`(${t.step} = 'stopped') = (${t.stop} is not null)`),
  ],
)

export type SentFiles = { readonly [F in ExportFile]?: { readonly bytes: number; readonly parts: number } | undefined }

/** The files of such a move as they were sent, packed: here until they are taken, for a day at most, and in no backup. */
export const firebaseParts = pgTable(
  'firebaseParts',
  {
    moveId: text()
      .notNull()
      .references(() => firebaseMoves.id, { onDelete: 'cascade' }),
    file: text().$type<ExportFile>().notNull(),
    place: integer().notNull(),
    /** In base64. */
    part: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.moveId, t.file, t.place] })],
)

/** What of such a move is not taken, or changed: its report. */
export const firebaseProblems = pgTable(
  'firebaseProblems',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    moveId: text()
      .notNull()
      .references(() => firebaseMoves.id, { onDelete: 'cascade' }),
    isLeft: boolean().notNull(),
    kind: text().$type<Kind | 'file'>().notNull(),
    /** Of the row, at Firebase. */
    rowId: text().notNull(),
    reason: text().$type<Reason>().notNull(),
    detail: text().notNull(),
  },
  (t) => [index('firebaseProblems_by_move').on(t.moveId, t.isLeft, t.id)],
)
