import type { Language } from '#kernel/messages.ts'
import { clock, dayAndClock, unbrokenDay, unbrokenTimes } from '#kernel/clock.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { dateIn, timeIn, type Instant, type LocalDate, type LocalTime, type Weekday } from '#kernel/time.ts'

/** On a screen a line breaks neither within the times of a range, nor between a day and its month. */
export interface Formats {
  /** "26 Nov", "26. nov". */
  day(instant: Instant): string
  /** "Thu 26 Nov", "N, 26. nov". */
  weekdayAndDay(instant: Instant): string
  /** "18:00", "18.00". */
  time(instant: Instant): string
  /** "18:00–19:30", "18.00–19.30", of times without a zone. */
  clocks(from: LocalTime, to: LocalTime): string
  /** The same of instants. */
  times(from: Instant, to: Instant): string
  /** "Thu 26 Nov, 18:00–19:30", "N, 26. nov kell 18.00–19.30". */
  dayAndTimes(from: Instant, to: Instant): string
  /** "Thu 26 Nov, 18:00", "N, 26. nov kell 18.00". */
  dayAndTime(instant: Instant): string
  /** A time without a zone: "18:00", "18.00". */
  clock(time: LocalTime): string
  /** When something happened: "26 Nov 2026 18:00", "26. nov 2026, 18.00". */
  stamp(instant: Instant): string
  /** "26 Nov 2026". */
  dayOfYear(instant: Instant): string
  /** "2026-11-26 18:00", for files: sorts as text, and every spreadsheet reads it. */
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
  /** Every week on that day: "Thursdays", "neljapäeviti". */
  weekly(weekday: Weekday): string
  /** "12.50€", "12,50€"; "15€". */
  euros(cents: Cents): string
  /** Comparator for names in the reader's language. */
  compare(a: string, b: string): number
}

const locales = { en: 'en-GB', et: 'et-EE' } as const

/** Ending of a weekday that repeats weekly: 'reedeti', 'neljapäeviti'. */
const everyWeek = { en: () => 's', et: (name: string) => (name.endsWith('e') ? 'ti' : 'iti') } as const

const known = new Map<string, Formats>()

/** Cached per language and zone: every row of a list needs them. */
export function formats(language: Language, timeZone: string): Formats {
  const key = `${language} ${timeZone}`
  const found = known.get(key) ?? makeFormats(language, timeZone)
  known.set(key, found)
  return found
}

function makeFormats(language: Language, timeZone: string): Formats {
  // creating a formatter takes milliseconds on a phone, so only those that are used are created
  const make = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
    let format: Intl.DateTimeFormat | undefined
    return (at: number | Date) => {
      format ??= new Intl.DateTimeFormat(locales[language], { timeZone: zone, ...options })
      return format.format(at)
    }
  }
  let collator: Intl.Collator | undefined
  const makeDay = (options: Intl.DateTimeFormatOptions, zone?: string) => {
    const format = make({ day: 'numeric', month: 'short', ...options }, zone)
    return (at: number | Date) => unbrokenDay(format(at))
  }
  const day = makeDay({})
  const dayOfYear = makeDay({ year: 'numeric' })
  const weekdayShort = make({ weekday: 'short' })
  const time = (instant: Instant) => clock(language, timeIn(timeZone, instant))
  const times = (from: Instant, to: Instant) => unbrokenTimes(time(from), time(to))
  const date = makeDay({}, 'UTC')
  const dateOfYear = makeDay({ year: 'numeric' }, 'UTC')
  const monthOfYear = make({ month: 'long', year: 'numeric' }, 'UTC')
  const month = make({ month: 'short' }, 'UTC')
  const longWeekday = make({ weekday: 'long' }, 'UTC')
  // 1 January 2024 was a Monday.
  const weekday = (number: Weekday) => longWeekday(Date.UTC(2024, 0, number, 12))
  const atNoon = (text: LocalDate) => new Date(`${text}T12:00:00Z`)
  const separator = language === 'et' ? ', ' : ' '
  const weekdayAndDay = (instant: Instant) => `${weekdayShort(instant)}${separator}${day(instant)}`
  return {
    day,
    weekdayAndDay,
    time,
    times,
    dayAndTimes: (from, to) => dayAndClock(language, weekdayAndDay(from), times(from, to)),
    dayAndTime: (at) => dayAndClock(language, weekdayAndDay(at), time(at)),
    clock: (local) => clock(language, local),
    clocks: (from, to) => unbrokenTimes(clock(language, from), clock(language, to)),
    stamp: (instant) => `${dayOfYear(instant)}${separator}${time(instant)}`,
    moment: (instant) => `${dateIn(timeZone, instant)} ${timeIn(timeZone, instant)}`,
    dayOfYear,
    date: (text) => date(atNoon(text)),
    dateOfYear: (text) => dateOfYear(atNoon(text)),
    monthOfYear: (text) => monthOfYear(atNoon(`${text}-01`)),
    month: (number) => month(Date.UTC(2024, number - 1, 1, 12)),
    euros: (cents) => euros(cents, language),
    compare: (a, b) => (collator ??= new Intl.Collator(language)).compare(a, b),
    weekday,
    weekly: (number) => `${weekday(number)}${everyWeek[language](weekday(number))}`,
  }
}
