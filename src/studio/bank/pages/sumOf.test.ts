import { expect, test } from 'vitest'
import { euros } from '#kernel/money.ts'
import { sumOf } from './sumOf.ts'

const inEnglish = (cents: number) => euros(cents, 'en')

test('sumOf() is negative for what the bank took back, in any currency', () => {
  const line = { kind: 'payment', cents: 12_000, currency: 'EUR' } as const
  expect(sumOf(line, inEnglish)).toBe('120€')
  expect(sumOf({ ...line, kind: 'returned' }, inEnglish)).toBe('−120€')
  expect(sumOf({ ...line, kind: 'returned', currency: 'USD' }, inEnglish)).toBe('−120.00 USD')
})
