import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vatWithin } from '#kernel/money.ts'
import { receivedOf, type Payment, type Standing } from '#studio/payments/rules.ts'
import { checkBuyer, creditFor, numberOf, toInvoice, vatRows, worthOf } from './rules.ts'

const before = (standing: Standing, price = 5800) => ({ price, ...standing }) as Payment
const confirmed = (received: number, letGo = 0) => ({ status: 'confirmed', received, letGo }) as const

describe('a number', () => {
  it('consists of its series, its year and at least four digits', () => {
    expect([numberOf('A', 2026, 1), numberOf('R', 2027, 12345)]).toEqual(['A-2026-0001', 'R-2027-12345'])
  })
})

describe('VAT', () => {
  it('is the part within the price, rounded to a whole cent', () => {
    expect([vatWithin(1240, 24), vatWithin(1500, 24), vatWithin(-1500, 24), vatWithin(0, 24)]).toEqual([
      240, 290, -290, 0,
    ])
  })

  it('is summed by rate, and base plus VAT equals the taxed sum', () => {
    const line = fc.record({
      cents: fc.integer({ min: -100_000, max: 100_000 }),
      vatRate: fc.constantFrom(null, 9, 24),
    })
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const taxed = lines.filter(({ vatRate }) => vatRate !== null)
        const sum = taxed.reduce((all, { cents }) => all + cents, 0)
        expect(vatRows(lines).reduce((all, { base, vat }) => all + base + vat, 0)).toBe(sum)
      }),
    )
  })
})

describe('creditFor() of an invoiced payment', () => {
  it.each<[string, Standing, Standing, number, object | null, number?]>([
    ['that is paid keeps its invoice', { status: 'due' }, confirmed(5800), 5800, null],
    ['that was confirmed by mistake keeps its invoice', confirmed(5800), { status: 'due' }, 5800, null],
    ['of which a part is let go', { status: 'due' }, confirmed(5000, 800), 5800, { cents: 800, reason: 'reduced' }],
    [
      'that is cancelled while due',
      { status: 'due' },
      { status: 'cancelled' },
      5800,
      { cents: 5800, reason: 'cancelled' },
    ],
    [
      'that is cancelled once paid',
      confirmed(5800),
      { status: 'cancelled' },
      5800,
      { cents: 5800, reason: 'cancelled' },
    ],
    ['whose transfer comes back', confirmed(5800), { status: 'due' }, 5800, { cents: 5800, reason: 'returned' }, 5800],
    [
      'of which a part comes back',
      confirmed(5800),
      { status: 'partlyPaid', received: 3000 },
      5800,
      { cents: 2800, reason: 'returned' },
      2800,
    ],
    ['that is not invoiced', confirmed(5800), { status: 'cancelled' }, 0, null],
    ['that its owner marks as paid', { status: 'due' }, { status: 'markedByUser', received: 0 }, 5800, null],
  ])('%s', (_, from, after, invoiced, credit, returned = 0) => {
    expect(creditFor({ before: before(from), after, returned }, invoiced)).toEqual(credit)
  })

  it('never credits more than is invoiced, and the invoiced rest never exceeds what the payment is worth', () => {
    const standing = (price: number) =>
      fc.oneof(
        fc.constant<Standing>({ status: 'due' }),
        fc.constant<Standing>({ status: 'cancelled' }),
        fc.integer({ min: 1, max: price - 1 }).map<Standing>((received) => ({ status: 'partlyPaid', received })),
        fc.integer({ min: 1, max: price }).map<Standing>((received) => confirmed(received, price - received)),
      )
    const moves = fc.integer({ min: 2, max: 10_000 }).chain((price) =>
      fc.record({
        price: fc.constant(price),
        path: fc.array(fc.tuple(standing(price), fc.boolean()), { minLength: 1 }),
      }),
    )
    fc.assert(
      fc.property(moves, ({ price, path }) => {
        let now: Standing = { status: 'due' }
        let invoiced = 0
        for (const [next, isReturned] of path) {
          invoiced += toInvoice({ ...now, price }, invoiced)
          const less = receivedOf(now) - receivedOf(next)
          const returned = isReturned ? Math.max(0, less) : 0
          invoiced -= creditFor({ before: before(now, price), after: next, returned }, invoiced)?.cents ?? 0
          expect(invoiced).toBeGreaterThanOrEqual(0)
          expect(invoiced).toBeLessThanOrEqual(worthOf({ ...next, price }))
          now = next
        }
      }),
    )
  })
})

describe('checkBuyer()', () => {
  const form = { company: false, name: 'Mari Tamm', registryCode: '', address: '' }
  it('accepts a person with a name, or a company with a name and a registry code', () => {
    expect(checkBuyer(form)).toEqual({})
    expect(checkBuyer({ ...form, name: ' ' })).toEqual({ name: 'buyerNameMissing' })
    expect(checkBuyer({ ...form, company: true })).toEqual({ registryCode: 'registryCodeMissing' })
    expect(checkBuyer({ ...form, company: true, registryCode: ' 12345678 ' })).toEqual({})
  })

  it.each(['10060701', 'LV40003032949', '40003032949', '1234567-8'])(
    'accepts a company with the registry code %s',
    (registryCode) => {
      expect(checkBuyer({ ...form, company: true, registryCode })).toEqual({})
    },
  )

  it.each(['123', '12345679', 'OÜ Tants', '-'])(
    'refuses a company with the mistyped registry code %s',
    (registryCode) => {
      expect(checkBuyer({ ...form, company: true, registryCode })).toEqual({ registryCode: 'registryCodeInvalid' })
    },
  )
})
