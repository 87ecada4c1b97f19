import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import type { Price } from '#studio/payments/rules.ts'
import { DROP_IN_FEE, hasStarted, isFull, type Places } from '#studio/schedule/rules.ts'

/** How many weeks the list of classes shows at first. */
export const FIRST_WEEKS = 2
/** How far ahead the dashboard looks for what comes next. */
export const DASHBOARD_WEEKS = 4

export interface Entry extends Places {
  readonly startsAt: Instant
  readonly categories: readonly string[]
  readonly cancelledAt: Instant | null
}

export interface Dancer {
  readonly membershipCategory: string | null
  readonly registered: boolean
}

export type RegisterRefusal = 'entryCancelled' | 'entryStarted' | 'includedAlready' | 'alreadyRegistered' | 'classFull'

/** Why this person can't take a place, or null (READINGS R11 to R13). */
export function cannotRegister(entry: Entry, dancer: Dancer, now: Instant): RegisterRefusal | null {
  if (entry.cancelledAt !== null) return 'entryCancelled'
  if (hasStarted(entry, now)) return 'entryStarted'
  if (dancer.registered) return 'alreadyRegistered'
  if (isIncluded(dancer.membershipCategory, entry.categories)) return 'includedAlready'
  return isFull(entry) ? 'classFull' : null
}

/** The price of a drop-in; an entry without prices costs one fee for all, so that a cover member pays half of it. */
export const dropInPrice = (entry: { standardPrice: Cents | null; memberPrice: Cents | null }): Price =>
  entry.standardPrice === null
    ? { kind: 'single', price: DROP_IN_FEE }
    : { kind: 'two', standardPrice: entry.standardPrice, memberPrice: entry.memberPrice }

export type PlaceButton = 'register' | 'cancel' | 'full' | 'included' | 'cancelled' | 'started'

/** The one button of a row of upcoming classes. */
export function placeButton(entry: Entry, dancer: Dancer, now: Instant): PlaceButton {
  if (entry.cancelledAt !== null) return 'cancelled'
  if (dancer.registered) return hasStarted(entry, now) ? 'started' : 'cancel'
  const refusal = cannotRegister(entry, dancer, now)
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
    case 'classFull':
      return 'full'
    default:
      return refusal satisfies never
  }
}

/** How many people a search by name or e-mail shows. */
export const PEOPLE_FOUND = 20
