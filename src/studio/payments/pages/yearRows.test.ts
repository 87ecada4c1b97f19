import { expect, it } from 'vitest'
import { scaleOf, yearRows } from './yearRows.ts'

it('yearRows() returns twelve months, each with the sum over all ways', () => {
  const rows = yearRows([
    { month: 3, way: 'cash', sum: 1000, count: 1 },
    { month: 3, way: 'stebby', sum: 500, count: 2 },
    { month: 3, way: 'credit', sum: 250, count: 1 },
  ])
  expect(rows).toHaveLength(12)
  expect(rows[2]).toEqual({ month: 3, byWay: { cash: 1000, bankTransfer: 0, stebby: 500, credit: 250 }, total: 1750 })
  expect(rows[3]?.total).toBe(0)
})

it.each([
  [0, 100],
  [100, 100],
  [101, 200],
  [1_500, 2_000],
  [2_400, 2_500],
  [99_999, 100_000],
  [123_456, 200_000],
])('measures %i cents against %i', (highest, scale) => {
  expect(scaleOf(highest)).toBe(scale)
})
