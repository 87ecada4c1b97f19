import { Readable } from 'node:stream'
import { CsvError, parse, type Options } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { tableEncoding, Turns } from './bytes.ts'
import { bankColumnsOf } from './headings.ts'
import { Refused } from './refused.ts'
import { amountOf, dayOf } from './values.ts'

const separators = [';', ',', '\t', '|']
/** The headings are within this many characters, and within this many rows. */
const HEAD = 16 * 1024
const ROWS_BEFORE = 10
/** A statement has at least a day, an amount, and a name or a key. */
const FEWEST_COLUMNS = 3
/** More columns than any table of people or money has; the parser's limit for a row does not count empty cells. */
const MOST_COLUMNS = 500
/** Characters parsed in one go. */
const SLICE = 32 * 1024
/** Bytes; a longer row has an unclosed quote. */
const LONGEST_ROW = 64 * 1024

/** The separator of a table, and where its lines begin. */
export interface Shape {
  readonly separator: string
  /** Number of rows before the first line. */
  readonly skipped: number
  readonly headings: readonly string[]
  readonly ofBank: boolean
}

export interface Row {
  readonly cells: readonly string[]
  /** Row number from 1, without empty rows, as in a spreadsheet. */
  readonly number: number
  /** The file ends within the last cell of this row: it may be cut off. */
  readonly openEnd: boolean
}

const optionsFor = (separator: string): Options => ({
  delimiter: separator,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  // `cellsOf` checks the number of columns against the headings
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: LONGEST_ROW,
})

/** Swedbank does not double quotes within quotes: csv-parse returns such a cell with its outer quotes. */
function unquoted(cell: string): string {
  const whole = cell.length > 2 && cell.startsWith('"') && cell.endsWith('"') && cell.indexOf('"', 1) < cell.length - 1
  return (whole ? cell.slice(1, -1) : cell).trim()
}

/** The text of a file; throws Refused for characters that no text file has. */
export async function textOf(file: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const slice of file) parts.push(slice)
  const bytes = Buffer.concat(parts)
  const text = new TextDecoder(tableEncoding(bytes)).decode(bytes)
  if (/[^\P{Cc}\s\u007F-\u009F]/u.test(text) || isTooWide(text)) throw new Refused('notAStatement')
  // concatenated files have a byte order mark in the middle
  return text.replaceAll('\uFEFF', '')
}

const isTooWide = (text: string): boolean =>
  separators.some((separator) => text.split(/[\r\n]/).some((line) => hasMore(line, separator, MOST_COLUMNS)))

function hasMore(line: string, separator: string, most: number): boolean {
  let at = -1
  for (let count = 0; count <= most; count++) {
    at = line.indexOf(separator, at + 1)
    if (at < 0) return false
  }
  return true
}

/**
 * The shape of a table: that of a known bank if it has its headings, else with the separator that yields most columns.
 */
export function shapeOf(text: string): Shape {
  const candidates = separators.map((separator) => ({ separator, rows: firstRows(text, separator) }))
  for (const { separator, rows } of candidates) {
    const first = rows.findIndex((row) => bankColumnsOf(row) !== null)
    const headings = rows[first]
    if (headings) return { separator, skipped: first + 1, headings, ofBank: true }
  }
  const widths = candidates.map(({ separator, rows }) => {
    const first = rows.findIndex((row, index) => row.length >= FEWEST_COLUMNS && rows[index + 1]?.length === row.length)
    return { separator, first, headings: rows[first] ?? [] }
  })
  const [widest] = widths.toSorted((a, b) => b.headings.length - a.headings.length)
  if (!widest || widest.headings.length < FEWEST_COLUMNS) throw new Refused('notAStatement')
  const { separator, first, headings } = widest
  if (!isLine(headings)) return { separator, skipped: first + 1, headings, ofBank: false }
  return { separator, skipped: first, headings: headings.map((_, index) => String(index + 1)), ofBank: false }
}

/** Whether a row contains a day and an amount, as lines do and headings do not. */
export function isLine(cells: readonly string[]): boolean {
  const day = cells.findIndex((cell) => dayOf(cell) !== null)
  return day >= 0 && cells.some((cell, index) => index !== day && amountOf(cell) !== null)
}

function firstRows(text: string, separator: string): readonly (readonly string[])[] {
  const head = text.slice(0, HEAD)
  const whole = text.length > HEAD ? head.slice(0, Math.max(head.lastIndexOf('\n'), head.lastIndexOf('\r')) + 1) : head
  try {
    const rows: string[][] = parseAtOnce(whole, { ...optionsFor(separator), to: ROWS_BEFORE + 1 })
    return rows.map((row) => row.map(unquoted))
  } catch (problem) {
    if (problem instanceof CsvError) return []
    throw problem
  }
}

/** The rows below the headings; throws Refused if the last row has an unclosed quote. */
export async function* rowsOf(text: string, { separator, skipped }: Shape): AsyncGenerator<Row> {
  const openEnd = endsOpen(text)
  let number = 0
  let row: Row | null = null
  try {
    for await (const cells of Readable.from(slicesOf(text)).pipe(parse(optionsFor(separator)))) {
      if (row) yield row
      number++
      row = number > skipped ? { cells: (cells as string[]).map(unquoted), number, openEnd: false } : null
    }
  } catch (problem) {
    throw problem instanceof CsvError ? new Refused('notAStatement') : problem
  }
  if (row) yield { ...row, openEnd }
}

/** Whether the last cell may be incomplete: neither its quote nor its row is closed. */
function endsOpen(text: string): boolean {
  const trimmed = text.trimEnd()
  return !trimmed.endsWith('"') && !/[\r\n]/.test(text.slice(trimmed.length))
}

async function* slicesOf(text: string) {
  const turns = new Turns()
  for (let at = 0; at < text.length; at += SLICE) {
    yield text.slice(at, at + SLICE)
    await turns.pause()
  }
}

/** Whether these are the headings again, as where another file was appended. */
export const areHeadings = (cells: readonly string[], headings: readonly string[]): boolean =>
  headings.every((heading, index) => cells[index] === heading)

/** The cells of a row, as many as there are headings: fewer mean a cut row, more mean a separator within a text. */
export function cellsOf({ cells }: Row, headings: readonly string[]): readonly string[] {
  const least = headings.findLastIndex((heading) => heading !== '') + 1
  if (cells.length < least || cells.slice(headings.length).some((cell) => cell !== ''))
    throw new Refused('notAStatement')
  return cells
}

/** The amount of a row in cents; null if it is none, or may be cut off. */
export function rowAmount(row: Row, column: number): number | null {
  const written = row.cells[column] ?? ''
  const complete = !row.openEnd || column < row.cells.length - 1 || /[.,]\d{2}\D*$/.test(written)
  return complete ? amountOf(written) : null
}
