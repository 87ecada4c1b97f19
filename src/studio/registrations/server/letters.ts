import { clock, dayAndClock } from '#kernel/clock.ts'
import type { Language } from '#kernel/messages.ts'
import { timeIn, type Instant } from '#kernel/time.ts'
import { letter, type LetterParts } from '#server/mail/letter.ts'
import type { Mail } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { Notice } from '#studio/notices/server/push.ts'
import type { PaymentStatus } from '#studio/payments/rules.ts'
import { letters } from '../messages/letters.ts'

/** How somebody's place was paid before it ended; who is included by category had none of their own. */
export interface PlaceBefore {
  readonly membershipName: string | null
  readonly paymentStatus: PaymentStatus | null
}

interface Reader {
  readonly accountId: string
  readonly email: string
  readonly displayName: string
  readonly language: Language
}

interface Span {
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** 'Thursday 26 November' and '18:00' as the reader's language writes them, on the studio's clock. */
const when = (language: Language, timeZone: string, instant: Instant): { day: string; time: string } => {
  const locale = language === 'et' ? 'et-EE' : 'en-GB'
  const day = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  return { day: day.format(instant), time: clock(language, timeIn(timeZone, instant)) }
}

/** 'Thursday 26 November, 18:00–19:30'; the day stands twice for what ends on another one. */
function span(language: Language, timeZone: string, entry: Span): string {
  const [start, end] = [when(language, timeZone, entry.startsAt), when(language, timeZone, entry.endsAt)]
  const until = start.day === end.day ? end.time : dayAndClock(language, end.day, end.time)
  return `${dayAndClock(language, start.day, start.time)}–${until}`
}

/** What both letters share; `parts` come from `letters` in the reader's language. */
function write(
  settings: Settings,
  reader: Reader,
  parts: { subject: string } & Pick<LetterParts, 'paragraphs' | 'facts'>,
): Mail {
  const { studioName, baseUrl } = settings
  const words = letters[reader.language]
  const { subject, ...content } = parts
  return {
    to: reader.email,
    subject,
    ...letter({
      language: reader.language,
      studio: settings,
      greeting: words.greeting(reader.displayName),
      ...content,
      button: { label: words.button, url: `${baseUrl}/classes` },
      closing: words.closing(studioName),
    }),
  }
}

/** Tells somebody, in their language, that a class will not take place and what becomes of what they paid. */
export function cancelledLetter(
  settings: Settings,
  entry: { readonly className: string; readonly startsAt: Instant },
  reader: Reader,
  place: PlaceBefore | null,
): Mail {
  const words = letters[reader.language].cancelled
  const { day, time } = when(reader.language, settings.timeZone, entry.startsAt)
  const consequence = () => {
    if (place === null) return []
    if (place.membershipName !== null) return [words.classBack(place.membershipName)]
    return [place.paymentStatus === 'due' ? words.nothingToPay : words.moneyBack]
  }
  const paragraphs = [words.intro(entry.className, day, time), ...consequence(), words.sorry]
  return write(settings, reader, { subject: words.subject(entry.className, day), paragraphs })
}

/** Tells somebody, in their language, that a class they come to has another date or time. */
export function movedLetter(
  settings: Settings,
  before: Span,
  after: Span & { readonly className: string },
  reader: Reader,
  comes: 'registered' | 'included',
): Mail {
  const { language } = reader
  const words = letters[language].moved
  const { timeZone } = settings
  return write(settings, reader, {
    subject: words.subject(after.className, when(language, timeZone, after.startsAt).day),
    paragraphs: [words.intro(after.className), words[comes]],
    facts: [
      { label: words.before, value: span(language, timeZone, before) },
      { label: words.now, value: span(language, timeZone, after) },
    ],
  })
}

type Entry = Span & { readonly className: string }

/** The same in the few words that a locked screen shows. */
export function cancelledPush({ timeZone }: Settings, entry: Entry, { accountId, language }: Reader): Notice {
  const title = letters[language].cancelled.subject(entry.className, when(language, timeZone, entry.startsAt).day)
  return { accountId, title, body: span(language, timeZone, entry), path: '/classes' }
}

export function movedPush({ timeZone }: Settings, after: Entry, { accountId, language }: Reader): Notice {
  const title = letters[language].moved.subject(after.className, when(language, timeZone, after.startsAt).day)
  return { accountId, title, body: span(language, timeZone, after), path: '/dashboard' }
}
