import { expect, test } from 'vitest'
import { texts } from './messages.ts'

test('a purchase is confirmed with the euro sign before the price', () => {
  expect(texts.en.bought(1250)).toBe('Membership purchased successfully for €12.50!')
  expect(texts.en.bought(9000)).toBe('Membership purchased successfully for €90!')
})
