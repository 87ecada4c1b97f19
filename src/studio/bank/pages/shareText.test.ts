import { expect, test } from 'vitest'
import { deedTexts } from '../messages/deeds.ts'
import { shareText } from './shareText.ts'

const line = { cents: 4000 }
const share = { description: 'Pass', userId: 'daughter', person: 'Mari Kask', cents: 4000 }

test('who pays for themselves is not named again, who has the same name is', () => {
  expect(shareText(share, line, { userId: 'daughter' }, deedTexts.en)).toBe('Pass')
  expect(shareText(share, line, { userId: 'mother' }, deedTexts.en)).toBe('Pass, Mari Kask')
})

test('a part of a line has its sum, and whoever has left their word', () => {
  const of = { ...share, person: '', cents: 1500 }
  expect(shareText(of, line, { userId: '-' }, deedTexts.en)).toBe('Pass, a deleted user: 15€')
})

test('a part of a payment says so, also where it takes the whole line', () => {
  const of = { ...share, cents: 4000, of: 8500 }
  expect(shareText(of, line, { userId: 'daughter' }, deedTexts.en)).toBe('Pass: 40€ of 85€')
  expect(shareText(of, line, { userId: 'daughter' }, deedTexts.et)).toBe('Pass: 85€-st 40€')
})
