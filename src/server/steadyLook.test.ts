import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { steadyLook } from './steadyLook.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A steady look whose reads wait until `there` releases them. */
function looking(often = false) {
  const seen = { there: 1, held: 1, away: false, looks: 0, found: [] as unknown[], failed: 0 }
  const steady = steadyLook({
    take: async () => {
      seen.looks++
      if (seen.away) throw new Error('away')
      const isNew = seen.held !== seen.there
      seen.held = seen.there
      return isNew
    },
    found: (what) => seen.found.push(what),
    failed: () => seen.failed++,
    often,
  })
  return { seen, steady }
}

it('retries a failed read until it succeeds, and reports it once', async () => {
  const { seen, steady } = looking()
  seen.there = 2
  seen.away = true
  expect(await steady.look()).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen).toMatchObject({ looks: 11, failed: 1, found: [] })
  seen.away = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toMatchObject({ held: 2, failed: 1, found: [{ isNew: true, missed: false }] })
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(seen.looks).toBe(12)
})

it('finds a change that was never announced within a minute, and reports nothing if unchanged', async () => {
  const { seen, steady } = looking(true)
  await vi.advanceTimersByTimeAsync(3 * MINUTE)
  expect(seen).toMatchObject({ looks: 3, found: [] })
  seen.there = 2
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(seen.found).toEqual([{ isNew: true, missed: false }])
  await steady.stop()
  await vi.advanceTimersByTimeAsync(3 * MINUTE)
  expect(seen.looks).toBe(4)
})

it('reports what may have been missed once, when the database responds', async () => {
  const { seen, steady } = looking()
  seen.away = true
  for (let times = 0; times < 3; times++) {
    steady.missed()
    await vi.advanceTimersByTimeAsync(2_000)
  }
  expect(seen.found).toEqual([])
  seen.away = false
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(seen.found).toEqual([{ isNew: false, missed: true }])
})

it('does not postpone the read when more is missed', async () => {
  const { seen, steady } = looking()
  for (let times = 0; times < 10; times++) {
    steady.missed()
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(seen.found.length).toBeGreaterThan(1)
})
