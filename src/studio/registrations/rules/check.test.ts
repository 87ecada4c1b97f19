import fc from 'fast-check'
import { expect, it } from 'vitest'
import { whyPayFirst } from '#studio/payments/rules.ts'
import { cannotRegister } from '../rules.ts'
import { checkedRules, checkPerson } from './check.ts'

const NOW = 1_000_000
const all = [
  { id: 'girls', name: 'Girls', nameEt: '', position: 0, fitness: false, archived: false, includes: ['girl'] },
  { id: 'open', name: 'Open', nameEt: '', position: 1, fitness: false, archived: false, includes: [] },
]
const entry = fc.record({
  startsAt: fc.constantFrom(NOW - 1, NOW, NOW + 1),
  categories: fc.constantFrom(['girls'], ['open']),
  cancelledAt: fc.constantFrom(null, NOW - 5),
  registeredCount: fc.nat({ max: 3 }),
  heldCount: fc.nat({ max: 1 }),
  includedCount: fc.nat({ max: 2 }),
  maxParticipants: fc.integer({ min: 1, max: 4 }),
})
const person = fc.record({
  membershipCategory: fc.constantFrom(null, 'girl'),
  registered: fc.boolean(),
  absent: fc.boolean(),
  owed: fc.record({ open: fc.nat({ max: 3 }), overdue: fc.nat({ max: 2 }) }),
})
const limits = fc.record({ mostOpenPayments: fc.integer({ min: 1, max: 3 }), overdueStops: fc.boolean() })

it('what is in the way is what would refuse the person, and the first of it is what would be said', () => {
  fc.assert(
    fc.property(entry, person, limits, (where, who, most) => {
      const broken = checkPerson(all, where, who, most, NOW).filter(({ kept }) => !kept)
      const refusal = cannotRegister(all, where, who, NOW) ?? whyPayFirst('user', who.owed, most)
      expect(broken[0]?.rule ?? null).toBe(refusal)
    }),
  )
})

it('each rule is told, also where another one is broken before it', () => {
  const where = {
    startsAt: NOW - 1,
    categories: ['girls'],
    cancelledAt: NOW - 5,
    registeredCount: 1,
    heldCount: 0,
    includedCount: 0,
    maxParticipants: 1,
  }
  const who = { membershipCategory: 'girl', registered: true, owed: { open: 9, overdue: 2 } }
  const checked = (absent: boolean) =>
    checkPerson(all, where, { ...who, absent }, { mostOpenPayments: 9, overdueStops: true }, NOW)
  expect(checked(false)).toEqual(checkedRules.map((rule) => ({ rule, kept: rule === 'saidAbsent' })))
  // whoever can't come is told of that, and not that they come without registering
  const others = checkedRules.filter((rule) => rule !== 'includedAlready')
  expect(checked(true)).toEqual(others.map((rule) => ({ rule, kept: false })))
})
