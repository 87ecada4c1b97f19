import * as z from 'zod/mini'
import { count, object, total, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { columnRoles, gains, LONGEST_CELL, outcomes, ROWS_AT_ONCE, rowNotes, rowReasons } from './rules/csv.ts'

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

const may = 'manageUsers'
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
    }),
    answer: object({ rows: z.array(result) }),
  }),
  /** Who came from elsewhere, has an address and no password, and was not invited so far. */
  uninvited: query({ may, input: nothing, answer: object({ total }) }),
  /** Writes to some of them; `left` is how many are left. */
  invite: command({ may, input: nothing, answer: object({ invited: count, left: total }) }),
})
