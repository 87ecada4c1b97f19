import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { discountsOf, feeOf, type Had, type Pause } from './rules.ts'

const always: Had = { categoryId: 'a', since: null, until: null }
const priceOf = (id: string) => ({ a: 4000, b: 6000 })[id] ?? null
const fee = (had: readonly Had[], pauses: readonly Pause[] = []) => feeOf('2026-11', had, priceOf, pauses)

describe('the fee of a month', () => {
  it('is charged to everyone who has a category with a price, however long', () => {
    expect(fee([always])).toMatchObject({ categoryId: 'a', full: 4000, joined: null, left: null })
    expect(fee([{ ...always, categoryId: 'free' }])).toBeNull()
    expect(fee([])).toBeNull()
  })

  it('shows who joined or left on any day of the month, including the first and the last', () => {
    expect(fee([{ ...always, until: '2026-11-01' }])).toBeNull()
    expect(fee([{ ...always, until: '2026-11-02' }])).toMatchObject({ left: '2026-11-02' })
    expect(fee([{ ...always, since: '2026-11-30' }])).toMatchObject({ joined: '2026-11-30' })
    expect(fee([{ ...always, since: '2026-12-01' }])).toBeNull()
    expect(fee([{ ...always, since: '2026-11-01' }])).toMatchObject({ joined: null })
    // a person who left at the end of the month had it on all days
    expect(fee([{ ...always, until: '2026-12-01' }])).toMatchObject({ left: null })
  })

  it('is the price of the last category of the month', () => {
    const moved = [
      { ...always, until: '2026-11-20' },
      { categoryId: 'b', since: '2026-11-20', until: null },
    ]
    expect(fee(moved)).toMatchObject({ categoryId: 'b', full: 6000, joined: null, left: null })
    expect(fee(moved.map((one) => ({ ...one, categoryId: one.categoryId === 'b' ? 'free' : 'a' })))).toMatchObject({
      categoryId: 'a',
      left: '2026-11-20',
    })
  })

  it('is not proposed when pauses cover every day that the person had the category', () => {
    const [first, second] = [
      { from: '2026-10-20', until: '2026-11-10' },
      { from: '2026-11-11', until: '2026-11-30' },
    ]
    expect(fee([always], [second, first])).toMatchObject({ pausedThroughout: true, pauses: [first, second] })
    expect(fee([always], [first])).toMatchObject({ pausedThroughout: false })
    expect(fee([{ ...always, until: '2026-11-11' }], [first])).toMatchObject({ pausedThroughout: true })
    expect(fee([{ ...always, since: '2026-11-11' }], [second])).toMatchObject({ pausedThroughout: true })
    expect(fee([always], [{ from: '2026-12-01', until: '2026-12-05' }])).toMatchObject({ pauses: [] })
  })

  it('finds the same paused months as a check of every single day', () => {
    const day = fc.integer({ min: -5, max: 40 }).map((days) => addDays('2026-11-01', days))
    const span = fc.tuple(day, day).map(([a, b]) => ({ from: a < b ? a : b, until: a < b ? b : a }))
    fc.assert(
      fc.property(fc.array(span, { maxLength: 5 }), day, (pauses, since) => {
        const found = fee([{ ...always, since }], pauses)
        const days = Array.from({ length: 30 }, (_, index) => addDays('2026-11-01', index)).filter(
          (one) => one >= since,
        )
        const paused = days.every((one) => pauses.some(({ from, until }) => from <= one && one <= until))
        if (days.length === 0) expect(found).toBeNull()
        else expect(found?.pausedThroughout).toBe(paused)
      }),
    )
  })
})

it('gives a person who is not chosen the discount they would get if chosen', () => {
  const rows = ['Mari', 'Juku'].map((personId) => ({ personId, payerId: 'p', full: 4000 }))
  const families = [{ payerId: 'p', people: rows.map(({ personId }) => ({ personId, cents: 0 })) }]
  const off = (...chosen: string[]) => Object.fromEntries(discountsOf(rows, families, new Set(chosen), 10))
  expect(off('Mari', 'Juku')).toEqual({ Mari: 0, Juku: 400 })
  expect(off('Juku')).toEqual({ Juku: 0, Mari: 0 })
  expect(off('Mari')).toEqual({ Mari: 0, Juku: 400 })
})
