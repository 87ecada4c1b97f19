import type { Language } from './messages.ts'
import type { LocalTime } from './time.ts'

/** A time as people of this language write it: "18:00", "18.00". */
export const clock = (language: Language, time: LocalTime): string =>
  language === 'et' ? time.replace(':', '.') : time

/** A day and the written time or times of it: "Thu 26 Nov, 18:00–19:30", "N, 26. nov kell 18.00–19.30". */
export const dayAndClock = (language: Language, day: string, times: string): string =>
  language === 'et' ? `${day} kell ${times}` : `${day}, ${times}`
