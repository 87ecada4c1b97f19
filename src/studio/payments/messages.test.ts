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

  test('name who is booked for, and speak of one and of several', () => {
    const [one, two] = [['Mia'], ['Mia', 'Robin']]
    expect(texts.en.theyAreIn(one, 1500, '1 Dec')).toBe('Mia is registered. Please transfer 15€ by 1 Dec.')
    expect(texts.en.theyAreIn(two, 3000, '1 Dec')).toBe('Mia and Robin are registered. Please transfer 30€ by 1 Dec.')
    expect(texts.et.itIsTheirs([...two, 'Liis'], 9000, '1. dets')).toBe(
      'Pääsmed on ostetud (Mia, Robin ja Liis). Palun kanna 90€ üle hiljemalt 1. dets.',
    )
  })
})
