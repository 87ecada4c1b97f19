import { describe, expect, test } from 'vitest'
import { bestValue, listed } from './rules.ts'

const membership = (name: string, standardPrice: number | null, categories: string[] = []) => ({
  name,
  standardPrice,
  memberPrice: null,
  price: standardPrice === null ? 2000 : null,
  validPeriod: 30,
  categories,
})

const catalogue = [
  membership('10 classes', 9000),
  membership('Morning FITNESS', 5000),
  membership('Old ticket', null),
  membership('All mornings', 3000, ['strength']),
]
const categories = [
  { id: 'strength', fitness: true },
  { id: 'salsa', fitness: false },
]
const names = (show: 'fitness' | 'other' | undefined) => listed(catalogue, show, categories).map(({ name }) => name)

describe('the list of memberships', () => {
  test('is ordered by standard price; a single price counts as the standard price', () => {
    expect(names(undefined)).toEqual(['Old ticket', 'All mornings', 'Morning FITNESS', '10 classes'])
  })

  test('shows only fitness memberships, found by name or category in any letter case', () => {
    expect(names('fitness')).toEqual(['All mornings', 'Morning FITNESS'])
  })

  test('leaves fitness memberships out', () => {
    expect(names('other')).toEqual(['Old ticket', '10 classes'])
  })
})

test('marks the pass with the lowest price per class, unless two are equal', () => {
  const pass = (id: string, standardPrice: number, classLimit: number) => ({
    id,
    name: id,
    categories: [],
    standardPrice,
    memberPrice: null,
    price: null,
    validPeriod: 30,
    classLimit,
  })
  expect(bestValue([pass('trial', 900, 1), pass('four', 4800, 4), pass('ten', 9900, 10)])).toBe('ten')
  expect(bestValue([pass('four', 4000, 4), pass('ten', 10_000, 10)])).toBeUndefined()
  expect(bestValue([pass('four', 4000, 4)])).toBeUndefined()
})
