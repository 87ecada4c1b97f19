import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discountOf, paysInFull, siblingDiscount, siblingDiscounts, type Bought, type Running } from './siblings.ts'

const cents = fc.integer({ min: 0, max: 100_000 })
const percents = fc.integer({ min: 0, max: 100 })
const names = ['Anna', 'Mari', 'Juku', 'Kati']
/** People of one payer, the oldest first. */
const families = fc
  .subarray(names, { minLength: 1 })
  .chain((some) =>
    fc
      .array(cents, { minLength: some.length, maxLength: some.length })
      .map((sums) => some.map((personId, index): Running => ({ personId, cents: sums[index] ?? 0 }))),
  )
const baskets = (people: readonly Running[]) =>
  fc.array(fc.record<Bought>({ personId: fc.constantFrom(...people.map(({ personId }) => personId)), full: cents }), {
    minLength: 1,
    maxLength: 6,
  })
const sales = families.chain((people) =>
  fc.record({ people: fc.constant(people), bought: baskets(people), percent: percents }),
)

const costs = (people: readonly Running[], bought: readonly Bought[], whose: string) =>
  people.filter(({ personId }) => personId === whose).reduce((sum, one) => sum + one.cents, 0) +
  bought.filter(({ personId }) => personId === whose).reduce((sum, one) => sum + one.full, 0)

describe('siblingDiscounts()', () => {
  it('gives no discount to the person whose running and new items cost most, or to the older of two equals', () => {
    const mari = { personId: 'Mari', cents: 4000 }
    const juku = { personId: 'Juku', cents: 3000 }
    expect(siblingDiscounts([mari, juku], [{ personId: 'Juku', full: 500 }], 10)).toEqual([50])
    // both at 40 €: Mari is older and pays in full
    expect(siblingDiscounts([mari, juku], [{ personId: 'Juku', full: 1000 }], 10)).toEqual([100])
    expect(siblingDiscounts([juku, mari], [{ personId: 'Juku', full: 1000 }], 10)).toEqual([0])
    expect(siblingDiscounts([mari, juku], [{ personId: 'Juku', full: 1001 }], 10)).toEqual([0])
  })

  it('does not discount both of two people who get the same at once', () => {
    const none = names.slice(0, 2).map((personId) => ({ personId, cents: 0 }))
    const bought = none.map(({ personId }) => ({ personId, full: 5000 }))
    expect(siblingDiscounts(none, bought, 20)).toEqual([0, 1000])
  })

  it('takes in full the person whose items cost no less than those of any other', () => {
    fc.assert(
      fc.property(sales, ({ people, bought }) => {
        const first = paysInFull(people, bought) ?? ''
        for (const { personId } of people) {
          expect(costs(people, bought, personId)).toBeLessThanOrEqual(costs(people, bought, first))
        }
      }),
    )
  })

  it('gives none to a single person, and to all but one of several on everything they buy', () => {
    fc.assert(
      fc.property(sales, ({ people, bought, percent }) => {
        const first = paysInFull(people, bought)
        siblingDiscounts(people, bought, percent).forEach((off, index) => {
          const { personId, full } = bought[index]!
          expect(off).toBe(personId === first ? 0 : siblingDiscount(full, percent))
        })
      }),
    )
  })

  it('does not depend on the order of the bought items', () => {
    fc.assert(
      fc.property(sales, ({ people, bought, percent }) => {
        const backwards = siblingDiscounts(people, bought.toReversed(), percent).toReversed()
        expect(backwards).toEqual(siblingDiscounts(people, bought, percent))
      }),
    )
  })
})

describe('the discount of one payment', () => {
  it('rounds half a cent up', () => {
    expect([siblingDiscount(1505, 10), siblingDiscount(1504, 10), siblingDiscount(5, 50)]).toEqual([151, 150, 3])
  })

  it('is within half a cent of the percentage, and never above the price', () => {
    fc.assert(
      fc.property(cents, percents, (full, percent) => {
        const off = siblingDiscount(full, percent)
        expect(off * 100 - full * percent).toBeGreaterThan(-50)
        expect(off * 100 - full * percent).toBeLessThanOrEqual(50)
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(full)
      }),
    )
  })

  it('is the larger of the code and the sibling discount, never both', () => {
    expect(discountOf(5000, { code: 1000, siblings: 500 })).toEqual({ by: 'code', cents: 1000 })
    expect(discountOf(5000, { code: 500, siblings: 1000 })).toEqual({ by: 'siblings', cents: 1000 })
    expect(discountOf(5000, { code: 500, siblings: 500 })).toEqual({ by: 'code', cents: 500 })
    expect(discountOf(300, { code: 500, siblings: 30 })).toEqual({ by: 'code', cents: 300 })
    expect(discountOf(5000, { code: null, siblings: 0 })).toEqual({ by: null, cents: 0 })
  })
})
