import type { Instant } from '#kernel/time.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { dancing } from '#studio/families/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import type { OwnRegistration } from '../contract.ts'
import { cannotRegister, cannotSayAbsent, placeButton, type Entry, type PlaceButton } from '../rules.ts'

export interface PersonsPlace extends OwnRegistration {
  readonly person: FamilyPerson
}

/** State of a class for the people for whom the user books: whose places there are, and what the button does. */
export interface FamilyRow {
  readonly state: PlaceButton
  readonly places: readonly PersonsPlace[]
  /** Those of the places that the user may cancel. */
  readonly cancellable: readonly PersonsPlace[]
  /** Who could get a place. */
  readonly able: readonly FamilyPerson[]
  /** Whether a person without a place could get one too. */
  readonly another: boolean
  /** Included people who come, if the user may say that they can't. */
  readonly included: readonly FamilyPerson[]
  /** Included people who said that they can't come. */
  readonly away: readonly FamilyPerson[]
}

export function familyRow(
  all: readonly ClassCategory[],
  entry: Entry,
  people: readonly FamilyPerson[],
  places: readonly PersonsPlace[],
  now: Instant,
  /** Ids of those who said that they can't come. */
  absent: readonly string[] = [],
): FamilyRow {
  const has = (person: FamilyPerson) => places.some((place) => place.person.personId === person.personId)
  const as = (person: FamilyPerson | undefined) => ({
    membershipCategory: person?.membershipCategory ?? null,
    registered: person !== undefined && has(person),
    absent: person !== undefined && absent.includes(person.personId),
  })
  const offered = dancing(people)
  const able = offered.filter((person) => person.rights.canBook && cannotRegister(all, entry, as(person), now) === null)
  const shown = people.find(has) ?? able[0] ?? offered[0] ?? people[0]
  const mine = people.filter(({ rights }) => rights.canBook)
  return {
    state: placeButton(all, entry, as(shown), now),
    places,
    cancellable: places.filter(({ person }) => person.rights.canBook),
    able,
    another: places.length > 0 && able.length > 0,
    included: mine.filter((person) => cannotSayAbsent(all, entry, as(person), now) === null),
    away: mine.filter((person) => cannotRegister(all, entry, as(person), now) === 'saidAbsent'),
  }
}

/** Names shown in a row; empty if the user books only for themselves. */
export function namesOf(row: FamilyRow, people: readonly FamilyPerson[]) {
  const isFamily = people.some(({ own }) => !own)
  const names = (some: readonly FamilyPerson[]) => (isFamily ? some.map(({ displayName }) => displayName) : [])
  return {
    names: isFamily ? row.places.map(({ person }) => person.displayName) : undefined,
    includedNames: names(row.included),
    awayNames: names(row.away),
  }
}
