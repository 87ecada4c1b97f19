import { expect, test } from 'vitest'
import { shareText } from './shareText.ts'

const line = { cents: 4000 }
const share = { description: 'Pass', userId: 'daughter', person: 'Mari Kask', cents: 4000 }

test('who pays for themselves is not named again, who has the same name is', () => {
  expect(shareText(share, line, { userId: 'daughter' }, 'a deleted user')).toBe('Pass')
  expect(shareText(share, line, { userId: 'mother' }, 'a deleted user')).toBe('Pass, Mari Kask')
})

test('a part of a line has its sum, and whoever has left their word', () => {
  const of = { ...share, person: '', cents: 1500 }
  expect(shareText(of, line, { userId: '-' }, 'a deleted user')).toBe('Pass, a deleted user: 15€')
})
