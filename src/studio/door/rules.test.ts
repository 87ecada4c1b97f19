import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { ageOn, classAtDoor, nextMark } from './rules.ts'

it('goes from attended to no-show, and with the third tap back to nothing', () => {
  expect(nextMark(null)).toBe('attended')
  expect(nextMark(nextMark(null))).toBe('no-show')
  expect(nextMark(nextMark(nextMark(null)))).toBeNull()
})

it('counts the years to the day', () => {
  expect(ageOn('2010-03-11', '2026-03-10')).toBe(15)
  expect(ageOn('2010-03-10', '2026-03-10')).toBe(16)
  expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
  fc.assert(
    fc.property(fc.date({ min: new Date('1950-01-01'), max: new Date('2020-12-31'), noInvalidDate: true }), (born) => {
      const dob = born.toISOString().slice(0, 10)
      const age = ageOn(dob, '2026-07-01')
      expect(age).toBe(2026 - Number(dob.slice(0, 4)) - (dob.slice(5) > '07-01' ? 1 : 0))
    }),
  )
})

it("opens at one's own class that runs or comes next, else at any such", () => {
  const at = (id: string, hour: number, teacherIds: string[] = [], cancelledAt: number | null = null) => {
    return { id, startsAt: hour * HOUR, endsAt: (hour + 1) * HOUR, cancelledAt, teacherIds }
  }
  const all = [
    at('early', 8),
    at('first', 17, ['kaur']),
    at('off', 18, ['triin'], 1),
    at('own', 19, ['triin']),
    at('last', 20),
  ]
  expect(classAtDoor(all, 'triin', 17 * HOUR)?.id).toBe('own')
  expect(classAtDoor(all, 'liis', 17 * HOUR)?.id).toBe('first')
  expect(classAtDoor(all, 'triin', 20 * HOUR)?.id).toBe('last')
  expect(classAtDoor(all, 'triin', 22 * HOUR)?.id).toBe('last')
  expect(classAtDoor([], 'triin', 0)).toBeNull()
})
