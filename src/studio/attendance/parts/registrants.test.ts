import { expect, it } from 'vitest'
import { afterTap, mayRemove } from '../rules.ts'
import { isNamed, keepPlaces, openByThemselves, rowsOf } from './registrants.ts'

const included = {
  userId: 'a',
  method: 'included' as const,
  membershipName: null,
  payment: null,
  passPayment: null,
  attendance: null,
}

it('puts people and their places together again', () => {
  const entry = {
    id: 'e',
    className: 'Girls',
    startsAt: 0,
    endsAt: 1,
    maxParticipants: 5,
    cancelledAt: null,
    roomId: null,
    teacherIds: [],
  }
  const people = [
    {
      id: 'a',
      displayName: 'Anna',
      familyName: 'Tamm',
      email: 'anna@example.ee',
      age: null,
      photos: null,
      hasPhone: false,
    },
  ]
  const [row] = rowsOf({ people, entries: [{ ...entry, registrants: [included] }] })
  expect(row?.registrants).toEqual([
    { ...included, name: 'Anna Tamm', email: 'anna@example.ee', age: null, photos: null, hasPhone: false },
  ])
})

it('leaves everyone in their place while a screen is open: who comes stands at the end, who goes leaves a gap', () => {
  const person = (userId: string) => ({
    ...included,
    userId,
    name: userId,
    email: '',
    age: null,
    photos: null,
    hasPhone: false,
  })
  const list = (ids: string) => [...ids].map(person)
  const seen = (rows: ReturnType<typeof keepPlaces>) => rows.map(({ userId, presence }) => `${userId} ${presence}`)
  const opened = list('bd').map((row) => ({ ...row, presence: 'listed' as const }))
  const later = keepPlaces(opened, list('acd'))
  expect(seen(later)).toEqual(['b gone', 'd listed', 'a new', 'c new'])
  expect(seen(keepPlaces(later, list('abcd')))).toEqual(['b new', 'd listed', 'a new', 'c new'])
  expect(keepPlaces(later, [])).toEqual([])
})

it('opens the first classes of a page, and those of few people with them', () => {
  expect(openByThemselves([10, 9, 20, 5, 0], 20)).toEqual([true, true, true, false, false])
  expect(openByThemselves([1000, 1], 20)).toEqual([true, false])
  expect(openByThemselves([1, 0, 2, 1, 0, 3, 1, 0, 2, 1], 20)).toEqual(Array(10).fill(true))
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

it('finds a person by parts of the name in any order, with and without accents', () => {
  expect(['hob', 'HÕBE mar', 'marleen', ' '].map((typed) => isNamed('Marleen Hõbe', typed.trim()))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(isNamed('Marleen Hõbe', 'mari')).toBe(false)
})
