import { describe, expect, test } from 'vitest'
import { texts } from './messages.ts'

describe('the texts of paying', () => {
  test('ask with the amount and the method by its full name', () => {
    expect(texts.en.confirmQuestion(1500, 'cash')).toBe('Are you sure you want to pay 15€ with Cash in Person?')
    expect(texts.et.confirmQuestion(1250, 'bankTransfer')).toBe('Kas soovid kindlasti maksta 12.50€ pangaülekandega?')
  })

  test('say what a discount takes off', () => {
    expect(texts.en.discountApplied(500)).toBe('Discount applied: -5€')
  })
})
