import { expect, it, vi } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { learnTime, onClock, studioTime } from './clock.ts'

it('follows the studio’s time although the device clock is wrong, and notifies listeners only of a jump', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 100 * HOUR })
  let told = 0
  const forget = onClock(() => told++)
  learnTime(124 * HOUR)
  expect(studioTime()).toBe(124 * HOUR)
  vi.setSystemTime(101 * HOUR)
  expect(studioTime(), 'an hour later').toBe(125 * HOUR)
  learnTime(125 * HOUR - 800)
  expect(studioTime(), 'a beat that took a moment to come').toBe(125 * HOUR)
  learnTime(125 * HOUR + 300)
  expect(studioTime(), 'one that came more quickly').toBe(125 * HOUR + 300)
  expect(told).toBe(1)
  // the device clock is corrected
  vi.setSystemTime(125 * HOUR)
  learnTime(125 * HOUR)
  expect(studioTime()).toBe(125 * HOUR)
  forget()
  vi.useRealTimers()
})
