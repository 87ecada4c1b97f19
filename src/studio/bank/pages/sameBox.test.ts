import { expect, test } from 'vitest'
import type { ShownSuggestion } from '../contract.ts'
import { inBoxes } from './sameBox.ts'

const fee = { paymentId: 'fee', description: 'Pass', startsAt: null, userId: 'mari', person: 'Mari', cents: 4000 }
const mari = { payerId: 'mari', userId: 'mari', name: 'Mari', paymentId: null, shares: [fee] }
const byNumber: ShownSuggestion = { ...mari, hint: 'bareNumber' }
const byName: ShownSuggestion = { ...mari, paymentId: 'fee', hint: 'nameAlike' }

test('inBoxes() shows one payer and the same payments once, with all reasons', () => {
  expect(inBoxes([byNumber, byName])).toEqual([{ suggestion: byNumber, hints: ['bareNumber', 'nameAlike'] }])
})

test('inBoxes() says a reason once', () => {
  expect(inBoxes([byName, { ...byName, paymentId: null }])).toEqual([{ suggestion: byName, hints: ['nameAlike'] }])
})

test('inBoxes() keeps other payments, other sums and other payers apart', () => {
  const others: ShownSuggestion[] = [
    { ...byName, shares: [{ ...fee, paymentId: 'other' }] },
    { ...byName, shares: [{ ...fee, cents: 3000 }] },
    { ...byName, payerId: 'liis' },
  ]
  expect(inBoxes([byNumber, ...others]).map(({ suggestion }) => suggestion)).toEqual([byNumber, ...others])
})
