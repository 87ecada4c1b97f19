import { describe, expect, test } from 'vitest'
import { listed } from './catalogue.ts'

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
  test('stands in the order of the standard price, a single price counting as one', () => {
    expect(names(undefined)).toEqual(['Old ticket', 'All mornings', 'Morning FITNESS', '10 classes'])
  })

  test('shows only fitness by name or category, in any case', () => {
    expect(names('fitness')).toEqual(['All mornings', 'Morning FITNESS'])
  })

  test('leaves fitness out', () => {
    expect(names('other')).toEqual(['Old ticket', '10 classes'])
  })
})
