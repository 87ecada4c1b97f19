import type { ColumnMapping, ColumnRole } from '../../rules/statements.ts'

/**
 * The column names of Estonian banks, as `normal` converts them. Sources: exports of users of swedbank.ee, lhv.ee and
 * seb.ee, SEB's "Description of account statement CSV-format"; the rest from public importers. Swedbank's `Счëт
 * клиентa` really contains Latin letters.
 */
const names = {
  account: [
    'kliendi konto',
    'client account',
    'customer account no',
    'customer account',
    'account',
    'счет клиента',
    'счет клиентa',
  ],
  rowType: ['reatüüp', 'rea tüüp', 'row type', 'строковый тип'],
  date: ['kuupäev', 'makse kuupäev', 'date', 'payment date', 'дата'],
  name: [
    'saaja/maksja nimi',
    'saaja/maksja',
    "beneficiary's/remitter's name",
    'sender/receiver name',
    "beneficiary's name",
    "beneficiary's/payer's name",
    'beneficiary/payer name',
    'beneficiary/payer',
    'имя плательщика/получателя',
    'получатель/плательщик',
  ],
  iban: [
    'saaja/maksja konto',
    'saaja konto',
    "beneficiary's/remitter's account",
    'sender/receiver account',
    "beneficiary's account",
    "beneficiary's/payer's account",
    'beneficiary/payer account',
    'счет плательщика/получателя',
    'счет получателя',
  ],
  direction: [
    'deebet/kreedit (d/c)',
    'deebet/kreedit',
    'debit/credit (d/c)',
    'debit/credit',
    'd/c',
    '(d/c)',
    'дебет/кредит (d/c)',
    'дебит/кредит',
  ],
  amount: ['summa', 'amount', 'сумма'],
  reference: ['viitenumber', 'reference number', 'reference no', 'номер ссылки'],
  archive: [
    'arhiveerimistunnus',
    'transfer reference',
    'archiving code',
    'archival id',
    'archiving id',
    'archive id',
    'признак архивирования',
    'архивный признак',
  ],
  text: ['selgitus', 'details', 'description', 'пояснение'],
  currency: ['valuuta', 'currency', 'валюта'],
  type: ['tehingu tüüp', 'transaction type', 'тип сделки'],
  entry: ['kande viide', 'transaction reference', 'entry reference', 'ссылка проводки'],
  servicer: [
    'konto teenusepakkuja viide',
    'account servicer reference',
    "account service provider's reference",
    'ссылка поставщика счета',
  ],
} as const satisfies Record<string, readonly string[]>

type Column = keyof typeof names
/** Column indices in the table of a known bank. */
export type Columns = Readonly<Partial<Record<Column, number>>>

/** The columns that every table of a known bank has. */
const needed = ['account', 'date', 'amount', 'direction', 'archive'] as const
export type BankColumns = Columns & Readonly<Record<(typeof needed)[number], number>>

/** Characters of a cell that are compared; no known heading is longer. */
const LONGEST_HEADING = 100

/** Normalises a heading for comparison: banks vary capitals, full stops and apostrophes. */
export const normal = (heading: string): string =>
  heading
    .slice(0, LONGEST_HEADING)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[ёë]/g, 'е')
    .replace(/\s+/g, ' ')
    .replace(/^["'\uFEFF ]+|[." :]+$/g, '')

function columnsOf(headings: readonly string[]): Columns {
  const written = headings.map(normal)
  const found = Object.entries(names).map(([column, all]) => {
    const name = all.find((one) => written.includes(one))
    return [column, name === undefined ? undefined : written.indexOf(name)] as const
  })
  return Object.fromEntries(found.filter(([, index]) => index !== undefined))
}

/** The columns in a row of headings of Swedbank, LHV, SEB or Coop; null for any other row. */
export function bankColumnsOf(row: readonly string[]): BankColumns | null {
  const columns = columnsOf(row)
  return needed.every((column) => columns[column] !== undefined) ? (columns as BankColumns) : null
}

/** A guess of the columns from the headings of an unknown table. */
export function guessOf(headings: readonly string[]): Partial<ColumnMapping> {
  const columns = columnsOf(headings)
  const roles: Readonly<Record<Exclude<ColumnRole, 'debit'>, Column>> = {
    date: 'date',
    amount: 'amount',
    direction: 'direction',
    currency: 'currency',
    account: 'account',
    name: 'name',
    iban: 'iban',
    reference: 'reference',
    text: 'text',
    key: 'archive',
  }
  const found = Object.entries(roles).map(([role, column]) => [role, columns[column]] as const)
  return Object.fromEntries(found.filter(([, index]) => index !== undefined))
}

/** Whether a column holds identity codes, which may contain mistyped ones. */
export const isOfIdentity = (heading: string): boolean =>
  /isikukood|registrikood|personal (identification )?code|personal id|id code|reg\.? code|личный код/i.test(heading)
