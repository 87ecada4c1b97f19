import type { Language } from './messages.ts'
import type { Instant, LocalTime } from './time.ts'

/** A time as people of this language write it: "18:00", "18.00". */
export const clock = (language: Language, time: LocalTime): string =>
  language === 'et' ? time.replace(':', '.') : time

/** A day and the written time or times of it: "Thu 26 Nov, 18:00–19:30", "N, 26. nov kell 18.00–19.30". */
export const dayAndClock = (language: Language, day: string, times: string): string =>
  language === 'et' ? `${day} kell ${times}` : `${day}, ${times}`

/** "Thursday 26 November" as the reader's language writes it, on a clock. */
export const dayInWords = (language: Language, timeZone: string, instant: Instant): string =>
  formatOf(language, { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(instant)

/** "26 November". */
export const dayAndMonth = (language: Language, timeZone: string, instant: Instant): string =>
  formatOf(language, { timeZone, day: 'numeric', month: 'long' }).format(instant)

const localeOf = (language: Language): string => (language === 'et' ? 'et-EE' : 'en-GB')

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than all that it formats. */
function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), options)
  formats.set(key, format)
  return format
}
