import { expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { allRights } from '#studio/families/rules.ts'
import { familyRow, type PersonsPlace } from './familyRow.ts'

const NOW = 1_000_000_000_000
const entry = {
  startsAt: NOW + HOUR,
  cancelledAt: null,
  categories: [],
  maxParticipants: 10,
  registeredCount: 1,
  includedCount: 0,
  heldCount: 0,
}
const aPerson = (displayName: string, more: Partial<FamilyPerson>) =>
  ({
    displayName,
    personId: displayName,
    membershipCategory: null,
    rights: allRights,
    dances: true,
    ...more,
  }) as FamilyPerson
const anu = aPerson('Anu', { own: true, dances: false })
const mari = aPerson('Mari', { own: false })
const rowWith = (...places: FamilyPerson[]) =>
  familyRow(
    [],
    entry,
    [anu, mari],
    places.map((person) => ({ person }) as PersonsPlace),
    NOW,
  )

it('offers no place to a person who doesn’t dance, but lets them cancel one they have', () => {
  expect(rowWith(anu)).toMatchObject({ state: 'cancel', able: [mari], another: true })
  expect(rowWith(mari)).toMatchObject({ state: 'cancel', able: [], another: false })
  expect(rowWith()).toMatchObject({ state: 'register', able: [mari] })
})

it('lets nobody cancel a place of a child for whom they cannot book', () => {
  const seen = aPerson('Kati', { own: false, rights: { ...allRights, canBook: false } })
  const places = (...people: FamilyPerson[]) => people.map((person) => ({ person }) as PersonsPlace)
  const row = (...of: FamilyPerson[]) => familyRow([], entry, [anu, mari, seen], places(...of), NOW)
  expect(row(seen)).toMatchObject({ state: 'cancel', cancellable: [], another: true })
  expect(row(seen, mari).cancellable).toMatchObject([{ person: mari }])
})
