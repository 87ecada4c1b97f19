import * as z from 'zod/mini'
import { count, id, instant, object, page, searchText, total, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { changedReasons, kinds, leftReasons } from './rules.ts'
import { columnRoles, gains, LONGEST_CELL, outcomes, ROWS_AT_ONCE, rowNotes, rowReasons } from './rules/csv.ts'
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

/** A file of 5 MB in base64, and some more: what is larger is refused in words. */
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
  reason: z.nullable(z.enum(rowReasons)),
  gains: z.array(z.enum(gains)),
  notes: z.array(z.enum(rowNotes)),
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
  /** What it is about, such as the date that can't be read. */
  detail: z.string(),
  outcome: result.shape.outcome,
  reason: result.shape.reason,
  gains: result.shape.gains,
  notes: result.shape.notes,
})
export type CheckedRow = z.infer<typeof checkedRow>

/** Of a packed file, in base64. */
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
  /** Whether its files are still here. */
  hasFiles: z.boolean(),
  by: z.string(),
  startedAt: instant,
  /** Until when a press takes back what it took; null where none does. */
  undoableUntil: z.nullable(instant),
  /** Whether an admin has pressed to take it back. */
  isUndone: z.boolean(),
  far: z.nullable(
    object({
      doing: z.enum(['reading', 'looking', 'taking', 'undoing']),
      kind: z.nullable(z.enum(kinds)),
      done: total,
      of: total,
    }),
  ),
  /** Of what is taken back `found` was taken, `added` is gone, and `known` stays. */
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
  /** What a table looks like. Nothing of the file is kept. */
  readTable: command({ may, once: false, largest, input: object({ file }), answer: table, refuses }),
  /** What would become of each row, in the order in which they are taken. Nothing is written. */
  check: command({
    may,
    once: false,
    largest,
    input: object({ file, columns }),
    answer: object({ rows: z.array(checkedRow) }),
    refuses: [...refuses, 'noNames'],
  }),
  /** Takes rows, in this order: all of them, or none. */
  take: command({
    may,
    largest: 400_000,
    input: object({
      rows: z.array(row).check(z.minLength(1), z.maxLength(ROWS_AT_ONCE)),
      /** Of the letters that new accounts get. */
      language: z.enum(['en', 'et']),
      /** As the first rows of this press were answered. */
      moveId: z.optional(id),
    }),
    answer: object({ moveId: id, rows: z.array(result) }),
  }),
  /**
   * Takes back what a press took, within two minutes of its last row: some of it, the last rows first, and again until
   * `left` is 0. A row of which anything was used since stays whole; `stayed` has their numbers.
   */
  takeBack: command({
    may,
    input: ofMove,
    answer: object({ undone: count, stayed: z.array(number), left: total }),
    refuses: ['undoOver'],
  }),
  /** How far a studio from Firebase is, if one is on its way or was. */
  firebase: query({ may, input: nothing, answer: object({ move: z.nullable(move) }) }),
  /** What of it is not taken, or changed: one page. */
  firebaseProblems: query({
    may,
    input: object({ which: z.enum(problemLists), search: searchText, page }),
    answer: object({ rows: z.array(problem), total, page }),
  }),
  /** Begins to send the files of an export, in the place of one that lies here. */
  firebaseBegin: command({ may, input: nothing, answer: ofMove, refuses: ['importRuns', 'importSending'] }),
  /** Part of a file, packed by gzip. */
  firebasePart: command({
    may,
    once: false,
    largest: 1_500_000,
    input: object({ moveId: id, file: z.enum(exportFiles), place, part: packed }),
    answer: nothing,
    refuses: ['importGone'],
  }),
  /** All parts are sent: looks at them, in the background. */
  firebaseLook: command({
    may,
    input: object({
      moveId: id,
      files: object(Object.fromEntries(exportFiles.map((file) => [file, sent])) as Record<ExportFile, typeof sent>),
    }),
    answer: nothing,
    refuses: ['importGone'],
  }),
  /** Takes over what was looked at, in the background; goes on where that was stopped. */
  firebaseTake: command({ may, input: ofMove, answer: nothing, refuses: ['importGone'] }),
  /**
   * Takes back what such a press took, within two minutes, in the background. What something was done with since stays, and
   * is listed; goes on where that was stopped.
   */
  firebaseUndo: command({ may, input: ofMove, answer: nothing, refuses: ['importGone', 'undoOver'] }),
  /** The report goes, and the files with it. */
  firebaseForget: command({ may, input: ofMove, answer: nothing, refuses: ['importRuns'] }),
  /** Who came from elsewhere, has an address and no password, and was not invited so far. */
  uninvited: query({ may, input: nothing, answer: object({ total }) }),
  /** Writes to some of them; `left` is how many are left. */
  invite: command({ may, input: nothing, answer: object({ invited: count, left: total }) }),
})
