import { expect, it } from 'vitest'
import { groupedBy } from './grouped.ts'

it('groups items by a key, keys and items in the order given', () => {
  const groups = groupedBy(['salsa', 'tango', 'swing', 'tap'], ([initial]) => initial)
  expect([...groups]).toEqual([
    ['s', ['salsa', 'swing']],
    ['t', ['tango', 'tap']],
  ])
  expect(groupedBy([], String).size).toBe(0)
})
