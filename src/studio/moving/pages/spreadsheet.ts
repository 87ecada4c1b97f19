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
  try {
    const [first, ...others] = (await read(bytes)).sheets
      .filter(({ hidden, veryHidden }) => !hidden && !veryHidden)
      .map(({ name, rows }) => ({ name, table: tableOf(rows) }))
      .filter(({ table }) => table.length > 0)
      .map(({ name, table }) => ({ name, csv: new Blob([csvOf(table, 'en')]) }))
    return first ? done([first, ...others]) : refuse('notATable')
  } catch {
    // a damaged file may fail anywhere in the library, or hold dates that are none
    return refuse('notATable')
  }
}

/**
 * Rows of the same width up to the last one with something in it, so that an empty one counts as a row. In some formats
 * the library leaves it out; in others it adds rows up to a cell that only has a format.
 */
function tableOf(rows: readonly (readonly Cell[] | undefined)[]): CsvValue[][] {
  const all = Array.from(rows, (row) => row ?? [])
  const filled = all.slice(0, 1 + all.findLastIndex((row) => row.some((cell) => cell !== null)))
  const width = filled.reduce((most, { length }) => Math.max(most, length), 2)
  return filled.map((row) => Array.from({ length: width }, (_, at) => valueOf(row[at] ?? null)))
}

function valueOf(cell: Cell): CsvValue {
  // a day has no time zone in a spreadsheet; the library returns it in UTC
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  // spreadsheets show 15 digits: 0.30000000000000004 is 0.3 there
  if (typeof cell === 'number') return Number(cell.toPrecision(15))
  return typeof cell === 'boolean' ? String(cell) : cell
}
