import { clock, dayAndClock, dayInWords } from '#kernel/clock.ts'
import type { Language } from '#kernel/messages.ts'
import { timeIn, type Instant } from '#kernel/time.ts'
import type { Settings } from '#server/settings.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import type { PaymentStatus } from '#studio/payments/rules.ts'
import { letters } from '../messages/letters.ts'

/** How somebody's place was paid before it ended; who is included by category had none of their own. */
export interface PlaceBefore {
  readonly membershipName: string | null
  readonly paymentStatus: PaymentStatus | null
}

export interface Span {
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** 'Thursday 26 November' and '18:00' as the reader's language writes them, on the studio's clock. */
export const when = (language: Language, timeZone: string, instant: Instant): { day: string; time: string } => {
  return { day: dayInWords(language, timeZone, instant), time: clock(language, timeIn(timeZone, instant)) }
}

/** 'Thursday 26 November, 18:00–19:30'; the day stands twice for what ends on another one. */
export function span(language: Language, timeZone: string, entry: Span): string {
  const [start, end] = [when(language, timeZone, entry.startsAt), when(language, timeZone, entry.endsAt)]
  const until = start.day === end.day ? end.time : dayAndClock(language, end.day, end.time)
  return `${dayAndClock(language, start.day, start.time)}–${until}`
}

/** A class will not take place, and what becomes of what was paid for it. */
export function cancelledText(
  { timeZone }: Settings,
  entry: Span & { readonly className: string },
  { language }: Reader,
  place: PlaceBefore | null,
): NoticeText {
  const { button, cancelled: words } = letters[language]
  const { day, time } = when(language, timeZone, entry.startsAt)
  const consequence = () => {
    if (place === null) return []
    if (place.membershipName !== null) return [words.classBack(place.membershipName)]
    return [place.paymentStatus === 'due' ? words.nothingToPay : words.moneyBack]
  }
  return {
    subject: words.subject(entry.className, day),
    paragraphs: [words.intro(entry.className, day, time), ...consequence(), words.sorry],
    button: { label: button, path: '/classes' },
    push: { body: span(language, timeZone, entry), path: '/classes' },
  }
}

/** A class that somebody comes to has another date or time. */
export function movedText(
  { timeZone }: Settings,
  before: Span,
  after: Span & { readonly className: string },
  { language }: Reader,
  comes: 'registered' | 'included',
): NoticeText {
  const { button, moved: words } = letters[language]
  return {
    subject: words.subject(after.className, when(language, timeZone, after.startsAt).day),
    paragraphs: [words.intro(after.className), words[comes]],
    facts: [
      { label: words.before, value: span(language, timeZone, before) },
      { label: words.now, value: span(language, timeZone, after) },
    ],
    button: { label: button, path: '/classes' },
    push: { body: span(language, timeZone, after), path: '/dashboard' },
  }
}
