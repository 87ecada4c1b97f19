// Reads a table of people from spreadsheets and other systems, with the reader of bank tables.
import { isEmail } from '#kernel/email.ts'
import { Refused } from '#studio/bank/server/statements/refused.ts'
import { rowsOf, textOf } from '#studio/bank/server/statements/table.ts'
import { dayOf } from '#studio/bank/server/statements/values.ts'
import { LONGEST_CELL, MOST_BYTES, MOST_ROWS } from '../../rules/csv.ts'

export interface PeopleTable {
  readonly headings: readonly string[]
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[]
}

const separators = [';', ',', '\t', '|']
/** Number of first rows in which the headings are looked for. */
const ROWS_BEFORE = 10

/** Letters that the Western code page of Windows has where the Baltic one has none. */
const western: Readonly<Record<string, string>> = { '\u008A': 'Š', '\u008E': 'Ž', '\u009A': 'š', '\u009E': 'ž' }

/** Reads a base64 file as a table, or returns why it is none. */
export async function peopleTable(file: string): Promise<PeopleTable | 'notATable' | 'tooLarge' | 'tooManyRows'> {
  const bytes = Buffer.from(file, 'base64')
  if (bytes.byteLength > MOST_BYTES) return 'tooLarge'
  try {
    const decoded = await textOf(slicesOf(bytes))
    const text = decoded.replace(/[\u008A\u008E\u009A\u009E]/g, (letter) => western[letter] ?? letter)
    return await tableIn(text)
  } catch (problem) {
    if (problem instanceof Refused) return 'notATable'
    throw problem
  }
}

async function* slicesOf(bytes: Uint8Array) {
  yield bytes
}

async function tableIn(text: string): Promise<PeopleTable | 'notATable' | 'tooManyRows'> {
  const first = await Promise.all(separators.map((separator) => firstRows(text, separator)))
  const widths = first.map((rows) => Math.max(0, ...rows.map((cells) => cells.length)))
  const widest = Math.max(...widths)
  const place = widths.indexOf(widest)
  const [separator = ';', head = []] = [separators[place], first[place]]
  if (widest === 0) return 'notATable'
  // there may be a title above the headings
  const at = Math.max(
    0,
    head.findIndex((cells) => cells.filter((cell) => cell !== '').length >= Math.min(widest, 2)),
  )
  const top = head[at] ?? []
  const isRow = top.some((cell) => isEmail(cell.toLowerCase()) || dayOf(cell) !== null)
  const headings = Array.from({ length: widest }, (_, index) => (isRow ? String(index + 1) : (top[index] ?? '')))
  const rows: { number: number; cells: string[] }[] = []
  const shape = { separator, skipped: isRow ? at : at + 1, headings, ofBank: false }
  for await (const { cells, number } of rowsOf(text, shape)) {
    if (cells.every((cell) => cell === '')) continue
    if (rows.length === MOST_ROWS) return 'tooManyRows'
    rows.push({ number, cells: headings.map((_, index) => plain(cells[index] ?? '')) })
  }
  return rows.length === 0 ? 'notATable' : { headings, rows }
}

/** Without the leading apostrophe that makes a spreadsheet treat "+372 5555 5555" as text. */
const plain = (cell: string): string =>
  cell
    .replace(/^'(?=[=+\-@])/, '')
    .slice(0, LONGEST_CELL)
    .toWellFormed()

async function firstRows(text: string, separator: string): Promise<string[][]> {
  const rows: string[][] = []
  try {
    for await (const { cells } of rowsOf(text, { separator, skipped: 0, headings: [], ofBank: false })) {
      rows.push([...cells])
      if (rows.length === ROWS_BEFORE) break
    }
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem
    return []
  }
  return rows
}
