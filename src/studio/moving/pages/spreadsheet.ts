// Loaded when somebody chooses a spreadsheet: the library is larger than the screen.
import { read } from 'hucre'
import { csvOf, type CsvValue } from '#kernel/csv.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import type { Sheets } from './sheets.ts'

type Cell = string | number | boolean | Date | null

/**
 * Returns the sheets of a spreadsheet (.xlsx, .xls, .ods) as CSV, without those that are empty or, in .xlsx, hidden.
 * Refuses a file that can't be read, for example because it has a password.
 */
export async function readSheets(bytes: Uint8Array): Promise<Result<Sheets, 'notATable'>> {
  // a damaged file may fail anywhere in the library
  const found = await read(bytes).catch(() => null)
  const [first, ...others] = (found?.sheets ?? [])
    .filter(({ hidden, veryHidden }) => !hidden && !veryHidden)
    .map(({ name, rows }) => ({ name, table: tableOf(rows) }))
    .filter(({ table }) => table.flat().some((value) => value !== null))
    .map(({ name, table }) => ({ name, csv: new Blob([csvOf(table, 'en')]) }))
  return first ? done([first, ...others]) : refuse('notATable')
}

/** Rows of the same width, so that an empty one counts as a row. In some formats the library leaves it out. */
function tableOf(rows: readonly (readonly Cell[] | undefined)[]): CsvValue[][] {
  const all = Array.from(rows, (row) => row ?? [])
  const width = Math.max(2, ...all.map(({ length }) => length))
  return all.map((row) => Array.from({ length: width }, (_, at) => valueOf(row[at] ?? null)))
}

function valueOf(cell: Cell): CsvValue {
  // a day has no time zone in a spreadsheet; the library returns it in UTC
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  // spreadsheets show 15 digits: 0.30000000000000004 is 0.3 there
  if (typeof cell === 'number') return Number(cell.toPrecision(15))
  return typeof cell === 'boolean' ? String(cell) : cell
}
