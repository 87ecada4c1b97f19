import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { Budget } from './budget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const anna = { kind: 'user', accountId: 'anna' } as const
const staff = { kind: 'teacher', accountId: 'liis' } as const

/** How many commands somebody may run at this moment. */
async function given(budget: Budget, caller: { kind: 'user' | 'teacher'; accountId: string }, session = 'a session') {
  for (let n = 0; ; n++) if ((await budget.over(caller, session)) !== null) return n
}

it('allows a member 120 commands a minute, and staff 600, counted per person', async () => {
  const budget = new Budget(1)
  expect(await given(budget, anna)).toBe(120)
  expect(await given(budget, { ...anna, accountId: 'mari' })).toBe(120)
  expect(await given(budget, staff)).toBe(600)
  expect(await budget.over(anna, 'a session')).toBe(60)
  vi.advanceTimersByTime(MINUTE)
  expect(await given(budget, anna)).toBe(120)
})

it('allows a member 1000 commands an hour', async () => {
  const budget = new Budget(1)
  let all = 0
  for (let minute = 0; minute < 10; minute++) {
    all += await given(budget, anna)
    vi.advanceTimersByTime(MINUTE)
  }
  expect(all).toBe(1000)
  expect(await budget.over(anna, 'a session')).toBe(50 * 60)
  vi.advanceTimersByTime(HOUR)
  expect(await given(budget, anna)).toBe(120)
})

it('counts all devices together, and remembers a session that is over the limit', async () => {
  const budget = new Budget(1)
  expect(await budget.knownOver('phone')).toBe(null)
  expect(await given(budget, anna, 'phone')).toBe(120)
  expect(await budget.knownOver('phone')).toBe(60)
  expect(await budget.knownOver('laptop')).toBe(null)
  expect(await given(budget, anna, 'laptop')).toBe(0)
  vi.advanceTimersByTime(MINUTE)
  expect(await budget.knownOver('phone')).toBe(null)
})

it('multiplies the limits by a factor', async () => {
  expect(await given(new Budget(3), anna)).toBe(360)
})

it('forgets people who ran no command for an hour', async () => {
  const budget = new Budget(1)
  await given(budget, anna)
  vi.advanceTimersByTime(HOUR)
  expect(vi.getTimerCount()).toBe(0)
})
