import { describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { categoryOfMost, usableFor } from './makeUps.ts'

const now = Date.parse('2026-03-10T12:00:00+02:00')
const category = (id: string, includes: string[]) => ({
  id,
  name: id,
  nameEt: '',
  fitness: false,
  archived: false,
  includes,
})
const all = [category('Girls', ['Member-girl']), category('Boys', ['Member-boy']), category('Ladies', [])]
const entry = (inDays: number, categories: string[], cancelledAt: number | null = null) => ({
  startsAt: now + inDays * DAY,
  categories,
  cancelledAt,
})
const usable = (categories: string[], entries: ReturnType<typeof entry>[]) =>
  usableFor(
    { categories, validUntil: '2026-04-09' },
    { all, membershipCategory: 'Member-girl' },
    entries,
    now,
    'Europe/Tallinn',
  )

describe('a make-up class', () => {
  it('can be used for classes of its categories until its last day', () => {
    const fits = [entry(1, ['Boys']), entry(30, ['Boys', 'Ladies'])]
    expect(usable(['Girls', 'Boys'], [...fits, entry(31, ['Boys']), entry(2, ['Ladies'])])).toEqual(fits)
  })

  it('can’t be used for classes that include the member already, have begun or are cancelled', () => {
    const none = [entry(1, ['Girls']), entry(2, ['Girls', 'Boys']), entry(-1, ['Boys']), entry(3, ['Boys'], now)]
    expect(usable(['Girls', 'Boys'], none)).toEqual([])
  })
})

it('a make-up class opens the class list at the category with the most usable classes', () => {
  const makeUp = { categories: ['Girls', 'Boys'], validUntil: '2026-04-09' } as const
  expect(categoryOfMost(makeUp, [entry(1, ['Boys']), entry(2, ['Boys', 'Girls'])])).toBe('Boys')
})
