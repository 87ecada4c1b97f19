import { expect, test } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { runsOut } from './rules.ts'
import { leftFirst } from './rules/book.ts'

const now = Date.UTC(2026, 8, 1)
const fresh = { status: 'active', classLimit: 10, classesUsed: 0, validUntil: now + 60 * DAY } as const

test('says that a pass runs out with its last two classes, in its last two weeks, and after its end', () => {
  expect(runsOut(fresh, now)).toBe(false)
  expect(runsOut({ ...fresh, classesUsed: 7 }, now), 'three are left').toBe(false)
  expect(runsOut({ ...fresh, classesUsed: 8 }, now), 'two are left').toBe(true)
  expect(runsOut({ ...fresh, classesUsed: 10 }, now), 'used up').toBe(true)
  expect(runsOut({ ...fresh, validUntil: now + 14 * DAY + 1 }, now)).toBe(false)
  expect(runsOut({ ...fresh, validUntil: now + 14 * DAY }, now)).toBe(true)
  expect(runsOut({ ...fresh, validUntil: now - DAY }, now), 'ended').toBe(true)
  expect(runsOut({ ...fresh, status: 'cancelled' }, now)).toBe(true)
})

test('lists passes with classes left before used-up ones, each in their order', () => {
  const pass = (id: number, classesUsed: number) => ({ id, classesUsed, classLimit: 5 })
  const passes = [pass(1, 5), pass(2, 4), pass(3, 5), pass(4, 0)]
  expect(leftFirst(passes).map(({ id }) => id)).toEqual([2, 4, 1, 3])
})
