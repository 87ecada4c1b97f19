import type { Feature } from '#studio/settings/rules.ts'

/** What a column of somebody's own table may hold. */
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
/** Which column, from 0, holds what. */
export type Columns = { readonly [R in ColumnRole]?: number | undefined }

const ofFeature: { readonly [R in ColumnRole]?: Feature } = {
  guardianName: 'families',
  guardianEmail: 'families',
  guardianPhone: 'families',
  reference: 'statements',
  credit: 'statements',
}

/** What columns may hold in this studio. */
export const offeredRoles = (on: readonly Feature[]): ColumnRole[] =>
  columnRoles.filter((role) => {
    const feature = ofFeature[role]
    return feature === undefined || on.includes(feature)
  })

/** Whether the columns say who somebody is. */
export const sayNames = ({ name, firstName }: Columns): boolean => name !== undefined || firstName !== undefined

/** Bytes of a file, rows of it, and rows that one call takes. */
export const MOST_BYTES = 5 * 1024 * 1024
export const MOST_ROWS = 10_000
export const ROWS_AT_ONCE = 25
/** The longest cell that is read on. */
export const LONGEST_CELL = 500

/** A row of the table, by what its columns hold. */
export interface CsvRow {
  /** As a spreadsheet counts them, from 1. */
  readonly number: number
  readonly cells: { readonly [R in ColumnRole]?: string | undefined }
}

/** What becomes of a row: of a new person, of one who is here and gets something, of one who has all of it, of nobody. */
export const outcomes = ['new', 'changed', 'known', 'left'] as const
export type RowOutcome = (typeof outcomes)[number]

/** Why a row is not taken. */
export const rowReasons = [
  'noName',
  'badName',
  'badEmail',
  'badDate',
  'badReference',
  'referenceTaken',
  'badPass',
  'badMoney',
  'categoryUnknown',
  'passUnknown',
  'severalAlike',
  'refusedByDatabase',
] as const
export type RowReason = (typeof rowReasons)[number]

/** What of a row that is taken stays behind, or differs. */
export const rowNotes = [
  'addressTaken',
  'addressOfGuardian',
  'badPhone',
  'phoneDiffers',
  'guardianPhoneDiffers',
  'dobDiffers',
  'categoryDiffers',
  'guardianNotLinked',
  'passEnded',
] as const
export type RowNote = (typeof rowNotes)[number]

/** What a person gets by a row. */
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
  readonly reason: RowReason | null
  readonly gains: readonly Gain[]
  readonly notes: readonly RowNote[]
}

export const countsOf = (results: readonly Pick<RowResult, 'outcome'>[]): Record<RowOutcome, number> => {
  const counts = { new: 0, changed: 0, known: 0, left: 0 }
  for (const { outcome } of results) counts[outcome]++
  return counts
}

/** Rows as they are sent, one call after the other. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = []
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) parts.push(rows.slice(from, from + ROWS_AT_ONCE))
  return parts
}
