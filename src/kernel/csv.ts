import type { Language } from './messages.ts'
import type { Cents } from './money.ts'

/** An amount in a file: written as a plain number without the euro sign, so that it can be summed. */
export interface CsvMoney {
  readonly cents: Cents
}
export type CsvValue = string | number | null | CsvMoney
/** Rows of values; the first row holds the headers. */
export type CsvTable = readonly (readonly CsvValue[])[]

export const csvMoney = (cents: Cents | null): CsvMoney | null => (cents === null ? null : { cents })

/** Without it Excel reads UTF-8 as an old Windows encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Returns a table as CSV (RFC 4180) for the reader's spreadsheet. In languages with a decimal comma, such as Estonian,
 * spreadsheets expect semicolons between the values; English ones expect commas.
 */
export function csvOf(table: CsvTable, language: Language): string {
  const separator = language === 'et' ? ';' : ','
  const lines = table.map((row) => row.map((value) => cell(value, language)).join(separator))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

function cell(value: CsvValue, language: Language): string {
  if (value === null) return ''
  if (typeof value === 'string') return quoted(harmless(breakable(value)))
  const number = typeof value === 'number' ? String(value) : (value.cents / 100).toFixed(2)
  return language === 'et' ? number.replace('.', ',') : number
}

/** Without what keeps a line from breaking on a screen (`unbrokenDay`, `unbrokenTimes`): a search would not find it. */
const breakable = (text: string): string => text.replaceAll('\u00A0', ' ').replaceAll('\u2060', '')

/** Puts an apostrophe before a text that a spreadsheet would run as a formula, such as a member's name. */
const harmless = (text: string): string => (/^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
