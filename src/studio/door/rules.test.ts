import { expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { byDayOwnFirst, checkCount, classAtDoor, nextMark, staysInView } from './rules.ts'

it('cycles from attended to no-show and back to no mark', () => {
  expect(nextMark(null)).toBe('attended')
  expect(nextMark(nextMark(null))).toBe('no-show')
  expect(nextMark(nextMark(nextMark(null)))).toBeNull()
})

it("opens at the teacher's own class that runs or comes next, else at any such class", () => {
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

it('keeps a class in view for half an hour after its end', () => {
  const entry = { endsAt: 19 * HOUR }
  expect([18, 19, 19.4, 19.5, 24].map((hour) => staysInView(entry, hour * HOUR))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

it("lists each day separately, with the teacher's own classes first", () => {
  const at = (hour: number, teacherIds: string[] = []) => ({ hour, teacherIds })
  const all = [at(8), at(17, ['triin']), at(20, ['kaur']), at(32), at(40, ['triin'])]
  const dayOf = ({ hour }: { hour: number }) => `day ${Math.floor(hour / 24)}`
  expect(byDayOwnFirst(all, 'triin', dayOf).map(({ hour }) => hour)).toEqual([17, 8, 20, 40, 32])
  expect(byDayOwnFirst(all, null, dayOf)).toEqual(all)
})

it('a count that differs needs a reason that can be read', () => {
  const wrong = (counted: number | null, reason = '') => checkCount(3000, { counted, reason })
  expect([wrong(3000), wrong(2500, 'A note was missing')]).toEqual([{}, {}])
  expect([wrong(null), wrong(-1)]).toEqual([{ counted: 'countedNegative' }, { counted: 'countedNegative' }])
  expect([wrong(2500), wrong(0, ' \u200B')]).toEqual([{ reason: 'reasonMissing' }, { reason: 'reasonMissing' }])
})
