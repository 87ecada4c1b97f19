import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'

/** Maximum size of a file. */
export const MOST_BYTES = 25 * 1024 * 1024

/** Why a file is refused as a whole; `otherAccount` comes with the `iban` of that account. */
export type StatementRefusal = 'notAStatement' | 'otherAccount' | 'wrongSums' | 'hasDoctype' | 'tooLarge'

export type Direction = 'credit' | 'debit'

/**
 * One of the bank's references of a line, and the line's ordinal (from 1) among those of the same account, currency,
 * direction and amount with that reference: banks repeat a reference through a batch, and two fees may share one. Two
 * lines are the same if they share one alias, in whatever format they came.
 *
 * A line without any reference gets a hash of its day, name, reference number and text as its reference.
 */
export interface Alias {
  readonly reference: string
  readonly ordinal: number
}

interface LineKey {
  /** The studio's own account, as an IBAN without spaces. */
  readonly account: string
  readonly currency: string
  /** The bank's booking day. */
  readonly day: LocalDate
  /** Never negative, in hundredths of the currency. */
  readonly cents: Cents
  readonly direction: Direction
  /** The most specific one first; never empty. */
  readonly aliases: readonly Alias[]
}

/** Money that came, or that was returned; texts contain no identity codes. */
export interface MoneyLine extends LineKey {
  /**
   * `payment` is a booked credit. `returned` is marked as a return by the bank (camt only): a debit takes back an
   * earlier credit, a credit is the studio's own transfer coming back. In CSV, a return is a debit with the reference
   * of a credit.
   */
  readonly kind: 'payment' | 'returned'
  /** The other party; null if the file does not say. */
  readonly name: string | null
  /** Without spaces. */
  readonly iban: string | null
  /** The content of the reference number field, unchecked. */
  readonly reference: string | null
  /** The reference after /RFB/ in the text (reference and text in one, Estonian Banking Association). */
  readonly referenceInText: string | null
  readonly endToEndId: string | null
  /** Without /RFB/ and /TXT/; may be empty. */
  readonly text: string
  /** A batch whose parts do not add up to it, as one line that belongs to no payer. */
  readonly unsplit: boolean
}

/** A line that is no payment has nothing but its key. */
export interface OtherLine extends LineKey {
  /** `fee` includes interest and lines of 0; `pending` is not booked yet. */
  readonly kind: 'debit' | 'fee' | 'pending'
}

export type StatementLine = MoneyLine | OtherLine

/**
 * An account's balances in one currency; null if the file does not state them. If both are known, the lines add up from
 * one to the other.
 */
export interface Balance {
  readonly account: string
  readonly currency: string
  readonly opening: Cents | null
  readonly closing: Cents | null
}

export interface Statement {
  readonly kind: 'statement'
  /** All are the studio's own. Empty if a table has headings but no lines. */
  readonly accounts: readonly string[]
  readonly currencies: readonly string[]
  readonly balances: readonly Balance[]
  /** The first and last covered day; null without lines in a format that does not state them. */
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  /** Each real line once, in the order of the file. */
  readonly lines: readonly StatementLine[]
  /** How many lines the file repeated, if it contains several statements of the same days. */
  readonly repeated: number
  /** The table of an unknown bank, with the columns by which it was read. */
  readonly table?: UnknownColumns
}

/** Indices (from 0) of the columns. A column that the file lacks is left out. */
export interface ColumnMapping {
  readonly date: number
  /** Signed, unless another column gives the direction; with `debit`, only credits. */
  readonly amount: number
  /** D or C, K, +, -, debit, deebet …: takes precedence over the sign. */
  readonly direction?: number | undefined
  /** Separate column for debits. */
  readonly debit?: number | undefined
  /** Without it, all amounts are in euros. */
  readonly currency?: number | undefined
  /** The studio's own account; without it, the first of the studio's accounts. */
  readonly account?: number | undefined
  readonly name?: number | undefined
  readonly iban?: number | undefined
  readonly reference?: number | undefined
  readonly text?: number | undefined
  /** The bank's own key of a line. */
  readonly key?: number | undefined
}
export type ColumnRole = keyof ColumnMapping

/** The columns of files with these headings, stored after a user chose them. */
export interface RememberedColumns {
  readonly headings: readonly string[]
  readonly columns: ColumnMapping
}

/** A table with days and amounts whose columns nobody has chosen yet. */
export interface UnknownColumns {
  readonly kind: 'unknownColumns'
  /** "1", "2", … if the first row is already a line. */
  readonly headings: readonly string[]
  /** The first rows, without identity codes. */
  readonly rows: readonly (readonly string[])[]
  /** A guess from the headings. */
  readonly guess: Partial<ColumnMapping>
  /** With chosen columns: the first row (from 1) that could not be read, and its column. */
  readonly unreadable: { readonly row: number; readonly role: ColumnRole } | null
}
