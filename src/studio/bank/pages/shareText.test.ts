import { expect, test } from 'vitest'
import { deedTexts } from '../messages/deeds.ts'
import { shareText } from './shareText.ts'

const day = () => '27 Nov'
const line = { cents: 4000 }
const share = { description: 'Pass', startsAt: null, userId: 'daughter', person: 'Mari Kask', cents: 4000 }

test('who pays for themselves is not named again, who has the same name is', () => {
  expect(shareText(share, line, { userId: 'daughter' }, deedTexts.en, day)).toBe('Pass')
  expect(shareText(share, line, { userId: 'mother' }, deedTexts.en, day)).toBe('Pass, Mari Kask')
})

test('a part of a line has its sum, and whoever has left their word', () => {
  const of = { ...share, person: '', cents: 1500 }
  expect(shareText(of, line, { userId: '-' }, deedTexts.en, day)).toBe('Pass, a deleted user: 15€')
})

test('a part of a payment says so, also where it takes the whole line', () => {
  const of = { ...share, cents: 4000, of: 8500 }
  expect(shareText(of, line, { userId: 'daughter' }, deedTexts.en, day)).toBe('Pass: 40€ of 85€')
  expect(shareText(of, line, { userId: 'daughter' }, deedTexts.et, day)).toBe('Pass: 85€-st 40€')
})

test('a class has its day, for one pays for the same class on many days', () => {
  const dropIn = { ...share, description: 'Girl Group', startsAt: 0 }
  expect(shareText(dropIn, line, { userId: 'mother' }, deedTexts.en, day)).toBe('Girl Group, 27 Nov, Mari Kask')
})
