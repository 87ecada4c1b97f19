import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { discountsOf, endingWith, feeOf, joinedSpans, type Had, type Pause } from './rules.ts'

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

describe('the categories of two records of one person', () => {
  const day = (days: number) => addDays('2026-11-01', days)
  const onDay = (had: readonly Had[], at: string) =>
    had.filter(({ since, until }) => (since ?? '') <= at && (until === null || at < until))
  /** The spans between these days, each of which may be without a category. */
  const spans = fc
    .tuple(fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 5 }), fc.boolean(), fc.boolean())
    .chain(([days, always, goesOn]) => {
      const ends = days.toSorted((a, b) => a - b).map(day)
      const all = [...(always ? [null] : []), ...ends].map((since, index, starts) => ({
        since,
        until: starts[index + 1] ?? (goesOn ? null : day(21)),
      }))
      return fc
        .array(fc.constantFrom('a', 'b', ''), { minLength: all.length, maxLength: all.length })
        .map((ids) => all.flatMap((one, index) => (ids[index] ? [{ ...one, categoryId: ids[index] }] : [])))
    })

  it('are those of the first on each day on which it had one, and else those of the second, in order', () => {
    fc.assert(
      fc.property(spans, spans, (first, second) => {
        const joined = joinedSpans(first, second)
        for (let at = -1; at < 25; at++) {
          const expected = onDay(first, day(at))[0] ?? onDay(second, day(at))[0]
          expect(onDay(joined, day(at)).map(({ categoryId }) => categoryId)).toEqual(
            expected ? [expected.categoryId] : [],
          )
        }
        expect(joined.map(({ since }) => since ?? '')).toEqual(joined.map(({ since }) => since ?? '').toSorted())
      }),
    )
  })

  it('go on with the category that the person has from today on', () => {
    const open: Had = { categoryId: 'a', since: '2026-10-01', until: null }
    const ended = { ...open, until: '2026-11-01' }
    expect(endingWith([open], 'a', '2026-11-01')).toEqual([open])
    expect(endingWith([open], null, '2026-11-01')).toEqual([ended])
    expect(endingWith([open], 'b', '2026-11-01')).toEqual([
      ended,
      { categoryId: 'b', since: '2026-11-01', until: null },
    ])
    expect(endingWith([{ ...open, since: '2026-11-01' }], null, '2026-11-01')).toEqual([])
    expect(endingWith([], 'b', '2026-11-01')).toEqual([{ categoryId: 'b', since: '2026-11-01', until: null }])
  })
})
