// Values of a Firestore dump, which no form ever validated.
import type { Cents } from '#kernel/money.ts'
import { dateIn, isDate, isTime, type Instant, type LocalDate, type LocalTime } from '#kernel/time.ts'

export type Doc = Readonly<Record<string, unknown>>

const isDoc = (value: unknown): value is Doc => typeof value === 'object' && value !== null && !Array.isArray(value)
export const docIn = (value: unknown): Doc => (isDoc(value) ? value : {})

/** A trimmed text that the database can store; empty if the value is not text. */
export function textIn(value: unknown, longest = 2_000): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return ''
  // PostgreSQL stores neither NUL nor half a surrogate pair
  return value.replaceAll('\0', '').slice(0, longest).toWellFormed().trim()
}

/** The id in a field, which may be a reference to a document. */
export function idIn(value: unknown): string {
  if (typeof value === 'string') return value
  const { __datatype__: type, value: path } = docIn(value)
  return type === 'documentReference' && typeof path === 'string' ? path.slice(path.lastIndexOf('/') + 1) : ''
}

/** Whether the contracts accept this id. */
export const isId = (id: string): boolean =>
  id.length > 0 && id.length <= 128 && !id.includes('\0') && id.isWellFormed()

const EARLIEST = Date.parse('1900-01-01')
const LATEST = Date.parse('2200-01-01')

/** A Firestore timestamp in any form that tools write; null if it is none. */
export function instantIn(value: unknown): Instant | null {
  const at = millisecondsIn(value)
  return at !== null && at >= EARLIEST && at < LATEST ? Math.trunc(at) : null
}

function millisecondsIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'string') {
    if (/^\d{10,16}$/.test(value)) return Number(value)
    const parsed = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN
    return Number.isNaN(parsed) ? null : parsed
  }
  const stamp = docIn(docIn(value)['__datatype__'] === 'timestamp' ? docIn(value)['value'] : value)
  const seconds = stamp['_seconds'] ?? stamp['seconds']
  const nanoseconds = stamp['_nanoseconds'] ?? stamp['nanoseconds'] ?? 0
  return typeof seconds === 'number' && typeof nanoseconds === 'number'
    ? seconds * 1_000 + nanoseconds / 1_000_000
    : null
}

/** A day as text in ISO or Estonian order, or as a timestamp in the studio's time zone. */
export function dateOf(value: unknown, zone: string): LocalDate | null {
  if (typeof value === 'string') {
    const [, day = '', month = '', year = ''] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(value.trim()) ?? []
    const written = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : value.trim().slice(0, 10)
    if (isDate(written) && (year || value.trim().length === 10)) return written
  }
  const at = instantIn(value)
  const day = at === null ? '' : dateIn(zone, at)
  return isDate(day) ? day : null
}

export function timeOf(value: unknown): LocalTime | null {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.](\d{2})/.exec(textIn(value)) ?? []
  const time = `${hour.padStart(2, '0')}:${minute}`
  return isTime(time) ? time : null
}

export interface Money {
  readonly cents: Cents
  /** Whether it had more than two decimals, apart from floating point errors. */
  readonly rounded: boolean
}

const LARGEST = 10_000_000

/** Euros as a number or text, converted to cents; null if it is no sum, or negative. */
export function moneyIn(value: unknown): Money | null {
  const text = typeof value === 'string' ? value.replace('€', '').trim().replace(',', '.') : value
  const euros = typeof text === 'string' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (typeof euros !== 'number' || !Number.isFinite(euros) || euros < 0) return null
  const cents = Math.round(euros * 100)
  return cents > LARGEST ? null : { cents, rounded: Math.abs(euros * 100 - cents) > 1e-6 }
}

/** A whole number; null if it is none. */
export function wholeIn(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) < 1_000_000 ? number : null
}

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.map((one) => textIn(one, 200)).filter(Boolean))] : []
