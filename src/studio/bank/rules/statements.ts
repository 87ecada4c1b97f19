import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'

/** No more than this of a file is read. */
export const MOST_BYTES = 25 * 1024 * 1024

/** Why a file is refused whole; `otherAccount` comes with the `iban` that it is of. */
export type StatementRefusal = 'notAStatement' | 'otherAccount' | 'wrongSums' | 'hasDoctype' | 'tooLarge'

export type Direction = 'credit' | 'debit'

/**
 * One of the bank's references of a line, and which line it is among those of the same account, currency, direction and
 * amount under that reference, from 1: banks repeat a reference through a batch, and two fees may share one. Two lines are
 * the same if they share one of these with its ordinal, in whatever format they came.
 *
 * A line without any reference has one made of a hash of its day, name, reference number and text.
 */
export interface Alias {
  readonly reference: string
  readonly ordinal: number
}

interface LineKey {
  /** The studio's own account, as an IBAN without spaces. */
  readonly account: string
  readonly currency: string
  /** The day on which the bank booked it. */
  readonly day: LocalDate
  /** Never negative, in hundredths of the currency. */
  readonly cents: Cents
  readonly direction: Direction
  /** The most telling one first; never empty. */
  readonly aliases: readonly Alias[]
}

/** Money that came, or that went back: all texts are without identity codes. */
export interface MoneyLine extends LineKey {
  /**
   * `payment` is a booked credit. `returned` is marked as a return by the bank (camt only): as a debit it takes back what came
   * before, as a credit a transfer of the studio's own came back. A return in CSV is a debit under the reference of a credit.
   */
  readonly kind: 'payment' | 'returned'
  /** The other side; null where the file does not say. */
  readonly name: string | null
  /** Without spaces. */
  readonly iban: string | null
  /** What stands in the field for a reference number, as the bank wrote it: not checked. */
  readonly reference: string | null
  /** What the text had behind /RFB/ (reference and text in one, Estonian Banking Association). */
  readonly referenceInText: string | null
  readonly endToEndId: string | null
  /** Without /RFB/ and /TXT/; may be empty. */
  readonly text: string
  /** A batch whose parts don't add up to it, as one line: it belongs to nobody by itself. */
  readonly unsplit: boolean
}

/** What is no payment gives out no more than its key. */
export interface OtherLine extends LineKey {
  /** `fee` also counts interest and lines of 0; `pending` is not booked yet. */
  readonly kind: 'debit' | 'fee' | 'pending'
}

export type StatementLine = MoneyLine | OtherLine

/** What an account held of a currency; null where the file does not say. Where both are known, the lines lead from one to the other. */
export interface Balance {
  readonly account: string
  readonly currency: string
  readonly opening: Cents | null
  readonly closing: Cents | null
}

export interface Statement {
  readonly kind: 'statement'
  /** All are the studio's own. Empty where a file has headings and nothing below them. */
  readonly accounts: readonly string[]
  readonly currencies: readonly string[]
  readonly balances: readonly Balance[]
  /** The first and the last day that it covers; null without lines in a format that does not say. */
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  /** Each real line once, in the order of the file. */
  readonly lines: readonly StatementLine[]
  /** How many lines stood in the file once more, where statements of the same days stand in one file. */
  readonly repeated: number
  /** What a table of an unknown bank shows of itself, with the columns by which it was read. */
  readonly table?: UnknownColumns
}

/** Which column, from 0, holds what. A column that the file lacks is left out. */
export interface ColumnMapping {
  readonly date: number
  /** With a sign, unless another column says the direction; with `debit`, only what came. */
  readonly amount: number
  /** D or C, K, +, -, debit, deebet …: it counts more than the sign. */
  readonly direction?: number | undefined
  /** Where what went has a column of its own. */
  readonly debit?: number | undefined
  /** Else all is in euros. */
  readonly currency?: number | undefined
  /** The studio's own account; else the first of the studio's accounts. */
  readonly account?: number | undefined
  readonly name?: number | undefined
  readonly iban?: number | undefined
  readonly reference?: number | undefined
  readonly text?: number | undefined
  /** The bank's own key of a line. */
  readonly key?: number | undefined
}
export type ColumnRole = keyof ColumnMapping

/** Which columns a file with these headings has: kept by the studio once somebody said it. */
export interface RememberedColumns {
  readonly headings: readonly string[]
  readonly columns: ColumnMapping
}

/** A table with days and amounts in it, of which nobody has said yet which column is which. */
export interface UnknownColumns {
  readonly kind: 'unknownColumns'
  /** "1", "2", … where the first row is a line already. */
  readonly headings: readonly string[]
  /** The first rows, without identity codes. */
  readonly rows: readonly (readonly string[])[]
  /** What the headings suggest. */
  readonly guess: Partial<ColumnMapping>
  /** With columns that were said: the first row, from 1, and what could not be read there. */
  readonly unreadable: { readonly row: number; readonly role: ColumnRole } | null
}
