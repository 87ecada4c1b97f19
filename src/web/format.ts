import type { Language } from '#kernel/messages.ts'
import { dateIn, type Instant, type LocalDate, type Weekday } from '#kernel/time.ts'

export interface Formats {
  /** "26 Nov", "26. nov" (SPEC section 9). */
  day(instant: Instant): string
  /** "Thu 26 Nov", "N, 26. nov". */
  weekdayAndDay(instant: Instant): string
  /** "18:00". */
  time(instant: Instant): string
  /** "18:00–19:30". */
  times(from: Instant, to: Instant): string
  /** "26 Nov 2026". */
  dayOfYear(instant: Instant): string
  /** "2026-11-26 18:00", for files: sorts as text, and every spreadsheet knows it. */
  moment(instant: Instant): string
  /** A calendar day without a zone: "26 Nov". */
  date(date: LocalDate): string
  /** "26 Nov 2026". */
  dateOfYear(date: LocalDate): string
  /** A month "2026-11": "November 2026", "november 2026". */
  monthOfYear(month: string): string
  /** A month by its number from 1: "Nov", "nov". */
  month(month: number): string
  /** "Thursday", "neljapäev". */
  weekday(weekday: Weekday): string
}

const locales = { en: 'en-GB', et: 'et-EE' } as const

export function formats(language: Language, timeZone: string): Formats {
  const make = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    new Intl.DateTimeFormat(locales[language], { timeZone: zone, ...options })
  const day = make({ day: 'numeric', month: 'short' })
  const dayOfYear = make({ day: 'numeric', month: 'short', year: 'numeric' })
  const weekdayShort = make({ weekday: 'short' })
  const time = make({ hour: '2-digit', minute: '2-digit', hour12: false })
  const date = make({ day: 'numeric', month: 'short' }, 'UTC')
  const dateOfYear = make({ day: 'numeric', month: 'short', year: 'numeric' }, 'UTC')
  const monthOfYear = make({ month: 'long', year: 'numeric' }, 'UTC')
  const month = make({ month: 'short' }, 'UTC')
  const weekday = make({ weekday: 'long' }, 'UTC')
  const atNoon = (text: LocalDate) => new Date(`${text}T12:00:00Z`)
  const separator = language === 'et' ? ', ' : ' '
  return {
    day: (instant) => day.format(instant),
    weekdayAndDay: (instant) => `${weekdayShort.format(instant)}${separator}${day.format(instant)}`,
    time: (instant) => time.format(instant),
    times: (from, to) => `${time.format(from)}–${time.format(to)}`,
    moment: (instant) => `${dateIn(timeZone, instant)} ${time.format(instant)}`,
    dayOfYear: (instant) => dayOfYear.format(instant),
    date: (text) => date.format(atNoon(text)),
    dateOfYear: (text) => dateOfYear.format(atNoon(text)),
    monthOfYear: (text) => monthOfYear.format(atNoon(`${text}-01`)),
    month: (number) => month.format(Date.UTC(2024, number - 1, 1, 12)),
    // 1 January 2024 was a Monday.
    weekday: (number) => weekday.format(Date.UTC(2024, 0, number, 12)),
  }
}
