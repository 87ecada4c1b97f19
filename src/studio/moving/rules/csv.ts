import { chunked } from '#kernel/grouped.ts'
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Feature } from '#studio/settings/rules.ts'

/** What a column of an imported table may hold. */
export const columnRoles = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'dob',
  'category',
  'guardianName',
  'guardianEmail',
  'guardianPhone',
  'reference',
  'pass',
  'usesLeft',
  'validUntil',
  'debt',
  'debtFor',
  'credit',
] as const
export type ColumnRole = (typeof columnRoles)[number]
/** Index of the column, from 0, that holds each role. */
export type Columns = { readonly [R in ColumnRole]?: number | undefined }

const ofFeature: { readonly [R in ColumnRole]?: Feature } = {
  guardianName: 'families',
  guardianEmail: 'families',
  guardianPhone: 'families',
  reference: 'statements',
  credit: 'statements',
}

/** Column roles that are offered with the studio's features. */
export const offeredRoles = (on: readonly Feature[]): ColumnRole[] =>
  columnRoles.filter((role) => {
    const feature = ofFeature[role]
    return feature === undefined || on.includes(feature)
  })

/** Whether a column with names is chosen. */
export const sayNames = ({ name, firstName }: Columns): boolean => name !== undefined || firstName !== undefined

/** Limits: bytes of a file, rows of a file, and rows imported by one call. */
export const MOST_BYTES = 5 * 1024 * 1024
export const MOST_ROWS = 10_000
export const ROWS_AT_ONCE = 25
/** Longest cell that is read, in characters; the rest is cut off. */
export const LONGEST_CELL = 500

/** A row of the table: its cells by role. */
export interface CsvRow {
  /** Row number as in a spreadsheet, from 1. */
  readonly number: number
  readonly cells: { readonly [R in ColumnRole]?: string | undefined }
}

/**
 * Result of a row: a new person; a known person who gets something; a known person who has it all; the same, as another
 * row of the file is about them; not imported.
 */
export const outcomes = ['new', 'changed', 'known', 'repeated', 'left'] as const
export type RowOutcome = (typeof outcomes)[number]

/** Why a row is not imported. */
export const rowReasons = [
  'noName',
  'noFirstName',
  'badName',
  'notAPerson',
  'badEmail',
  'badDate',
  'dobTooOld',
  'badReference',
  'referenceTaken',
  'badUses',
  'badUntil',
  'badMoney',
  'creditSwitchedOff',
  'categoryUnknown',
  'passUnknown',
  'severalAlike',
  'refusedByDatabase',
] as const
export type RowReason = (typeof rowReasons)[number]

export interface RowFault {
  readonly reason: RowReason
  /** The columns that it is about; none if it is about the whole row. */
  readonly columns: ColumnRole[]
  /** What stands there, such as the date that can't be read. */
  readonly detail: string
}

/** Details of an imported row that are left out, or differ. */
export const noteKinds = [
  'addressTaken',
  'addressOfGuardian',
  'badPhone',
  'phoneDiffers',
  'guardianPhoneDiffers',
  'dobDiffers',
  'categoryDiffers',
  'guardianNotLinked',
  'guardianNamedOtherwise',
  'guardianWithoutAddress',
  'guardianPhoneKept',
  'passEnded',
  'moreLeftThanSold',
] as const
export type NoteKind = (typeof noteKinds)[number]

export interface RowNote {
  readonly kind: NoteKind
  /** Whom or what it is about, such as who has the address; empty if the kind says it all. */
  readonly detail: string
}

/** The notes of a row while it is decided: a detail for each kind. */
export type Notes = Map<NoteKind, string>

/** What a person gets from a row. */
export const gains = [
  'signIn',
  'dob',
  'phone',
  'category',
  'guardian',
  'guardianPhone',
  'reference',
  'pass',
  'debt',
  'credit',
] as const
export type Gain = (typeof gains)[number]

export interface RowResult {
  readonly number: number
  readonly outcome: RowOutcome
  /** All reasons why the row is not imported, so that a table is corrected in one go. */
  readonly faults: RowFault[]
  readonly gains: Gain[]
  readonly notes: RowNote[]
  /** The pass among the gains, in numbers. */
  readonly pass: {
    readonly name: string
    readonly left: number
    /** Number of classes that the membership is sold with. */
    readonly of: number
    readonly until: LocalDate
  } | null
  /** The debt among the gains in cents; below 0 it is credit. */
  readonly owes: Cents | null
}

export const countsOf = (results: readonly Pick<RowResult, 'outcome'>[]): Record<RowOutcome, number> => {
  const counts = { new: 0, changed: 0, known: 0, repeated: 0, left: 0 }
  for (const { outcome } of results) counts[outcome]++
  return counts
}

/** Splits rows into the parts that are sent one call after the other. */
export const inParts = <Row>(rows: readonly Row[]): Row[][] => chunked(rows, ROWS_AT_ONCE)
