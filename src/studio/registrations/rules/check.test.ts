import fc from 'fast-check'
import { expect, it } from 'vitest'
import { may, mustAccept, type Booker } from '#studio/accounts/rules.ts'
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
  bookers: fc.array(
    fc.record({ kind: fc.constantFrom('user', 'unverified'), acceptedTerms: fc.constantFrom(null, 1, 2) }),
    { maxLength: 2 },
  ),
})
const limits = fc.record({
  mostOpenPayments: fc.integer({ min: 1, max: 3 }),
  overdueStops: fc.boolean(),
  terms: fc.constantFrom(null, 2),
})

/** Why none of these accounts may book: the reason of the account that is closest to being allowed. */
function cannotBook(bookers: readonly Booker[], terms: number | null) {
  const reasons = bookers.map(({ kind, acceptedTerms }) =>
    may(kind, 'book') ? (mustAccept(terms, acceptedTerms) ? 'termsNotAccepted' : null) : 'verificationNeeded',
  )
  if (reasons.includes(null)) return null
  if (reasons.includes('termsNotAccepted')) return 'termsNotAccepted'
  return reasons[0] ?? 'signInNeeded'
}

it('the broken rules are those that would refuse the person, and the first is the refusal’s code', () => {
  fc.assert(
    fc.property(entry, person, limits, (where, who, most) => {
      const broken = checkPerson(all, where, who, most, NOW).filter(({ kept }) => !kept)
      const refusal =
        cannotBook(who.bookers, most.terms) ??
        cannotRegister(all, where, who, NOW) ??
        whyPayFirst('user', who.owed, most)
      expect(broken[0]?.rule ?? null).toBe(refusal)
    }),
  )
})

it('reports each rule, even if an earlier one is broken', () => {
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
  const limits = { mostOpenPayments: 9, overdueStops: true, terms: 2 }
  const checked = (absent: boolean, bookers: readonly Booker[]) =>
    checkPerson(all, where, { ...who, absent, bookers }, limits, NOW)
  const old = [{ kind: 'user', acceptedTerms: 1 }] as const
  const kept = ['signInNeeded', 'verificationNeeded', 'saidAbsent']
  expect(checked(false, old)).toEqual(checkedRules.map((rule) => ({ rule, kept: kept.includes(rule) })))
  // without an account, verification and terms don't apply; for an absent person, "included" does not apply
  const others = ['verificationNeeded', 'termsNotAccepted', 'includedAlready']
  const told = checkedRules.filter((rule) => !others.includes(rule))
  expect(checked(true, [])).toEqual(told.map((rule) => ({ rule, kept: false })))
})
