import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import type { Price } from '#studio/payments/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { hasStarted, isFull, type Places } from '#studio/schedule/rules.ts'

/**
 * Numbers of weeks for which the class list can be loaded; 'Show later classes' leads to the next. Few values, each
 * about twice the previous: every span that is being watched is queried again when a place is taken.
 */
export const SPANS = [2, 4, 8, 16, 32, 60] as const
export type Span = (typeof SPANS)[number]
export const LONGEST_SPAN = 60 satisfies Span

/** Weeks that the class list shows at first. */
export const FIRST_WEEKS = 2 satisfies Span
/** Weeks in which the dashboard looks for the next visits. */
export const DASHBOARD_WEEKS = 4 satisfies Span

/** The shortest span that covers so many weeks. */
export const spanOf = (weeks: number): Span => SPANS.find((span) => span >= weeks) ?? LONGEST_SPAN

/** The next longer span, or null at the end. */
export const laterSpan = (span: Span): Span | null => SPANS.find((later) => later > span) ?? null

export interface Entry extends Places {
  readonly startsAt: Instant
  readonly categories: readonly string[]
  readonly cancelledAt: Instant | null
}

/** Whether the entry accepts registrations, if it has a free place. */
export const isOpen = (entry: Pick<Entry, 'startsAt' | 'cancelledAt'>, now: Instant): boolean =>
  entry.cancelledAt === null && !hasStarted(entry, now)

interface Person {
  readonly membershipCategory: string | null
  readonly registered: boolean
  /** Whether an included person said that they can't come. */
  readonly absent?: boolean
}

export type RegisterRefusal =
  | 'entryCancelled'
  | 'entryStarted'
  | 'includedAlready'
  | 'saidAbsent'
  | 'alreadyRegistered'
  | 'classFull'

/** Why this person can't take a place, or null. */
export function cannotRegister(
  all: readonly ClassCategory[],
  entry: Entry,
  person: Person,
  now: Instant,
): RegisterRefusal | null {
  if (entry.cancelledAt !== null) return 'entryCancelled'
  if (hasStarted(entry, now)) return 'entryStarted'
  if (person.registered) return 'alreadyRegistered'
  if (isIncluded(all, person.membershipCategory, entry.categories)) {
    return person.absent ? 'saidAbsent' : 'includedAlready'
  }
  return isFull(entry) ? 'classFull' : null
}

export type AbsenceRefusal = 'entryCancelled' | 'entryStarted' | 'alreadyRegistered' | 'notIncluded' | 'saidAlready'

/** Why this person can't say that they won't come, or null. Only included people without a registration can. */
export function cannotSayAbsent(
  all: readonly ClassCategory[],
  entry: Omit<Entry, keyof Places>,
  person: Person,
  now: Instant,
): AbsenceRefusal | null {
  if (entry.cancelledAt !== null) return 'entryCancelled'
  if (hasStarted(entry, now)) return 'entryStarted'
  if (person.registered) return 'alreadyRegistered'
  if (!isIncluded(all, person.membershipCategory, entry.categories)) return 'notIncluded'
  return person.absent ? 'saidAlready' : null
}

export type ReturnRefusal = 'entryCancelled' | 'entryStarted' | 'notAbsent' | 'classFull'

/** Why an absent person can't come after all, or null. They need a free place; held places count as taken. */
export function cannotReturn(
  all: readonly ClassCategory[],
  entry: Entry,
  person: Person,
  now: Instant,
): ReturnRefusal | null {
  if (entry.cancelledAt !== null) return 'entryCancelled'
  if (hasStarted(entry, now)) return 'entryStarted'
  const refusal = cannotRegister(all, entry, person, now)
  if (refusal !== 'saidAbsent') return 'notAbsent'
  return isFull(entry) ? 'classFull' : null
}

/** Price of a drop-in. An entry without prices costs the studio's fee, of which a cover member pays half. */
export const dropInPrice = (entry: { standardPrice: Cents | null; memberPrice: Cents | null }, fee: Cents): Price =>
  entry.standardPrice === null
    ? { kind: 'single', price: fee }
    : { kind: 'two', standardPrice: entry.standardPrice, memberPrice: entry.memberPrice }

export type PlaceButton = 'register' | 'cancel' | 'full' | 'included' | 'absent' | 'cancelled' | 'started'

/** The state of the one button in a row of upcoming classes. */
export function placeButton(all: readonly ClassCategory[], entry: Entry, person: Person, now: Instant): PlaceButton {
  if (entry.cancelledAt !== null) return 'cancelled'
  if (person.registered) return hasStarted(entry, now) ? 'started' : 'cancel'
  const refusal = cannotRegister(all, entry, person, now)
  switch (refusal) {
    case null:
    case 'alreadyRegistered':
      return 'register'
    case 'entryCancelled':
      return 'cancelled'
    case 'entryStarted':
      return 'started'
    case 'includedAlready':
      return 'included'
    case 'saidAbsent':
      return 'absent'
    case 'classFull':
      return 'full'
    default:
      return refusal satisfies never
  }
}

/** Longest reason for forgiving, in characters. */
export const LONGEST_REASON = 200

/** Most people that a search by name or e-mail shows. */
export const PEOPLE_FOUND = 20
