import { expect, it } from 'vitest'
import { afterTap, mayRemove } from '../rules.ts'
import { rowsAtFirst, rowsOf, statusOf } from './registrants.ts'

const included = { userId: 'a', method: 'included' as const, membershipName: null, payment: null, attendance: null }

it('puts people and their places together again', () => {
  const entry = { id: 'e', className: 'Girls', startsAt: 0, endsAt: 1, maxParticipants: 5, cancelledAt: null }
  const people = [{ id: 'a', displayName: 'Anna', familyName: 'Tamm', email: 'anna@example.ee' }]
  const [row] = rowsOf({ people, entries: [{ ...entry, registrants: [included] }] })
  expect(row?.registrants).toEqual([{ ...included, name: 'Anna Tamm', email: 'anna@example.ee' }])
})

it('says Included for included users, and nothing for a place that a membership paid', () => {
  expect(statusOf(included)).toEqual({ status: 'included', actualAmount: null })
  expect(statusOf({ ...included, method: 'membership', membershipName: 'Ten' })).toBeNull()
})

it('draws everyone of a few classes, and of very many only the first', () => {
  expect(rowsAtFirst([10, 0, 20])).toEqual([10, 0, 20])
  expect(rowsAtFirst([1000])).toEqual([60])
  expect(rowsAtFirst([60, 60, 60, 60, 5])).toEqual([60, 60, 60, 0, 0])
})

it('takes a mark back by tapping it again', () => {
  expect(afterTap(null, 'attended')).toBe('attended')
  expect(afterTap('attended', 'no-show')).toBe('no-show')
  expect(afterTap('no-show', 'no-show')).toBeNull()
})

it('leaves a confirmed registration to the admin', () => {
  expect(mayRemove('teacher', 'due')).toBe(true)
  expect(mayRemove('teacher', null)).toBe(true)
  expect(mayRemove('teacher', 'confirmed')).toBe(false)
  expect(mayRemove('admin', 'confirmed')).toBe(true)
  expect(mayRemove('user', 'due')).toBe(false)
})
