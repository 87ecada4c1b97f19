/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number
/** "YYYY-MM-DD", a day on the calendar without a zone. */
export type LocalDate = string
/** "HH:MM" on a wall clock, without a zone. */
export type LocalTime = string
/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = number

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const dateParts = new Map<string, Intl.DateTimeFormat>()

/** The calendar day that a clock in `zone` shows at `instant`. */
export function dateIn(zone: string, instant: Instant): LocalDate {
  let format = dateParts.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    dateParts.set(zone, format)
  }
  // the order of the parts differs between browsers and has changed over the years, even for en-CA
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of format.formatToParts(instant)) part[type] = value
  return `${part.year}-${part.month}-${part.day}`
}

const timeParts = new Map<string, Intl.DateTimeFormat>()

/** The time that a clock in `zone` shows at `instant`. */
export function timeIn(zone: string, instant: Instant): LocalTime {
  let format = timeParts.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    timeParts.set(zone, format)
  }
  return format.format(instant)
}

/** True for a day that exists ("2026-02-30" does not) within three centuries: any other year is a typing mistake. */
export function isDate(text: string): text is LocalDate {
  if (!/^(19|20|21)\d\d-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export const isTime = (text: string): text is LocalTime => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** `date` moved by whole days; needs no zone, for a calendar day has none. */
export function addDays(date: LocalDate, days: number): LocalDate {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Whole days from one day to another; negative if `until` is earlier. */
export const daysBetween = (from: LocalDate, until: LocalDate): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY)

export function weekdayOf(date: LocalDate): Weekday {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

/** Whole years between a birthday and `today`, as people count their age. */
export function ageOn(today: LocalDate, birthday: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}
