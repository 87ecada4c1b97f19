import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { DROP_IN, judgeMemberships, judgeWithoutEntry, preselected } from './choice.ts'

const now = Date.parse('2026-11-20T12:00Z')
const entry = { startsAt: now + 5 * DAY, categories: ['Girl Group'] }
const purchase = (id: string, but: object = {}) => ({
  id,
  classesUsed: 1,
  classLimit: 10,
  validUntil: now + 30 * DAY,
  status: 'active' as const,
  categories: [] as string[],
  excludedCategories: [] as string[],
  frozenFrom: null,
  frozenUntil: null,
  ...but,
})
const usedUp = purchase('used up', { classesUsed: 10 })
const tooShort = purchase('too short', { validUntil: now + DAY })
const frozen = purchase('frozen', { frozenFrom: now, frozenUntil: now + 9 * DAY })
const otherCategory = purchase('other', { categories: ['Boy Group'] })

it('sorts usable memberships first and says why each of the others is not usable', () => {
  const judged = judgeMemberships([usedUp, purchase('a'), tooShort, frozen, otherCategory, purchase('b')], entry, now)
  expect(judged.map(({ purchase, why }) => [purchase.id, why])).toEqual([
    ['a', null],
    ['b', null],
    ['used up', 'membershipUsedUp'],
    ['too short', 'membershipExpiresBefore'],
    ['frozen', 'membershipFrozen'],
    ['other', 'membershipCategory'],
  ])
})

it('sorts used-up memberships last before a class is chosen', () => {
  expect(judgeWithoutEntry([usedUp, tooShort]).map(({ purchase, why }) => [purchase.id, why])).toEqual([
    ['too short', null],
    ['used up', 'membershipUsedUp'],
  ])
})

it('preselects the only usable membership', () => {
  expect(preselected(judgeMemberships([usedUp, purchase('a')], entry, now))).toBe('a')
})

it('preselects the drop-in fee if no membership is usable', () => {
  expect(preselected(judgeMemberships([usedUp, tooShort], entry, now))).toBe(DROP_IN)
  expect(preselected([])).toBe(DROP_IN)
})

it('preselects the membership that ends first if several are usable', () => {
  expect(preselected(judgeMemberships([usedUp, purchase('a'), purchase('b')], entry, now))).toBe('a')
})
