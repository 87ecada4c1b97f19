import { expect, test } from 'vitest'
import { sumOf } from './sumOf.ts'

test('sumOf() is negative for what the bank took back, in any currency', () => {
  const line = { kind: 'payment', cents: 12_000, currency: 'EUR' } as const
  expect(sumOf(line)).toBe('120€')
  expect(sumOf({ ...line, kind: 'returned' })).toBe('−120€')
  expect(sumOf({ ...line, kind: 'returned', currency: 'USD' })).toBe('−120.00 USD')
})
