import * as z from 'zod/mini'
import { cents, count, date, id, instant, object, page, searchText, total, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { changedReasons, kinds, leftReasons } from './rules.ts'
import { columnRoles, gains, LONGEST_CELL, noteKinds, outcomes, ROWS_AT_ONCE, rowReasons } from './rules/csv.ts'
import {
  exportFiles,
  type ExportFile,
  MOST_PARTS,
  mostBytesOf,
  moveSteps,
  PART_BYTES,
  problemLists,
  stops,
} from './rules/firebase.ts'

/** Base64 of a 5 MB file, with some margin so that a slightly larger file is refused with a message. */
const file = upTo(7_200_000)
const largest = 7_300_000

const number = z.int().check(z.minimum(1), z.maximum(1_000_000))
const column = z.optional(z.int().check(z.minimum(0), z.maximum(500)))
const cell = z.optional(upTo(LONGEST_CELL))
const each = <Value>(value: Value) =>
  Object.fromEntries(columnRoles.map((role) => [role, value])) as Record<(typeof columnRoles)[number], Value>

const columns = object(each(column))
const row = object({ number, cells: object(each(cell)) })

const result = object({
  number,
  outcome: z.enum(outcomes),
  faults: z.array(object({ reason: z.enum(rowReasons), columns: z.array(z.enum(columnRoles)), detail: z.string() })),
  gains: z.array(z.enum(gains)),
  notes: z.array(object({ kind: z.enum(noteKinds), detail: z.string() })),
  pass: z.nullable(object({ name: z.string(), left: count, of: count, until: date })),
  owes: z.nullable(cents),
})

const table = object({
  headings: z.array(z.string()),
  /** The first rows, without identity codes. */
  rows: z.array(z.array(z.string())),
  total,
  /** What the headings suggest. */
  guess: columns,
})
export type Table = z.infer<typeof table>

const checkedRow = z.extend(row, {
  /** The name as it is read. */
  name: z.string(),
  outcome: result.shape.outcome,
  /** Number of the first row about the same person; null if this is the first. */
  repeats: z.nullable(number),
  faults: result.shape.faults,
  gains: result.shape.gains,
  notes: result.shape.notes,
  pass: result.shape.pass,
  owes: result.shape.owes,
})
export type CheckedRow = z.infer<typeof checkedRow>

/** Part of a gzip-compressed file, in base64. */
const packed = upTo(Math.ceil(PART_BYTES / 3) * 4)
const place = z.int().check(z.minimum(0), z.maximum(MOST_PARTS - 1))
const sent = z.optional(
  object({
    bytes: z.int().check(z.minimum(0), z.maximum(Math.max(...Object.values(mostBytesOf)))),
    parts: z.int().check(z.minimum(1), z.maximum(MOST_PARTS)),
  }),
)

const move = object({
  moveId: id,
  step: z.enum(moveSteps),
  stop: z.nullable(z.enum(stops)),
  stopFile: z.nullable(z.string()),
  /** Whether its uploaded files are still stored. */
  hasFiles: z.boolean(),
  by: z.string(),
  startedAt: instant,
  /** Until when the import can be undone; null if it can't be. */
  undoableUntil: z.nullable(instant),
  /** Whether an admin has started to undo it. */
  isUndone: z.boolean(),
  far: z.nullable(
    object({
      doing: z.enum(['reading', 'looking', 'taking', 'undoing']),
      kind: z.nullable(z.enum(kinds)),
      done: total,
      of: total,
    }),
  ),
  /** While an import is undone: `found` was imported, `added` has been removed, `known` stays. */
  rows: z.array(object({ kind: z.enum(kinds), found: total, added: total, known: total })),
  left: total,
  changed: total,
})
export type FirebaseMove = z.infer<typeof move>

const problem = object({
  id: total,
  isLeft: z.boolean(),
  kind: z.enum([...kinds, 'file']),
  rowId: z.string(),
  reason: z.enum([...leftReasons, ...changedReasons]),
  detail: z.string(),
})
export type MoveProblem = z.infer<typeof problem>

const may = 'manageUsers'
const ofMove = object({ moveId: id })
const refuses = ['notATable', 'tooLarge', 'tooManyRows'] as const

export const moving = contract('moving', {
  /** Reads the headings and first rows of a table. The file is not stored. */
  readTable: command({ may, once: false, largest, input: object({ file }), answer: table, refuses }),
  /** Says what would happen to each row, in the order in which rows are imported. Writes nothing. */
  check: command({
    may,
    once: false,
    largest,
    input: object({ file, columns }),
    answer: object({ rows: z.array(checkedRow) }),
    refuses: [...refuses, 'noNames'],
  }),
  /** Imports rows in this order: all of them, or none. */
  take: command({
    may,
    largest: 400_000,
    input: object({
      rows: z.array(row).check(z.minLength(1), z.maxLength(ROWS_AT_ONCE)),
      /** Language of the letters that new accounts get. */
      language: z.enum(['en', 'et']),
      /** The `moveId` returned for the first rows of the same import. */
      moveId: z.optional(id),
    }),
    answer: object({ moveId: id, rows: z.array(result) }),
  }),
  /**
   * Undoes a table import within two minutes of its last row. Each call undoes some rows, the last first; call again
   * until `left` is 0. A row whose data was used since stays whole; `stayed` has the numbers of those rows.
   */
  takeBack: command({
    may,
    input: ofMove,
    answer: object({ undone: count, stayed: z.array(number), left: total }),
    refuses: ['undoOver'],
  }),
  /** The caller's table imports that can still be undone, the newest first. */
  undoableTables: query({
    may,
    input: nothing,
    answer: z.array(
      object({
        moveId: id,
        /** When its last rows were imported. */
        at: instant,
        new: total,
        changed: total,
        /** Whether an undo was started and has not finished. */
        begun: z.boolean(),
      }),
    ),
  }),
  /** Progress of the current or latest import from Firebase, if there is one. */
  firebase: query({ may, input: nothing, answer: object({ move: z.nullable(move) }) }),
  /** Rows that were not imported, or were imported with changes: one page. */
  firebaseProblems: query({
    may,
    input: object({ which: z.enum(problemLists), search: searchText, page }),
    answer: object({ rows: z.array(problem), total, page }),
  }),
  /** Starts the upload of an export's files; replaces an earlier upload. */
  firebaseBegin: command({ may, input: nothing, answer: ofMove, refuses: ['importRuns', 'importSending'] }),
  /** Uploads one gzip-compressed part of a file. */
  firebasePart: command({
    may,
    once: false,
    largest: 1_500_000,
    input: object({ moveId: id, file: z.enum(exportFiles), place, part: packed }),
    answer: nothing,
    refuses: ['importGone'],
  }),
  /** All parts are uploaded: starts the check in the background. */
  firebaseLook: command({
    may,
    input: object({
      moveId: id,
      files: object(Object.fromEntries(exportFiles.map((file) => [file, sent])) as Record<ExportFile, typeof sent>),
    }),
    answer: nothing,
    refuses: ['importGone'],
  }),
  /** Starts the import of the checked files in the background; resumes a stopped one. */
  firebaseTake: command({
    may,
    /** The password is the admin's own, typed again: an export may bring admins with their passwords. */
    input: object({ moveId: id, password: upTo(1000) }),
    answer: nothing,
    refuses: ['importGone', 'noPassword', 'invalidFields'],
  }),
  /**
   * Undoes an import from Firebase in the background, within two minutes. Rows that were used since stay, and are
   * listed; resumes a stopped undo.
   */
  firebaseUndo: command({ may, input: ofMove, answer: nothing, refuses: ['importGone', 'undoOver'] }),
  /** Deletes the report and the uploaded files. */
  firebaseForget: command({ may, input: ofMove, answer: nothing, refuses: ['importRuns'] }),
  /** Counts imported people who have an address but no password, and were not invited yet. */
  uninvited: query({ may, input: nothing, answer: object({ total }) }),
  /** Sends some of the invitations; `left` is how many remain. */
  invite: command({ may, input: nothing, answer: object({ invited: count, left: total }) }),
})
