import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decide } from './server/csv/decide.ts'
import type { Known, KnownAccount, KnownPerson } from './server/csv/plan.ts'
import { inOrder, type Wanted } from './server/csv/wanted.ts'

/** A studio without people. */
function empty(): Known {
  let ids = 0
  return {
    today: '2026-03-10',
    byName: new Map<string, KnownPerson[]>(),
    byEmail: new Map<string, KnownAccount>(),
    references: new Map(),
    memberships: new Map([['ten', { id: 'ten', name: 'Ten', classLimit: 10, categories: [], excludedCategories: [] }]]),
    categories: new Map([
      ['girls', 'girls'],
      ['boys', 'boys'],
    ]),
    passes: new Set(),
    balances: new Set(),
    fold: (name) => name.toLowerCase(),
    newId: () => String(++ids),
  }
}

const take = (rows: readonly Wanted[], known: Known) => inOrder(rows).map((row) => decide(row, known).result)

/** The people and what they have, without their generated ids. */
function stateOf({ byName, byEmail, passes, balances, references }: Known) {
  const all = [...byName.values()].flat()
  const called = (one: KnownPerson) => [one.folded, one.dob, one.phone, one.categoryId, one.email].join(' ')
  const byId = new Map(all.map((one) => [one.id, called(one)]))
  return {
    people: all.map(called).toSorted(),
    children: [...byEmail]
      .flatMap(([email, { children }]) => [...children].map((id) => [email, byId.get(id)].join(' ')))
      .toSorted(),
    passes: [...passes].map((key) => String(byId.get(key.split(' ', 1)[0] ?? ''))).toSorted(),
    balances: [...balances].map((id) => String(byId.get(id))).toSorted(),
    references: [...references.keys()].toSorted(),
  }
}

const some = <Value>(...values: Value[]) => fc.constantFrom(...values)
const anyRow: fc.Arbitrary<Wanted> = fc
  .record({
    number: fc.constant(2),
    written: fc.constant(''),
    faults: fc.constant([]),
    displayName: some('Mari', 'Juku', 'Kati'),
    familyName: fc.constant('Tamm'),
    email: some('', '', 'a@example.ee', 'b@example.ee', 'c@example.ee'),
    phone: some('', '+372 5123 4567'),
    dob: some(null, null, '1980-01-01', '2011-02-02', '2018-03-03'),
    category: some('', '', 'girls', 'boys', 'unknown'),
    guardian: some(
      null,
      null,
      { displayName: 'Kati', familyName: 'Tamm', email: 'a@example.ee', phone: '' },
      { displayName: 'Kati', familyName: 'Tamm', email: 'a@example.ee', phone: '+372 5555 5555' },
      { displayName: 'Mari', familyName: 'Tamm', email: 'd@example.ee', phone: '+372 5666 6666' },
    ),
    reference: some(null, null, '13', '26'),
    pass: some(null, { name: 'ten', left: 3, until: '2026-12-30' }),
    owes: some(0, 500, -300),
    owesFor: fc.constant(''),
    notes: fc.constant([]),
  })
  // as the reader does: a small child has no account, and a person with the guardian's address gets no guardian
  .map((row) => (row.dob === '2018-03-03' ? { ...row, email: '' } : row))
  .map((row) => (row.guardian?.email === row.email ? { ...row, guardian: null } : row))
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 7 })

it('gives the same people for rows in any order and for repeated rows', () => {
  fc.assert(
    fc.property(
      anyRows.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      ([rows, other]) => {
        const known = empty()
        take(rows, known)
        for (const again of [other, [...rows, ...rows]]) {
          const also = empty()
          take(again, also)
          expect(stateOf(also)).toEqual(stateOf(known))
        }
      },
    ),
    { numRuns: 3_000 },
  )
})

it('gives no guardian a child’s date of birth, and makes nobody their own guardian', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const known = empty()
      take(rows, known)
      const guardians = [...known.byEmail.values()].filter(({ children }) => children.size > 0)
      for (const { person, children } of guardians) {
        expect(['1980-01-01', null]).toContain(person?.dob)
        expect(children).not.toContain(person?.id)
      }
    }),
    { numRuns: 3_000 },
  )
})

it('finds nothing new when the same rows are imported again', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const known = empty()
      // a row that was left out may be imported later, after other rows
      fc.pre(take(rows, known).every(({ outcome }) => outcome !== 'left'))
      const before = stateOf(known)
      const again = take(rows, known)
      // a row with only a name is ambiguous once several people have that name
      expect(
        again.filter(({ outcome, faults }) => outcome !== 'known' && faults[0]?.reason !== 'severalAlike'),
      ).toEqual([])
      expect(stateOf(known)).toEqual(before)
    }),
    { numRuns: 3_000 },
  )
})
