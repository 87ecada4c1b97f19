import type { CalendarEvent } from '#kernel/calendar.ts'
import { span, when, type Span } from '#kernel/clock.ts'
import type { Cents } from '#kernel/money.ts'
import type { Language } from '#kernel/messages.ts'
import type { Settings } from '#server/settings.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import type { PaymentStatus } from '#studio/payments/rules.ts'
import { hearsOfMoney, moneyOfPaid } from '#studio/payments/server/moneyOfEnded.ts'
import { besides, isElsewhere, type WhereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { letters } from '../messages/letters.ts'

/** How an ended place was paid for; null for an included person, who had none. */
export interface PlaceBefore {
  readonly membershipName: string | null
  readonly registration: { readonly makeUpId: string | null }
  readonly paymentStatus: PaymentStatus | null
  readonly payerId: string | null
  /** What was paid (cents), and how much of it at the desk; absent in waiting letters of an earlier version. */
  readonly received?: Cents
  readonly atDesk?: Cents
}

type ToldTo = Pick<Reader, 'accountId' | 'language' | 'of'>

/** What happens to the payment of an ended place; nothing for an included person. */
function consequenceOf(place: PlaceBefore | null, reader: ToldTo): string[] {
  const { cancelled: words } = letters[reader.language]
  if (place === null) return []
  if (place.registration.makeUpId !== null) return [words.makeUpBack]
  if (place.membershipName !== null) return [words.classBack(place.membershipName)]
  if (!hearsOfMoney(reader, place)) return []
  return place.paymentStatus === 'due' ? [words.nothingToPay] : moneyOfDropIns([place], reader)
}

/** About the money of drop-ins that were not due when they were cancelled. */
const moneyOfDropIns = (paid: readonly PlaceBefore[], reader: ToldTo): string[] =>
  moneyOfPaid(
    paid.flatMap(({ paymentStatus: status, received = 0, atDesk = 0, payerId }) =>
      status === null ? [] : [{ status, payerId, received, atDesk }],
    ),
    reader,
  )

/** A class will not take place, and what happens to its payment. */
function cancelledText(
  { timeZone }: Settings,
  entry: Span & { readonly className: string },
  reader: ToldTo,
  place: PlaceBefore | null,
): NoticeText {
  const { language } = reader
  const { button, cancelled: words } = letters[language]
  const { day, time } = when(language, timeZone, entry.startsAt)
  return {
    subject: words.subject(entry.className, day),
    paragraphs: [words.intro(entry.className, day, time), ...consequenceOf(place, reader), words.sorry],
    button: { label: button, path: '/classes' },
    push: { body: span(language, timeZone, entry), path: '/classes' },
  }
}

/** Staff have ended a place, and what happens to its payment. */
export function removedText(
  { timeZone }: Settings,
  event: CalendarEvent,
  reader: ToldTo,
  place: PlaceBefore,
): NoticeText {
  const { language } = reader
  const { button, removed: words } = letters[language]
  const { day, time } = when(language, timeZone, event.startsAt)
  return {
    subject: words.subject(event.title, day),
    paragraphs: [words.intro(event.title, day, time), ...consequenceOf(place, reader), words.mistake],
    button: { label: button, path: '/classes' },
    push: { body: span(language, timeZone, event), path: '/classes' },
  }
}

/** Time, room and teachers of a class, as in a letter. */
export interface Known extends Span {
  readonly where: WhereAndWho
}

/** The same as stored in a waiting letter, in its reader's language. */
export type Kept = Span & { readonly lines: ReturnType<WhereAndWho> }

/** A class in a waiting letter. */
export interface KeptClass extends Pick<ToldEntry, 'event' | 'series' | 'place'> {
  readonly before: Kept
  readonly now: Kept | null
}

/** A change of an entry for a letter: as the reader knows it, and as it is now or that it is cancelled. */
export interface ToldEntry {
  readonly event: CalendarEvent
  /** Id of the series, or of the entry itself. */
  readonly series: string
  readonly before: Known
  /** Null if it will not take place. */
  readonly now: Known | null
  /** Null for an included person. */
  readonly place: PlaceBefore | null
}

const hasNewTime = ({ before, now }: ToldEntry): boolean =>
  now !== null && (before.startsAt !== now.startsAt || before.endsAt !== now.endsAt)

/** Whether the letter would say anything new. */
export const isNews = (told: ToldEntry): boolean =>
  told.now === null || hasNewTime(told) || isElsewhere(told.before.where, told.now.where)

/** That the place is kept or still included, and until when it can be cancelled. */
function staysText(settings: Settings, comes: boolean, language: Language): string {
  const { moved: words } = letters[language]
  const { lateHours } = settings.sections.registration
  if (!comes) return words.included
  return lateHours === 0 ? words.registered : words.registeredWithLate(lateHours)
}

/** A class has another time, room or teacher. */
function changedOneText(settings: Settings, told: ToldEntry, now: Known, { language }: ToldTo): NoticeText {
  const { event, before, place } = told
  const { timeZone } = settings
  const { button, moved: words, time } = letters[language]
  const moved = hasNewTime(told)
  const { day } = when(language, timeZone, now.startsAt)
  return {
    subject: moved ? words.subject(event.title, day) : words.subjectElsewhere(event.title, day),
    paragraphs: [
      moved ? words.intro(event.title) : words.introElsewhere(event.title),
      staysText(settings, place !== null, language),
    ],
    facts: [
      ...(moved ? [{ label: words.before, value: span(language, timeZone, before) }] : []),
      { label: moved ? words.now : time, value: span(language, timeZone, now) },
      ...besides(now.where, before.where, language),
    ],
    button: { label: button, path: '/classes' },
    push: { body: span(language, timeZone, now), path: '/dashboard' },
  }
}

/** One letter about all changed entries of a reader, with their calendar events. */
export function changedText(settings: Settings, told: readonly ToldEntry[], reader: ToldTo): NoticeText {
  const [only, ...others] = told
  const text = only && others.length === 0 ? textOfOne(settings, only, reader) : textOfSeveral(settings, told, reader)
  const calendar = told.map(({ event, now }) => ({ ...event, cancelled: now === null }))
  return { ...text, calendar, parts: told.map((one) => kept(one, reader)) }
}

export const keptIn = ({ startsAt, endsAt, where }: Known, language: Language): Kept => {
  return { startsAt, endsAt, lines: where(language) }
}
export const knownAgain = ({ lines, ...span }: Kept): Known => ({ ...span, where: () => lines })

function kept({ before, now, event, series, place }: ToldEntry, { language }: ToldTo): KeptClass {
  const paid = place && {
    membershipName: place.membershipName,
    registration: { makeUpId: place.registration.makeUpId },
    paymentStatus: place.paymentStatus,
    payerId: place.payerId,
    received: place.received,
    atDesk: place.atDesk,
  }
  return { event, series, place: paid, before: keptIn(before, language), now: now && keptIn(now, language) }
}

/** Restores the facts stored in a waiting letter. */
export function toldAgain({ before, now, ...rest }: KeptClass): ToldEntry {
  return { ...rest, before: knownAgain(before), now: now && knownAgain(now) }
}

function textOfOne(settings: Settings, told: ToldEntry, reader: ToldTo): NoticeText {
  const { event, before, now, place } = told
  if (now) return changedOneText(settings, told, now, reader)
  return cancelledText(settings, { ...before, className: event.title }, reader, place)
}

function textOfSeveral(settings: Settings, told: readonly ToldEntry[], reader: ToldTo): NoticeText {
  const { timeZone } = settings
  const { language } = reader
  const { button, cancelled: cancelledWords, together: words } = letters[language]
  const names = [...new Set(told.map(({ event }) => event.title))].join(', ')
  const name = (className: string, text: string) => (names === className ? text : `${className}, ${text}`)
  const cancelled = told.filter(({ now }) => now === null)
  const moved = told.filter(hasNewTime)
  const elsewhere = told.filter((one) => one.now !== null && !hasNewTime(one))
  const going = [...moved, ...elsewhere]
  const comes = going.some(({ place }) => place !== null)
  const subject = () => {
    if (told.length === moved.length) return words.movedSubject(names)
    if (told.length === cancelled.length) return words.cancelledSubject(names, cancelled.length)
    return words.changedSubject(names)
  }
  const nowOf = (one: ToldEntry): string => {
    const { before, now } = one
    if (now === null) return words.isCancelled
    const lines = besides(now.where, before.where, language).map(({ label, value }) => `${label}: ${value}`)
    const time = hasNewTime(one) ? [words.now(span(language, timeZone, now))] : []
    return [...time, ...lines].join(' · ')
  }
  return {
    subject: subject(),
    paragraphs: [
      ...(moved.length > 0 ? [words.moved(moved.length)] : []),
      ...(elsewhere.length > 0 ? [words.elsewhere(elsewhere.length)] : []),
      ...(going.length > 0 ? [staysText(settings, comes, language)] : []),
      ...(cancelled.length > 0 ? [words.cancelled(cancelled.length), ...consequences(reader, cancelled)] : []),
      ...(cancelled.length > 0 ? [cancelledWords.sorry] : []),
    ],
    facts: told.map((one) => ({
      label: name(one.event.title, span(language, timeZone, one.before)),
      value: nowOf(one),
    })),
    button: { label: button, path: '/classes' },
    push: { body: words.push(told.length), path: '/dashboard' },
  }
}

/** What happens to the payments of cancelled entries. */
function consequences(reader: ToldTo, cancelled: readonly ToldEntry[]): string[] {
  const { together } = letters[reader.language]
  const places = cancelled.flatMap(({ place }) => place ?? [])
  const passes = places.flatMap(({ membershipName }) => membershipName ?? [])
  const makeUps = places.filter(({ registration }) => registration.makeUpId !== null).length
  const dropIns = places.filter(
    (place) => (place.membershipName ?? place.registration.makeUpId) === null && hearsOfMoney(reader, place),
  )
  const paid = dropIns.filter(({ paymentStatus }) => paymentStatus !== 'due')
  const back = [...new Set(passes)].map((name) => {
    const classes = passes.filter((one) => one === name).length
    return together.classesBack(name, classes)
  })
  return [
    ...back,
    ...(makeUps > 0 ? [together.makeUpsBack(makeUps)] : []),
    ...(dropIns.some(({ paymentStatus }) => paymentStatus === 'due') ? [together.nothingToPay] : []),
    ...(paid.length > 0 ? moneyOfDropIns(paid, reader) : []),
  ]
}
