import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { Budget } from './budget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const anna = { kind: 'user', accountId: 'anna' } as const
const staff = { kind: 'teacher', accountId: 'liis' } as const

/** How many commands somebody may give at this moment. */
async function given(budget: Budget, caller: { kind: 'user' | 'teacher'; accountId: string }, session = 'a session') {
  for (let n = 0; ; n++) if ((await budget.over(caller, session)) !== null) return n
}

it('a member gives 120 commands a minute, a member of staff 600, each by themselves', async () => {
  const budget = new Budget(1)
  expect(await given(budget, anna)).toBe(120)
  expect(await given(budget, { ...anna, accountId: 'mari' })).toBe(120)
  expect(await given(budget, staff)).toBe(600)
  expect(await budget.over(anna, 'a session')).toBe(60)
  vi.advanceTimersByTime(MINUTE)
  expect(await given(budget, anna)).toBe(120)
})

it('a member gives 1000 commands an hour', async () => {
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

it('another device gives no more commands, and a session that is over is known until then', async () => {
  const budget = new Budget(1)
  expect(await budget.knownOver('phone')).toBe(null)
  expect(await given(budget, anna, 'phone')).toBe(120)
  expect(await budget.knownOver('phone')).toBe(60)
  expect(await budget.knownOver('laptop')).toBe(null)
  expect(await given(budget, anna, 'laptop')).toBe(0)
  vi.advanceTimersByTime(MINUTE)
  expect(await budget.knownOver('phone')).toBe(null)
})

it('a factor widens it', async () => {
  expect(await given(new Budget(3), anna)).toBe(360)
})

it('holds nothing of whoever gave no command for an hour', async () => {
  const budget = new Budget(1)
  await given(budget, anna)
  vi.advanceTimersByTime(HOUR)
  expect(vi.getTimerCount()).toBe(0)
})
