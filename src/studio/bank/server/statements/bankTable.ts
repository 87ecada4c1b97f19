import type { Direction, Statement } from '../../rules/statements.ts'
import { bankColumnsOf, type BankColumns } from './headings.ts'
import { withoutIdentityCodes } from './identityCodes.ts'
import { Ledger, type Sums } from './ledger.ts'
import { Refused } from './refused.ts'
import { areHeadings, cellsOf, rowAmount, rowsOf, type Row, type Shape } from './table.ts'
import { accountOf, dayOf, directionOf, isCurrency } from './values.ts'

type RowKind = 'opening' | 'line' | 'turnover' | 'closing' | 'other'

/** Swedbank's row types, and the transaction types that it uses for the same rows. */
const rowKinds: Readonly<Record<string, RowKind>> = {
  '10': 'opening',
  '20': 'line',
  '82': 'turnover',
  '86': 'closing',
  AS: 'opening',
  K2: 'turnover',
  LS: 'closing',
  // estimated interest
  AI: 'other',
}

/**
 * Reads a table of Swedbank, LHV, SEB or Coop. They have the same columns under different names and in a different
 * order, some have more; only Swedbank includes balances. LHV and Coop sign the amounts too, but the letter for the
 * direction counts.
 */
export async function readBankTable(text: string, shape: Shape, own: ReadonlySet<string>): Promise<Statement> {
  const columns = bankColumnsOf(shape.headings)
  if (!columns) throw new Refused('notAStatement')
  const table = new BankTable(columns, own)
  for await (const row of rowsOf(text, shape)) {
    if (areHeadings(row.cells, shape.headings)) table.beginSection()
    else table.read({ ...row, cells: cellsOf(row, shape.headings) })
  }
  return table.statement()
}

class BankTable {
  private readonly columns: BankColumns
  private readonly own: ReadonlySet<string>
  private readonly ledger = new Ledger()
  private readonly sums = new Map<string, Sums>()
  private section = 1
  private rows = 0

  constructor(columns: BankColumns, own: ReadonlySet<string>) {
    this.columns = columns
    this.own = own
  }

  beginSection(): void {
    this.section++
  }

  async statement(): Promise<Statement> {
    // Swedbank writes balances even if there are no movements
    if (this.rows === 0 && this.columns.rowType !== undefined) throw new Refused('notAStatement')
    for (const sums of this.sums.values()) {
      // a table with an opening balance also has a closing one, unless it is cut off
      if (sums.opening !== undefined && sums.closing === undefined) throw new Refused('wrongSums')
      this.ledger.addSums(sums)
    }
    return this.ledger.statement()
  }

  read(row: Row): void {
    this.rows++
    const { columns } = this
    const cell = (column: keyof BankColumns): string => row.cells[columns[column] ?? -1] ?? ''
    const kind = this.kindOf(cell('rowType'), cell('type'))
    if (kind === 'other') return
    const account = this.accountIn(cell('account'))
    const currency = columns.currency === undefined ? 'EUR' : cell('currency').toUpperCase()
    const day = dayOf(cell('date'))
    const amount = rowAmount(row, columns.amount)
    const written = directionOf(cell('direction'))
    if (!day || amount === null || !written || !isCurrency(currency)) throw new Refused('notAStatement')
    if (kind !== 'line') {
      const signed = written === 'debit' ? 0 - amount : amount
      if (kind === 'turnover') this.addTurnover(account, currency, written, amount)
      else this.addBalance(kind, account, currency, signed)
      if (kind !== 'turnover') this.ledger.coversDay(day)
      return
    }
    // LHV signs by the direction; elsewhere a negative credit is a debit
    const direction = amount < 0 && columns.servicer === undefined ? 'debit' : written
    this.ledger.add({
      section: this.section,
      account,
      currency,
      day,
      direction,
      cents: Math.abs(amount),
      kind: amount === 0 ? 'fee' : direction === 'credit' ? 'payment' : 'debit',
      references: [cell('servicer'), cell('archive'), cell('entry')],
      name: this.words(cell('name')),
      iban: cell('iban'),
      reference: cell('reference').replace(/^'/, ''),
      endToEndId: '',
      text: this.words(cell('text')),
      unsplit: false,
    })
  }

  private kindOf(rowType: string, type: string): RowKind {
    const kind = rowKinds[type.toUpperCase()]
    if (this.columns.rowType === undefined) return kind ?? 'line'
    const ofRow = rowKinds[rowType] ?? 'other'
    return ofRow === 'line' ? (kind ?? 'line') : ofRow
  }

  private accountIn(written: string): string {
    const account = accountOf(written)
    if (account === '') throw new Refused('notAStatement')
    if (!this.own.has(account)) throw new Refused('otherAccount', { iban: withoutIdentityCodes(account) })
    return account
  }

  /** SEB puts an apostrophe before anything that a spreadsheet might evaluate. */
  private words(text: string): string {
    const { rowType, type, servicer } = this.columns
    return rowType === undefined && type === undefined && servicer === undefined ? text.replace(/^'/, '') : text
  }

  private sumsOf(account: string, currency: string): Sums {
    const place = `${this.section} ${account} ${currency}`
    const known = this.sums.get(place) ?? { section: this.section, account, currency }
    this.sums.set(place, known)
    return known
  }

  private addBalance(kind: 'opening' | 'closing', account: string, currency: string, cents: number): void {
    // a second opening balance begins another statement, in a concatenated file
    if (kind === 'opening' && this.sumsOf(account, currency).opening !== undefined) this.beginSection()
    this.sumsOf(account, currency)[kind] = cents
  }

  private addTurnover(account: string, currency: string, direction: Direction, cents: number): void {
    const sums = this.sumsOf(account, currency)
    sums.turnover = { ...sums.turnover, [direction]: Math.abs(cents) }
  }
}
