import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clashesInRoom, clashesOfTeachers, overlap, ownFirst, type Taken } from './rules.ts'

const span = fc
  .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }))
  .map(([startsAt, long]) => ({ startsAt, endsAt: startsAt + long }))
const at = (startsAt: number, endsAt: number, more: Partial<Taken> = {}): Taken => {
  return { ownerId: 'other', title: 'Salsa', roomId: 'big', teacherIds: ['triin'], startsAt, endsAt, ...more }
}

it('two times overlap if they share a moment, but not if one begins when the other ends', () => {
  fc.assert(
    fc.property(span, span, (one, other) => {
      const moments = Array.from({ length: 80 }, (_, moment) => moment)
      const within = (moment: number, { startsAt, endsAt }: typeof one) => startsAt <= moment && moment < endsAt
      expect(overlap(one, other)).toBe(moments.some((moment) => within(moment, one) && within(moment, other)))
      expect(overlap(other, one)).toBe(overlap(one, other))
    }),
  )
})

it('lists clashes in the same room, soonest first', () => {
  const taken = [at(30, 40), at(10, 20), at(12, 15, { roomId: 'small' })]
  expect(clashesInRoom('big', [{ startsAt: 0, endsAt: 35 }], taken)).toEqual([taken[1], taken[0]])
  expect(clashesInRoom('big', [{ startsAt: 20, endsAt: 30 }], taken)).toEqual([])
  expect(clashesInRoom(null, [{ startsAt: 0, endsAt: 35 }], taken)).toEqual([])
})

it('lists clashes of a teacher, in any room', () => {
  const taken = [at(10, 20), at(10, 20, { roomId: null, teacherIds: ['kaur'] })]
  expect(clashesOfTeachers(['kaur', 'liis'], [{ startsAt: 15, endsAt: 16 }], taken)).toEqual([taken[1]])
})

it('sorts the teacher’s own classes first and keeps the order otherwise', () => {
  const all = [at(1, 2, { teacherIds: [] }), at(3, 4), at(5, 6, { teacherIds: ['kaur'] }), at(7, 8)]
  expect(ownFirst(all, 'triin').map(({ startsAt }) => startsAt)).toEqual([3, 7, 1, 5])
  expect(ownFirst(all, null)).toEqual(all)
})
