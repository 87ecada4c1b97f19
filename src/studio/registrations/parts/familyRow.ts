import type { Instant } from '#kernel/time.ts'
import type { Dancer } from '#studio/families/contract.ts'
import { dancing } from '#studio/families/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import type { OwnRegistration } from '../contract.ts'
import { cannotRegister, cannotSayAbsent, placeButton, type Entry, type PlaceButton } from '../rules.ts'

export interface DancersPlace extends OwnRegistration {
  readonly dancer: Dancer
}

/** State of a class for the people for whom the user books: whose places there are, and what the button does. */
export interface FamilyRow {
  readonly state: PlaceButton
  readonly places: readonly DancersPlace[]
  /** Who could get a place. */
  readonly able: readonly Dancer[]
  /** Whether a person without a place could get one too. */
  readonly another: boolean
  /** Included people who come, if the user may say that they can't. */
  readonly included: readonly Dancer[]
  /** Included people who said that they can't come. */
  readonly away: readonly Dancer[]
}

export function familyRow(
  all: readonly ClassCategory[],
  entry: Entry,
  dancers: readonly Dancer[],
  places: readonly DancersPlace[],
  now: Instant,
  /** Ids of those who said that they can't come. */
  absent: readonly string[] = [],
): FamilyRow {
  const has = (dancer: Dancer) => places.some((place) => place.dancer.personId === dancer.personId)
  const as = (dancer: Dancer | undefined) => ({
    membershipCategory: dancer?.membershipCategory ?? null,
    registered: dancer !== undefined && has(dancer),
    absent: dancer !== undefined && absent.includes(dancer.personId),
  })
  const offered = dancing(dancers)
  const able = offered.filter((dancer) => dancer.rights.canBook && cannotRegister(all, entry, as(dancer), now) === null)
  const shown = dancers.find(has) ?? able[0] ?? offered[0] ?? dancers[0]
  const mine = dancers.filter(({ rights }) => rights.canBook)
  return {
    state: placeButton(all, entry, as(shown), now),
    places,
    able,
    another: places.length > 0 && able.length > 0,
    included: mine.filter((dancer) => cannotSayAbsent(all, entry, as(dancer), now) === null),
    away: mine.filter((dancer) => cannotRegister(all, entry, as(dancer), now) === 'saidAbsent'),
  }
}

/** Names shown in a row; empty if the user books only for themselves. */
export function namesOf(row: FamilyRow, dancers: readonly Dancer[]) {
  const isFamily = dancers.some(({ own }) => !own)
  const names = (some: readonly Dancer[]) => (isFamily ? some.map(({ displayName }) => displayName) : [])
  return {
    names: isFamily ? row.places.map(({ dancer }) => dancer.displayName) : undefined,
    includedNames: names(row.included),
    awayNames: names(row.away),
  }
}
