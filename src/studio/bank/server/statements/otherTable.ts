import type { ColumnMapping, ColumnRole, Direction, Statement, UnknownColumns } from '../../rules/statements.ts'
import { clean } from './found.ts'
import { guessOf, isOfIdentity, normal } from './headings.ts'
import { withoutIdentityCodes } from './identityCodes.ts'
import { Ledger } from './ledger.ts'
import { Refused } from './refused.ts'
import { areHeadings, cellsOf, isLine, rowAmount, rowsOf, type Row, type Shape } from './table.ts'
import { accountOf, dayOf, directionOf, isCurrency } from './values.ts'

/** Rows shown to the user to tell which column is which. */
const SHOWN_ROWS = 5
const LONGEST_SHOWN = 200

/** Thrown for a cell that does not fit its column. */
class Unreadable extends Error {
  readonly row: number
  readonly role: ColumnRole

  constructor(row: number, role: ColumnRole) {
    super(`row ${row}: ${role}`)
    this.row = row
    this.role = role
  }
}

/**
 * Reads a table with the columns that a user chose; if a cell does not fit them, the result is `unknownColumns` again.
 */
export async function readOtherTable(
  text: string,
  shape: Shape,
  columns: ColumnMapping,
  own: ReadonlySet<string>,
): Promise<Statement | UnknownColumns> {
  const ledger = new Ledger()
  let section = 1
  try {
    for await (const row of rowsOf(text, shape)) {
      if (areHeadings(row.cells, shape.headings)) section++
      else addLine(ledger, { ...row, cells: cellsOf(row, shape.headings) }, { section, columns, own })
    }
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem
    return { ...(await unknownColumns(text, shape)), unreadable: { row: problem.row, role: problem.role } }
  }
  return { ...(await ledger.statement()), table: { ...(await unknownColumns(text, shape)), guess: columns } }
}

interface Context {
  readonly section: number
  readonly columns: ColumnMapping
  readonly own: ReadonlySet<string>
}

function addLine(ledger: Ledger, row: Row, { section, columns, own }: Context): void {
  const cell = (role: ColumnRole): string => row.cells[columns[role] ?? -1] ?? ''
  // totals below the lines have no day
  if (cell('date') === '') return
  const day = dayOf(cell('date'))
  if (!day) throw new Unreadable(row.number, 'date')
  const currency = columns.currency === undefined ? 'EUR' : cell('currency').toUpperCase()
  if (!isCurrency(currency)) throw new Unreadable(row.number, 'currency')
  const { cents, direction } = movedIn(row, columns)
  ledger.add({
    section,
    account: accountIn(cell('account'), columns, own),
    currency,
    day,
    cents,
    direction,
    kind: cents === 0 ? 'fee' : direction === 'credit' ? 'payment' : 'debit',
    references: [cell('key')],
    name: cell('name'),
    iban: cell('iban'),
    reference: cell('reference').replace(/^'/, ''),
    endToEndId: '',
    text: cell('text'),
    unsplit: false,
  })
}

function movedIn(row: Row, columns: ColumnMapping): { readonly cents: number; readonly direction: Direction } {
  const read = (role: 'amount' | 'debit'): number => {
    const amount = rowAmount(row, columns[role] ?? -1)
    if (amount === null) throw new Unreadable(row.number, role)
    return amount
  }
  if (columns.debit !== undefined) {
    const came = (row.cells[columns.amount] ?? '') === '' ? 0 : Math.abs(read('amount'))
    const went = (row.cells[columns.debit] ?? '') === '' ? 0 : Math.abs(read('debit'))
    // one line cannot be both a credit and a debit
    if (came > 0 && went > 0) throw new Unreadable(row.number, 'debit')
    return went > 0 ? { cents: went, direction: 'debit' } : { cents: came, direction: 'credit' }
  }
  const amount = read('amount')
  const direction = columns.direction === undefined ? undefined : directionOf(row.cells[columns.direction] ?? '')
  if (direction === null) throw new Unreadable(row.number, 'direction')
  return { cents: Math.abs(amount), direction: direction ?? (amount < 0 ? 'debit' : 'credit') }
}

function accountIn(written: string, columns: ColumnMapping, own: ReadonlySet<string>): string {
  const [first] = own
  const account = columns.account === undefined ? first : accountOf(written)
  if (!account) throw new Refused('notAStatement')
  if (!own.has(account)) throw new Refused('otherAccount', { iban: withoutIdentityCodes(account) })
  return account
}

/** What a table shows before anybody chose its columns. */
export async function unknownColumns(text: string, shape: Shape): Promise<UnknownColumns> {
  const rows: (readonly string[])[] = []
  for await (const { cells } of rowsOf(text, shape)) {
    rows.push(shape.headings.map((heading, index) => shown(cells[index] ?? '', heading)))
    if (rows.length === SHOWN_ROWS) break
  }
  if (!rows.some(isLine)) throw new Refused('notAStatement')
  const headings = shape.headings.map((heading) => clean(heading, LONGEST_SHOWN))
  return { kind: 'unknownColumns', headings, rows, guess: guessOf(shape.headings), unreadable: null }
}

const shown = (cell: string, heading: string): string =>
  isOfIdentity(heading) && cell !== '' ? '…' : clean(cell, LONGEST_SHOWN)

/** Whether the columns were chosen for these headings. */
export const sameHeadings = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((heading, index) => normal(heading) === normal(other[index] ?? ''))
