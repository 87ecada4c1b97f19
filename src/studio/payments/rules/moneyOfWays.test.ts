import { expect, it } from 'vitest'
import { moneyOfWays } from './moneyOfWays.ts'

it('what came in by the bank is what it paid for and what was kept as credit, less what went back', () => {
  const sums = moneyOfWays({
    ways: [
      { way: 'bankTransfer', count: 3, cents: 9000 },
      { way: 'credit', count: 1, cents: 2000 },
    ],
    credit: [
      { source: 'bank', way: 'bankTransfer', cents: 5000 },
      { source: 'returned', way: 'bankTransfer', cents: -1000 },
      { source: 'used', way: 'credit', cents: -2000 },
      { source: 'paidBack', way: 'cash', cents: -300 },
      { source: 'paidBack', way: null, cents: -200 },
      { source: 'opening', way: null, cents: 700 },
    ],
  })
  expect(sums).toEqual([
    { way: 'cash', count: 0, paid: 0, credit: -300, cameIn: -300 },
    { way: 'bankTransfer', count: 3, paid: 9000, credit: 4000, cameIn: 13_000 },
    { way: 'credit', count: 1, paid: 2000, credit: -2000, cameIn: 0 },
    { way: null, count: 0, paid: 0, credit: -200, cameIn: -200 },
  ])
})
