import { expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { classAtDoor, nextMark } from './rules.ts'

it('goes from attended to no-show, and with the third tap back to nothing', () => {
  expect(nextMark(null)).toBe('attended')
  expect(nextMark(nextMark(null))).toBe('no-show')
  expect(nextMark(nextMark(nextMark(null)))).toBeNull()
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
