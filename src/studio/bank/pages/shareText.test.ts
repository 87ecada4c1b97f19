import { expect, test } from 'vitest'
import { euros } from '#kernel/money.ts'
import { deedTexts } from '../messages/deeds.ts'
import { shareText } from './shareText.ts'

const inEnglish = { day: () => '27 Nov', euros: (cents: number) => euros(cents, 'en') }
const line = { cents: 4000 }
const share = { description: 'Pass', startsAt: null, userId: 'daughter', person: 'Mari Kask', cents: 4000 }

test('shareText() omits the person who pays for themselves, but not another one of the same name', () => {
  expect(shareText(share, line, { userId: 'daughter' }, deedTexts.en, inEnglish)).toBe('Pass')
  expect(shareText(share, line, { userId: 'mother' }, deedTexts.en, inEnglish)).toBe('Pass, Mari Kask')
})

test('shareText() shows the amount of a part of a line, and says "a deleted user" for a person without a name', () => {
  const of = { ...share, person: '', cents: 1500 }
  expect(shareText(of, line, { userId: '-' }, deedTexts.en, inEnglish)).toBe('Pass, a deleted user: 15€')
})

test('shareText() says when only a part of a payment was paid, also if it took the whole line', () => {
  const of = { ...share, cents: 4000, of: 8500 }
  expect(shareText(of, line, { userId: 'daughter' }, deedTexts.en, inEnglish)).toBe('Pass: 40€ of 85€')
  expect(shareText(of, line, { userId: 'daughter' }, deedTexts.et, inEnglish)).toBe('Pass: 40€ 85€-st')
})

test('shareText() adds the day of a class, since people pay for the same class on many days', () => {
  const dropIn = { ...share, description: 'Girl Group', startsAt: 0 }
  expect(shareText(dropIn, line, { userId: 'mother' }, deedTexts.en, inEnglish)).toBe('Girl Group, 27 Nov, Mari Kask')
})
