import type { Language } from './messages.ts'
import { firstDayOf, type Month } from './months.ts'
import { dateIn, timeIn, type Instant, type LocalTime } from './time.ts'

/** A time of day as this language writes it: "18:00", "18.00". */
export const clock = (language: Language, time: LocalTime): string =>
  language === 'et' ? time.replace(':', '.') : time

/** '18:00–19:30' on a screen: no line breaks at the dash, because of the word joiner after it. */
export const unbrokenTimes = (from: string, to: string): string => `${from}–\u2060${to}`

/** '26. nov 2026' on a screen: no line breaks between the day and the month. */
export const unbrokenDay = (date: string): string => date.replace(' ', '\u00A0')

/** A day and its formatted times: "Thu 26 Nov, 18:00–19:30", "N, 26. nov kell 18.00–19.30". */
export const dayAndClock = (language: Language, day: string, times: string): string =>
  language === 'et' ? `${day} kell ${times}` : `${day}, ${times}`

/** "Thursday 26 November" in the reader's language, in this time zone. */
export const dayInWords = (language: Language, timeZone: string, instant: Instant): string =>
  formatOf(language, { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(instant)

/** The same, with the year when it is not the current year. */
export function dayWithYear(language: Language, timeZone: string, instant: Instant, now: Instant): string {
  const year = (at: Instant) => dateIn(timeZone, at).slice(0, 4)
  if (year(instant) === year(now)) return dayInWords(language, timeZone, instant)
  const options = { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return formatOf(language, options).format(instant)
}

/** "Thursday". */
export const weekdayInWords = (language: Language, timeZone: string, instant: Instant): string =>
  formatOf(language, { timeZone, weekday: 'long' }).format(instant)

/** "26 November". */
export const dayAndMonth = (language: Language, timeZone: string, instant: Instant): string =>
  formatOf(language, { timeZone, day: 'numeric', month: 'long' }).format(instant)

/** "November 2026", "november 2026". */
export const monthInWords = (language: Language, month: Month): string =>
  formatOf(language, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(Date.parse(firstDayOf(month)))

export interface Span {
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** 'Thursday 26 November' and '18:00' in the reader's language, in the studio's time zone. */
export const when = (language: Language, timeZone: string, instant: Instant): { day: string; time: string } => {
  return { day: dayInWords(language, timeZone, instant), time: clock(language, timeIn(timeZone, instant)) }
}

/** 'Thursday 26 November, 18:00–19:30'; names both days when the end is on another day. */
export function span(language: Language, timeZone: string, entry: Span): string {
  const [start, end] = [when(language, timeZone, entry.startsAt), when(language, timeZone, entry.endsAt)]
  const until = start.day === end.day ? end.time : dayAndClock(language, end.day, end.time)
  return `${dayAndClock(language, start.day, start.time)}–${until}`
}

/** '2026-03-27 18:00–19:30', the language-neutral form in a refusal, as screens show it: 'Fri 27 Mar, 18:00–19:30'. */
export function momentInWords(language: Language, moment: string): string {
  const [date = '', times = ''] = moment.split(' ')
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatOf(language, { timeZone: 'UTC', ...options }).format(Date.parse(date))
  const day = [part({ weekday: 'short' }), unbrokenDay(part({ day: 'numeric', month: 'short' }))].join(
    language === 'et' ? ', ' : ' ',
  )
  const [from = '', until] = times.split('–').map((time) => clock(language, time))
  return dayAndClock(language, day, until === undefined ? from : unbrokenTimes(from, until))
}

const localeOf = (language: Language): string => (language === 'et' ? 'et-EE' : 'en-GB')

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter is slower than all the formatting it does. */
function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), options)
  formats.set(key, format)
  return format
}
