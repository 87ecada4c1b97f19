import type { Cents } from '#kernel/money.ts'
import { dateIn, isDate, type LocalDate } from '#kernel/time.ts'
import type { Direction } from '../../rules/statements.ts'

/** Where the banks of the studio book. */
const BANK_ZONE = 'Europe/Tallinn'

/**
 * An amount with at most two decimals, as banks write it in tables: 1234,56, 1 234.56, 1.234,56, -5. Null for all else, also
 * for "1.234", which may be a thousand or one and a bit.
 */
export function amountOf(written: string): Cents | null {
  const text = written.replace(/(?:€|EUR)$/i, '').trim()
  const match =
    /^([+\-−]?)(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text) ??
    /^([+\-−]?)(\d{1,3}(?:[ \u00a0\u202f'’]\d{3}){1,3})(?:[.,](\d{1,2}))?$/.exec(text) ??
    /^([+\-−]?)(\d{1,3}(?:,\d{3}){1,3})\.(\d{1,2})$/.exec(text) ??
    /^([+\-−]?)(\d{1,3}(?:\.\d{3}){1,3}),(\d{1,2})$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', decimals = ''] = match
  const cents = Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  return sign === '-' || sign === '−' ? 0 - cents : cents
}

/** An amount in XML (xs:decimal without a sign, up to five decimals); null for what is no whole number of cents. */
export function xmlAmountOf(text: string): Cents | null {
  const match = /^\+?(\d{0,13})(?:\.(\d{1,2})?0*)?$/.exec(text)
  if (!match || !/\d/.test(text)) return null
  const [, whole = '', decimals = ''] = match
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

/** A day as banks write it in tables: 2026-05-31, 31.05.2026, 31/05/2026, 20260531, each with or without a time after it. */
export function dayOf(written: string): LocalDate | null {
  const text = written.trim().replace(/[T ,].*$/s, '')
  const iso = /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})$/.exec(text)
  const local = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})$/.exec(text)
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : [local?.[4], local?.[3], local?.[1]]
  const found = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  return isDate(found) ? found : null
}

/** A day in XML: of a date, or of a moment by the clock of the banks. */
export function xmlDayOf(text: string): LocalDate | null {
  const [day = '', time] = text.split('T', 2)
  if (time?.endsWith('Z')) {
    const at = Date.parse(text)
    return Number.isNaN(at) ? null : dateIn(BANK_ZONE, at)
  }
  return isDate(day.slice(0, 10)) ? day.slice(0, 10) : null
}

const directions: Readonly<Record<Direction, readonly string[]>> = {
  credit: ['c', 'k', 'cr', 'crdt', 'credit', 'kreedit', '+', 'к', 'кредит'],
  debit: ['d', 'dr', 'dbit', 'debit', 'deebet', '-', '−', 'д', 'дебет', 'дебит'],
}

export function directionOf(written: string): Direction | null {
  const text = written.trim().toLowerCase()
  if (directions.credit.includes(text)) return 'credit'
  return directions.debit.includes(text) ? 'debit' : null
}

/** An IBAN without spaces; null for what has not its form, such as an account's number of before. The bank checked it. */
export function ibanOf(written: string): string | null {
  const iban = accountOf(written)
  return /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(iban) ? iban : null
}

/** The account that a statement is of, however it is written, to be compared. */
export const accountOf = (written: string): string => written.replace(/[\s']/g, '').toUpperCase()

/** Whether it is a currency's code (ISO 4217). */
export const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code)
