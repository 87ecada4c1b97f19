import { span, when, type Span } from '#kernel/clock.ts'
import type { Settings } from '#server/settings.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import type { PaymentStatus } from '#studio/payments/rules.ts'
import { letters } from '../messages/letters.ts'

/** How somebody's place was paid before it ended; who is included by category had none of their own. */
export interface PlaceBefore {
  readonly membershipName: string | null
  readonly registration: { readonly makeUpId: string | null }
  readonly paymentStatus: PaymentStatus | null
  readonly payerId: string | null
}

/** Of a drop-in's money hear whoever pays it and whoever has the place; other guardians don't. */
const hearsOfMoney = ({ accountId, of }: Reader, { payerId }: PlaceBefore) => of === null || accountId === payerId

/** A class will not take place, and what becomes of what was paid for it. */
export function cancelledText(
  { timeZone }: Settings,
  entry: Span & { readonly className: string },
  reader: Reader,
  place: PlaceBefore | null,
): NoticeText {
  const { language } = reader
  const { button, cancelled: words } = letters[language]
  const { day, time } = when(language, timeZone, entry.startsAt)
  const consequence = () => {
    if (place === null) return []
    if (place.registration.makeUpId !== null) return [words.makeUpBack]
    if (place.membershipName !== null) return [words.classBack(place.membershipName)]
    if (!hearsOfMoney(reader, place)) return []
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

/** An entry of which somebody is told: when it was as far as they know, and when it is now, or that it is cancelled. */
export interface ToldEntry {
  readonly id: string
  readonly className: string
  readonly before: Span
  /** Null where it will not take place. */
  readonly now: Span | null
  /** Null where somebody is included by category. */
  readonly place: PlaceBefore | null
}

/** What became of several entries that somebody comes to, in one letter. */
export function changedText(settings: Settings, told: readonly ToldEntry[], reader: Reader): NoticeText {
  const { timeZone } = settings
  const { language } = reader
  const [only, ...others] = told
  if (only && others.length === 0) {
    const { className, before, now, place } = only
    if (now) return movedText(settings, before, { ...now, className }, reader, place ? 'registered' : 'included')
    return cancelledText(settings, { ...before, className }, reader, place)
  }
  const { button, cancelled: cancelledWords, moved: movedWords, together: words } = letters[language]
  const names = [...new Set(told.map(({ className }) => className))].join(', ')
  const name = (className: string, text: string) => (names === className ? text : `${className}, ${text}`)
  const cancelled = told.filter(({ now }) => now === null)
  const moved = told.filter(({ now }) => now !== null)
  const comes = moved.some(({ place }) => place !== null) ? 'registered' : 'included'
  const subject =
    cancelled.length === 0
      ? words.movedSubject(names)
      : moved.length === 0
        ? words.cancelledSubject(names, cancelled.length)
        : words.changedSubject(names)
  return {
    subject,
    paragraphs: [
      ...(moved.length > 0 ? [words.moved(moved.length), movedWords[comes]] : []),
      ...(cancelled.length > 0 ? [words.cancelled(cancelled.length), ...consequences(reader, cancelled)] : []),
      ...(cancelled.length > 0 ? [cancelledWords.sorry] : []),
    ],
    facts: told.map(({ className, before, now }) => ({
      label: name(className, span(language, timeZone, before)),
      value: now ? words.now(span(language, timeZone, now)) : words.isCancelled,
    })),
    button: { label: button, path: '/classes' },
    push: { body: words.push(told.length), path: '/dashboard' },
  }
}

/** What becomes of what was paid for entries that will not take place. */
function consequences(reader: Reader, cancelled: readonly ToldEntry[]): string[] {
  const { cancelled: words, together } = letters[reader.language]
  const places = cancelled.flatMap(({ place }) => place ?? [])
  const passes = places.flatMap(({ membershipName }) => membershipName ?? [])
  const makeUps = places.filter(({ registration }) => registration.makeUpId !== null).length
  const dropIns = places.filter(
    (place) => (place.membershipName ?? place.registration.makeUpId) === null && hearsOfMoney(reader, place),
  )
  const back = [...new Set(passes)].map((name) => {
    const classes = passes.filter((one) => one === name).length
    return together.classesBack(name, classes)
  })
  return [
    ...back,
    ...(makeUps > 0 ? [together.makeUpsBack(makeUps)] : []),
    ...(dropIns.some(({ paymentStatus }) => paymentStatus === 'due') ? [together.nothingToPay] : []),
    ...(dropIns.some(({ paymentStatus }) => paymentStatus !== 'due') ? [words.moneyBack] : []),
  ]
}
