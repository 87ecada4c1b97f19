import { expect, test } from 'vitest'
import { howSearched } from './howSearched.ts'

test('howSearched() tells a search that is typed on or shortened from one for something else', () => {
  expect(howSearched('reb', 'rebe')).toBe('typedOn')
  expect(howSearched('rebe', 'reb')).toBe('shortened')
  for (const after of ['', 'l', 'r', 'liis reb']) expect(howSearched('rebe', after)).toBe('next')
  expect(howSearched('r', '')).toBe('next')
  expect(howSearched('', 'r')).toBe('next')
})
