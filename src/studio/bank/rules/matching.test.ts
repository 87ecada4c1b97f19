import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenPayment } from '#studio/payments/rules.ts'
import { matching, numbersOf, statedReferences, type Known, type WaitingLine } from './matching.ts'

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

describe('a reference counts', () => {
  it.each([
    ['in its field', { reference: '10029' }],
    ['with zeros and spaces', { reference: '00 1002 9' }],
    ['as EndToEndId', { endToEndId: '10029' }],
    ['in its international form', { endToEndId: 'RF4510029' }],
    ['in that form with spaces, in the text', { text: 'Tasu RF45 1002 9' }],
    ['behind /RFB/', { referenceInText: '10029' }],
    ['in the text after a word for it', { text: 'Viitenumber: 10029, märts' }],
    ['in the text after its short word', { text: 'ref 10029' }],
  ])('%s', (_where, more) => {
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
  ] as const)('but not one %s', (_which, more, why) => {
    expect(match(line(more), knownOf([]))).toMatchObject({ kind: 'look', why })
  })

  it('and not where two of them are of different payers', () => {
    const payers = new Map([
      ['10029', 'mari'],
      ['13', 'juhan'],
    ])
    expect(match(line({ reference: '10029', text: 'viide 13' }), knownOf([], { payers }))).toMatchObject({
      kind: 'look',
      why: 'severalPayers',
    })
  })
})

describe('without a reference', () => {
  it('the same amount and a name alike are suggested, in any order of its words and without accents', () => {
    const found = match(line({ name: 'TÄHT, Mari-Liis' }), knownOf([payment('a', { person: 'Mari-Liis Taht' })]))
    expect(found).toMatchObject({
      kind: 'look',
      why: 'noReference',
      suggestions: [{ hint: 'nameAlike', paymentId: 'a' }],
    })
  })

  it('the amount and a dancer’s name in the text are, too', () => {
    const found = match(
      line({ name: 'Isa Kask', text: 'Liisu tasu' }),
      knownOf([payment('a', { person: 'Liisu Kask' })]),
    )
    expect(found).toMatchObject({ suggestions: [{ hint: 'personNamed', paymentId: 'a' }] })
  })

  it('the amount and a name like the payer’s are, too: first for the dancer who is named in the text', () => {
    const ofIsa = { payerId: 'isa', payer: 'Isa Tamm' }
    const open = [payment('a', { ...ofIsa, person: 'Mari Kask' }), payment('b', { ...ofIsa, person: 'Liisu Kask' })]
    const suggested = (text: string) => match(line({ name: 'TAMM ISA', text }), knownOf(open))
    expect(suggested('')).toMatchObject({ suggestions: [{ hint: 'nameAlike', payerId: 'isa', paymentId: 'a' }] })
    expect(suggested('Liisu tasu')).toMatchObject({ suggestions: [{ hint: 'nameAlike', paymentId: 'b' }] })
    // the payer's own name in the text says nothing of whom it is for
    expect(match(line({ text: 'Isa Tamm' }), knownOf(open))).toMatchObject({ suggestions: [] })
  })

  it('another amount is not', () => {
    expect(match(line({ name: 'Mari Maasikas', cents: 5700 }), knownOf([payment('a')]))).toMatchObject({
      suggestions: [],
    })
  })
})

it('numbers by which a line is found beside others of its payer hold all that it may settle by', () => {
  const texts = fc.stringMatching(/^[\d /RFviterf:.-]{0,40}$/)
  const lines = fc.record({ reference: fc.option(texts), endToEndId: fc.option(texts), text: texts })
  fc.assert(
    fc.property(lines, (of) => {
      const one = line(of)
      expect(numbersOf(one)).toEqual(expect.arrayContaining([...statedReferences(one)]))
    }),
  )
})

it('suggests the same as a look at every open payment', () => {
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
