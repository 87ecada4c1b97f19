import { expect, it } from 'vitest'
import { daysOfMonth, monthFrom, monthOf } from './months.ts'

it('monthFrom moves across years', () => {
  expect([
    monthFrom('2026-12', 1),
    monthFrom('2026-01', -1),
    monthFrom('2026-05', 0),
    monthFrom('2026-03', -27),
  ]).toEqual(['2027-01', '2025-12', '2026-05', '2023-12'])
  expect(monthOf('2026-11-30')).toBe('2026-11')
})

it.each([
  ['2026-01', '2026-01-01', '2026-02-01'],
  ['2026-09', '2026-09-01', '2026-10-01'],
  ['2026-12', '2026-12-01', '2027-01-01'],
])('%s begins on %s and ends before %s', (month, from, until) => {
  expect(daysOfMonth(month)).toEqual({ from, until })
})
