import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenPayment } from '#studio/payments/rules.ts'
import { allocate, onlySet, suggestedParts } from './allocation.ts'
import { matching } from './matching.ts'
import { numbersOf, shownReference, statedReferences } from './numbers.ts'
import type { Known, WaitingLine } from './waitingLine.ts'

const line = (more: Partial<WaitingLine> = {}): WaitingLine => ({
  id: 'line',
  day: '2026-03-02',
  cents: 5800,
  currency: 'EUR',
  name: null,
  iban: null,
  reference: null,
  referenceInText: null,
  endToEndId: null,
  text: '',
  unsplit: false,
  doubtful: false,
  ...more,
})

const payment = (id: string, more: Partial<OpenPayment> = {}): OpenPayment => ({
  id,
  payerId: id,
  description: 'A pass',
  startsAt: null,
  userId: 'mari',
  person: 'Mari Maasikas',
  payer: 'Mari Maasikas',
  rest: 5800,
  deadline: 0,
  status: 'due',
  ...more,
})

const knownOf = (open: readonly OpenPayment[], more: Partial<Known> = {}): Known => ({
  payers: new Map([['10029', 'mari']]),
  open: new Map([['mari', open.filter(({ payerId }) => payerId === 'mari')]]),
  ofAmounts: open,
  accounts: new Map(),
  ...more,
})
const match = (of: WaitingLine, known: Known) => matching(known)(of)

describe('matching() by a reference', () => {
  it.each([
    ['in its field', { reference: '10029' }],
    ['with zeros and spaces', { reference: '00 1002 9' }],
    ['as EndToEndId', { endToEndId: '10029' }],
    ['in its international form', { endToEndId: 'RF4510029' }],
    ['in that form with spaces, in the text', { text: 'Tasu RF45 1002 9' }],
    ['behind /RFB/', { referenceInText: '10029' }],
    ['in the text after a word for it', { text: 'Viitenumber: 10029, märts' }],
    ['in the text after its short word', { text: 'ref 10029' }],
  ])('settles by a reference %s', (_where, more) => {
    expect(match(line(more), knownOf([payment('a', { payerId: 'mari' })]))).toMatchObject({
      kind: 'settles',
      payerId: 'mari',
      way: 'exact',
    })
  })

  it.each([
    ['bare in a text, for it may be a postal code', { text: '10029 Tallinn' }, 'bareNumber'],
    ['that nobody was given', { reference: '13' }, 'noReference'],
    ['with a wrong check digit', { reference: '10028' }, 'noReference'],
  ] as const)('does not settle by a number %s', (_which, more, why) => {
    expect(match(line(more), knownOf([]))).toMatchObject({ kind: 'look', why })
  })

  it.each([
    ['two of one payer', { reference: '10029', text: 'viide 1232' }, [['mari', 'reference']]],
    [
      'two of different payers',
      { reference: '10029', text: 'viide 13' },
      [
        ['mari', 'reference'],
        ['juhan', 'reference'],
      ],
    ],
    [
      'one beside a bare number that is somebody else’s',
      { reference: '10029', text: 'Tellimus 13' },
      [
        ['mari', 'reference'],
        ['juhan', 'bareNumber'],
      ],
    ],
  ] as const)('does not settle by %s', (_which, more, suggested) => {
    const payers = new Map([
      ['10029', 'mari'],
      ['1232', 'mari'],
      ['13', 'juhan'],
    ])
    const found = match(line(more), knownOf([payment('a', { payerId: 'mari' })], { payers }))
    expect(found).toMatchObject({ kind: 'look', why: 'severalNumbers' })
    const suggestions = found.kind === 'look' ? found.suggestions : []
    expect(suggestions.map(({ payerId, hint }) => [payerId, hint])).toEqual(suggested)
  })

  it('settles by a reference that occurs twice, beside numbers that were never issued', () => {
    const more = { reference: '10029', text: 'viitenumber 10029, tellimus 13, 10100 Tallinn' }
    expect(match(line(more), knownOf([payment('a', { payerId: 'mari' })]))).toMatchObject({ way: 'exact' })
  })
})

describe('onlySet()', () => {
  const open = (rests: readonly number[]) => rests.map((rest, place) => payment(`p${place}`, { rest, deadline: place }))

  it('finds the same set as trying every set of at most twelve', () => {
    const sums = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 14 })
    fc.assert(
      fc.property(sums, fc.integer({ min: 1, max: 500 }), (rests, cents) => {
        const all = open(rests)
        const sets = Array.from({ length: 2 ** all.length - 1 }, (_, bits) =>
          all.filter((_one, place) => (bits + 1) & (1 << place)),
        )
        const adding = sets.filter(
          (set) =>
            set.length <= 12 &&
            set.every(({ rest }) => rest < cents) &&
            set.reduce((sum, { rest }) => sum + rest, 0) === cents,
        )
        expect(onlySet(cents, all)).toEqual(adding.length === 1 ? adding[0] : null)
      }),
      { numRuns: 60 },
    )
  })

  it('finds a set of the newest among many payments', () => {
    const rests = [...Array.from({ length: 200 }, () => 5800), 1203, 1407]
    expect(onlySet(2610, open(rests))?.map(({ id }) => id)).toEqual(['p200', 'p201'])
    expect(allocate(2610, open(rests))).toMatchObject({ way: 'set', credit: 0 })
  })

  it('returns null if there are several sets, also if one of them has twelve payments', () => {
    const twelve = Array.from({ length: 12 }, () => 100)
    expect(onlySet(1200, open([650, 550, ...twelve]))).toBeNull()
    expect(onlySet(1200, open([550, ...twelve]))).toHaveLength(12)
  })

  it('finds no set of thirteen', () => {
    const thirteen = Array.from({ length: 13 }, (_, place) => 2 ** place)
    expect(onlySet(2 ** 13 - 1, open(thirteen))).toBeNull()
    expect(onlySet(2 ** 13 - 2, open(thirteen))).toHaveLength(12)
  })

  it('gives up after a limited number of steps; then allocate() pays the oldest first', () => {
    let state = 7
    const rests = Array.from({ length: 400 }, () => {
      state = (state * 48_271) % 2_147_483_647
      return 1000 + 2 * (state % 4500)
    })
    // no set exists, since all sums are even
    expect(allocate(55_555, open(rests))).toMatchObject({ way: 'oldest' })
  })
})

describe('suggestions without a reference', () => {
  it('suggests the same amount with a similar name, in any word order and without accents', () => {
    const found = match(line({ name: 'TÄHT, Mari-Liis' }), knownOf([payment('a', { person: 'Mari-Liis Taht' })]))
    expect(found).toMatchObject({
      kind: 'look',
      why: 'noReference',
      suggestions: [{ hint: 'nameAlike', paymentId: 'a' }],
    })
  })

  it('suggests the amount with the person’s name in the text', () => {
    const found = match(
      line({ name: 'Isa Kask', text: 'Liisu tasu' }),
      knownOf([payment('a', { person: 'Liisu Kask' })]),
    )
    expect(found).toMatchObject({ suggestions: [{ hint: 'personNamed', paymentId: 'a' }] })
  })

  it('suggests the amount with a name like the payer’s, first for the person named in the text', () => {
    const ofIsa = { payerId: 'isa', payer: 'Isa Tamm' }
    const open = [payment('a', { ...ofIsa, person: 'Mari Kask' }), payment('b', { ...ofIsa, person: 'Liisu Kask' })]
    const suggested = (text: string) => match(line({ name: 'TAMM ISA', text }), knownOf(open))
    expect(suggested('')).toMatchObject({ suggestions: [{ hint: 'nameAlike', payerId: 'isa', paymentId: 'a' }] })
    expect(suggested('Liisu tasu')).toMatchObject({ suggestions: [{ hint: 'nameAlike', paymentId: 'b' }] })
    // the payer's own name in the text does not say whom it is for
    expect(match(line({ text: 'Isa Tamm' }), knownOf(open))).toMatchObject({ suggestions: [] })
  })

  describe('for several payments of one payer', () => {
    const owing = (...rests: readonly number[]) =>
      rests.map((rest, place) => payment(`p${place}`, { payerId: 'mari', person: `Laps ${place} Tamm`, rest }))
    /** Ids of the payments that a transfer from the payer is suggested for; null without a suggestion. */
    const suggested = (cents: number, open: readonly OpenPayment[], name = 'MAASIKAS MARI') => {
      const known = knownOf(open, { ofAmounts: open.filter(({ rest }) => rest === cents) })
      const found = match(line({ name, cents }), known)
      const [one, ...others] = found.kind === 'look' ? found.suggestions : []
      expect(others).toEqual([])
      return one ? suggestedParts(cents, one, known).map(({ paymentId }) => paymentId) : null
    }

    it('suggests all that a payer with a similar name owes, if that is the amount', () => {
      expect(suggested(9000, owing(4500, 4500))).toEqual(['p0', 'p1'])
      expect(suggested(15_000, owing(...Array.from({ length: 15 }, () => 1000)))).toHaveLength(15)
    })

    it('suggests the only set of up to four that adds up to the amount', () => {
      expect(suggested(9000, owing(4500, 4500, 3000))).toEqual(['p0', 'p1'])
      expect(suggested(1500, owing(100, 200, 400, 800, 1600))).toEqual(['p0', 'p1', 'p2', 'p3'])
    })

    it.each([
      ['two sets fit', 9000, owing(4500, 4500, 4500)],
      ['five payments would be needed', 3100, owing(100, 200, 400, 800, 1600, 3200)],
      ['nothing adds up', 9100, owing(4500, 4500)],
      ['there are too many to tell', 3000, owing(1100, 1900, ...Array.from({ length: 11 }, () => 5000))],
      [
        'a teacher has marked one',
        9000,
        owing(4500, 4500).map((one, at) => (at ? { ...one, status: 'markedByTeacher' as const } : one)),
      ],
    ])('suggests nothing if %s', (_why, cents, open) => {
      expect(suggested(cents, open)).toBeNull()
    })

    it('suggests nothing for another name, and one payment of the amount rather than a set', () => {
      expect(suggested(9000, owing(4500, 4500), 'Mari Mets')).toBeNull()
      expect(suggested(9000, owing(4500, 9000, 4500))).toEqual(['p1'])
    })
  })

  it('suggests nothing for another amount', () => {
    expect(match(line({ name: 'Mari Maasikas', cents: 5700 }), knownOf([payment('a')]))).toMatchObject({
      suggestions: [],
    })
  })
})

it('shownReference() shows an EndToEndId only if it may be a reference number', () => {
  const shown = (endToEndId: string, reference: string | null = null) => shownReference(line({ endToEndId, reference }))
  expect(['E2E-ANN', 'NOTPROVIDED', '10029', 'RF4510029'].map((mark) => shown(mark))).toEqual([
    null,
    null,
    '10029',
    'RF4510029',
  ])
  expect(shown('E2E-ANN', '4711')).toBe('4711')
})

it('numbersOf() contains all of statedReferences()', () => {
  const texts = fc.stringMatching(/^[\d /RFviterf:.-]{0,40}$/)
  const lines = fc.record({ reference: fc.option(texts), endToEndId: fc.option(texts), text: texts })
  fc.assert(
    fc.property(lines, (of) => {
      const one = line(of)
      expect(numbersOf(one)).toEqual(expect.arrayContaining([...statedReferences(one)]))
    }),
  )
})

it('matching() suggests the same as a search through all open payments', () => {
  const names = fc.array(fc.constantFrom('Mari', 'Juhan', 'Kask', 'Tamm', 'Õie'), { minLength: 1, maxLength: 3 })
  const name = names.map((words) => words.join(' '))
  const of = fc.record({ person: name, rest: fc.constantFrom(100, 200), payerId: fc.constantFrom('a', 'b', 'c', 'd') })
  const tokens = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().split(' ')
  fc.assert(
    fc.property(fc.array(of, { maxLength: 12 }), name, fc.constantFrom(100, 200), (all, said, cents) => {
      const open = all.map((one, place) => payment(`p${place}`, one))
      const found = match(line({ text: said, cents }), knownOf(open))
      const expected: OpenPayment[] = []
      for (const one of open)
        if (
          one.rest === cents &&
          !expected.some(({ payerId }) => payerId === one.payerId) &&
          tokens(one.person).some((token) => tokens(said).includes(token))
        )
          expected.push(one)
      const ids = found.kind === 'look' ? found.suggestions.map(({ paymentId }) => paymentId) : []
      expect(ids).toEqual(expected.slice(0, 5).map(({ id }) => id))
    }),
  )
})
