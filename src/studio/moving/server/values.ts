// Values of a Firestore dump, which no form ever validated.
import { weekdayInWords } from '#kernel/clock.ts'
import { languages } from '#kernel/messages.ts'
import type { Cents } from '#kernel/money.ts'
import {
  dateIn,
  DAY,
  isDate,
  isTime,
  type Instant,
  type LocalDate,
  type LocalTime,
  type Weekday,
} from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'

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

/** A Firestore timestamp in any form that tools write; null if it is none. A text without an offset is in `zone`. */
export function instantOf(value: unknown, zone: string): Instant | null {
  const at = typeof value === 'string' ? writtenIn(value.trim(), zone) : millisecondsIn(value)
  return at !== null && at >= EARLIEST && at < LATEST ? Math.trunc(at) : null
}

function writtenIn(text: string, zone: string): number | null {
  if (/^\d{10,16}$/.test(text)) return Number(text)
  const [, day = '', time = '00:00', seconds = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:[0-5]\d(?:\.\d{1,9})?)?)?$/.exec(text) ?? []
  if (isDate(day) && isTime(time)) return instantIn(zone, day, `${time}${seconds}`)
  // without an offset it would be read in the zone of this computer
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:.*(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?)$/i.test(text)) return null
  const parsed = Date.parse(text)
  return Number.isNaN(parsed) ? null : parsed
}

function millisecondsIn(value: unknown): number | null {
  if (typeof value === 'number') return value
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
  const at = instantOf(value, zone)
  const day = at === null ? '' : dateIn(zone, at)
  return isDate(day) ? day : null
}

export function timeOf(value: unknown): LocalTime | null {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.](\d{2})/.exec(textIn(value)) ?? []
  const time = `${hour.padStart(2, '0')}:${minute}`
  return isTime(time) ? time : null
}

/** Letters without case and accents. */
const bare = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const MONDAY = Date.parse('2026-01-05')
/** Weekdays by their names in each language. */
const weekdays = new Map<string, Weekday>(
  languages.flatMap((language) =>
    [1, 2, 3, 4, 5, 6, 7].map((day) => [bare(weekdayInWords(language, 'UTC', MONDAY + (day - 1) * DAY)), day] as const),
  ),
)

/** A weekday by its name or number, of which 0 and 7 are Sunday; null if it is none. */
export function weekdayIn(value: unknown): Weekday | null {
  const number = wholeIn(value)
  if (number === null) return weekdays.get(bare(textIn(value))) ?? null
  return number >= 0 && number <= 7 ? number || 7 : null
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
