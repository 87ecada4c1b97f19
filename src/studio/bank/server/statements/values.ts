import type { Cents } from '#kernel/money.ts'
import { dateIn, isDate, type LocalDate } from '#kernel/time.ts'
import type { Direction } from '../../rules/statements.ts'

/** The time zone of the studio's banks. */
const BANK_ZONE = 'Europe/Tallinn'

/**
 * Parses an amount with at most two decimals, as banks write it in tables: 1234,56, 1 234.56, 1.234,56, -5 (returns
 * cents). Null for anything else, including "1.234", which is ambiguous.
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

/**
 * Parses an amount in XML (xs:decimal without a sign, up to five decimals); null if it is not a whole number of cents.
 */
export function xmlAmountOf(text: string): Cents | null {
  const match = /^\+?(\d{0,13})(?:\.(\d{1,2})?0*)?$/.exec(text)
  if (!match || !/\d/.test(text)) return null
  const [, whole = '', decimals = ''] = match
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

/**
 * Parses a day as banks write it in tables: 2026-05-31, 31.05.2026, 31/05/2026, 20260531, each optionally followed by a
 * time.
 */
export function dayOf(written: string): LocalDate | null {
  const text = written.trim().replace(/[T ,].*$/s, '')
  const iso = /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})$/.exec(text)
  const local = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})$/.exec(text)
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : [local?.[4], local?.[3], local?.[1]]
  const found = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  return isDate(found) ? found : null
}

/** Parses a day in XML: a date, or a time converted to the time zone of the banks. */
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

/**
 * An IBAN without spaces; null if it does not have the form of one, such as an old account number. The bank has checked
 * it.
 */
export function ibanOf(written: string): string | null {
  const iban = accountOf(written)
  return /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(iban) ? iban : null
}

/** Normalises an account number for comparison. */
export const accountOf = (written: string): string => written.replace(/[\s']/g, '').toUpperCase()

/** Whether it has the form of a currency code (ISO 4217). */
export const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code)
