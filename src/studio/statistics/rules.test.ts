import { describe, expect, it } from 'vitest'
import { figureOf, monthsOf, percentOf, sinceFirst, spanOf, yearBefore } from './rules.ts'

describe('the span of the statistics', () => {
  it.each([
    ['months3', '2026-02-14', '2025-12-01', '2026-02-15'],
    ['months12', '2026-11-30', '2025-12-01', '2026-12-01'],
    ['thisYear', '2026-12-31', '2026-01-01', '2027-01-01'],
    ['lastYear', '2026-03-10', '2025-01-01', '2026-01-01'],
  ] as const)('for %s on %s begins at %s and ends before %s', (name, today, from, until) => {
    expect(spanOf(name, today)).toEqual({ from, until })
  })

  it('a year before has the same days and the same number of months', () => {
    const span = spanOf('months12', '2026-02-14')
    expect(yearBefore(span)).toEqual({ from: '2024-03-01', until: '2025-02-15' })
    expect(monthsOf(yearBefore(span))).toHaveLength(monthsOf(span).length)
    expect(yearBefore({ from: '2028-02-29', until: '2028-03-02' })).toEqual({ from: '2027-03-01', until: '2027-03-02' })
  })

  it('lists every month in it once', () => {
    expect(monthsOf({ from: '2025-11-20', until: '2026-02-01' })).toEqual(['2025-11', '2025-12', '2026-01'])
    expect(monthsOf({ from: '2026-02-01', until: '2026-02-02' })).toEqual(['2026-02'])
  })
})

it('starts with the studio’s first month if that is later', () => {
  const isEmpty = (value: number) => value === 0
  expect(sinceFirst([0, 0, 3, 0, 4], isEmpty)).toEqual([3, 0, 4])
  expect(sinceFirst([0, 0], isEmpty)).toEqual([0])
  expect(sinceFirst([], isEmpty)).toEqual([])
})

it('has a zero for a month without visits, and no figure for a month before the studio’s first', () => {
  expect(['2025-06', '2025-07'].map((month) => figureOf(0, month, '2025-07'))).toEqual([null, 0])
  expect(figureOf(0, '2025-06', null)).toBe(null)
})

it('has no percentage of zero', () => {
  expect([percentOf(1, 3), percentOf(0, 4), percentOf(0, 0)]).toEqual([33, 0, null])
})
