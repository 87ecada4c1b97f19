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

/** Rows imported from another system, by their id there: never imported again, even if they were deleted here since. */
export const importedRows = pgTable(
  'importedRows',
  {
    kind: text().notNull(),
    id: text().notNull(),
    at: instant().notNull(),
    /** The import on the screen that can undo it; null for other imports, and for rows that stayed after an undo. */
    moveId: text(),
    /** Id here, if the row has a number of its own: a log line. */
    madeId: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index('importedRows_by_move')
      .on(t.moveId, t.kind, t.id)
      .where(sql`move_id is not null`),
  ],
)

/** A table import, which can be undone for two minutes. */
export const tableMoves = pgTable('tableMoves', {
  id: text().primaryKey(),
  /** When its last rows were imported. */
  at: instant().notNull(),
  /** When its undo began; the undo may finish after the two minutes. */
  undoneAt: instant(),
  /** Account that imported it; null for imports of older versions. */
  importedBy: text(),
  newRows: integer().notNull().default(0),
  /** Rows that filled something of a person who was there. */
  changedRows: integer().notNull().default(0),
})

/** What each row of the import created or filled, in that order. */
export const tableMade = pgTable(
  'tableMade',
  {
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    moveId: text()
      .notNull()
      .references(() => tableMoves.id, { onDelete: 'cascade' }),
    /** Row number in the table, as in a spreadsheet. */
    row: integer().notNull(),
    kind: text().$type<MadeKind>().notNull(),
    /** Id of the person, account, pass, payment or credit; for a reference, the number itself. */
    id: text().notNull(),
    /**
     * A guardian's child, or the number's former owner; the key of a pass or balance; the value a field was filled
     * with.
     */
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

/** The import of a studio from Firebase on the screen, at most one: its progress and its current worker. */
export const firebaseMoves = pgTable(
  'firebaseMoves',
  {
    id: text().primaryKey(),
    /** Account that started it. */
    startedBy: text().notNull(),
    startedAt: instant().notNull(),
    /** When anything was last uploaded, started or finished. */
    touchedAt: instant().notNull(),
    step: text().$type<MoveStep>().notNull(),
    /** Whether an admin has started the import. */
    pressed: boolean().notNull().default(false),
    /** When an admin started to undo it; the undo may finish after the two minutes. */
    undoneAt: instant(),
    /** What stopped it, and in which file. */
    stop: text().$type<MoveStop>(),
    stopFile: text(),
    /** Size of each file in bytes, and the number of its parts. */
    files: jsonb().$type<SentFiles>().notNull(),
    far: jsonb().$type<Far>(),
    tally: jsonb().$type<Tally>(),
    /** End of the current worker's lease; null without a worker. */
    busyUntil: instant(),
    /** Counts the workers that have taken it; updates of earlier turns are ignored. */
    turn: integer().notNull().default(0),
    /** Attempts in a row without progress. */
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

/** Uploaded parts of the compressed files; kept until they are imported, at most a day, and in no backup. */
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

/** Report: rows that are not imported, or are changed. */
export const firebaseProblems = pgTable(
  'firebaseProblems',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    moveId: text()
      .notNull()
      .references(() => firebaseMoves.id, { onDelete: 'cascade' }),
    isLeft: boolean().notNull(),
    kind: text().$type<Kind | 'file'>().notNull(),
    /** Id of the row at Firebase. */
    rowId: text().notNull(),
    reason: text().$type<Reason>().notNull(),
    detail: text().notNull(),
  },
  (t) => [index('firebaseProblems_by_move').on(t.moveId, t.isLeft, t.id)],
)
