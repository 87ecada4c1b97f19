import { describe, expect, test } from 'vitest'
import { texts } from './messages.ts'
import { deskTexts } from './messages/desk.ts'

test('the sum above the due payments is said to be what is left, as the prices beside it are whole', () => {
  expect(deskTexts.en.openOf(17, '994€')).toBe('17 payments, 994€ still to pay')
  expect(deskTexts.et.openOf(1, '25€')).toBe('1 makse, tasuda veel 25€')
})

describe('texts of the payment dialog', () => {
  test('the question names the amount and the payment method in full', () => {
    expect(texts.en.confirmQuestion(1500, 'cash')).toBe('Are you sure you want to pay 15€ with Cash in Person?')
    expect(texts.et.confirmQuestion(1250, 'bankTransfer')).toBe('Kas soovid kindlasti maksta 12,50€ pangaülekandega?')
  })

  test('staff who book for somebody else are asked how it is paid; the English question is the one specified', () => {
    expect(texts.en.confirmQuestionForAnother(1500, 'cash')).toBe(
      'Are you sure you want to pay 15€ with Cash in Person?',
    )
    expect(texts.et.confirmQuestionForAnother(1250, 'cash')).toBe('Kas makstakse 12,50€ kohapeal sularahas?')
  })

  test('a discount is shown as a negative amount', () => {
    expect(texts.en.discountApplied(500)).toBe('Discount applied: -5€')
  })

  test('the confirmation names all booked people, with the right singular or plural', () => {
    const [one, two] = [['Mia'], ['Mia', 'Robin']]
    expect(texts.en.theyAreIn(one, 1500, '1 Dec')).toBe('Mia is registered. Please transfer 15€ by 1 Dec.')
    expect(texts.en.theyAreIn(two, 3000, '1 Dec')).toBe('Mia and Robin are registered. Please transfer 30€ by 1 Dec.')
    expect(texts.et.itIsTheirs([...two, 'Liis'], 9000, '1. dets')).toBe(
      'Pääsmed on ostetud (Mia, Robin ja Liis). Palun kanna 90€ üle hiljemalt 1. dets.',
    )
  })
})
