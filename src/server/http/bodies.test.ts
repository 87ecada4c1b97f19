import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MOST_BYTES } from '#studio/bank/rules/statements.ts'
import { bodyWithin, LONGEST_REQUEST, patienceFor } from './bodies.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const message = (complete = false) =>
  Object.assign(new EventEmitter(), { complete, destroy: vi.fn() }) as unknown as IncomingMessage

it('allows 25 MB in base64 as long as an upload at 50 kB a second takes', () => {
  const sent = (MOST_BYTES * 4) / 3
  expect(patienceFor(sent)).toBeGreaterThan(sent / 50)
  expect(patienceFor(37_000_000)).toBeLessThan(LONGEST_REQUEST)
  expect(patienceFor()).toBe(30_000)
})

it('closes a request whose body does not arrive in time', () => {
  const [slow, quick, gone] = [message(), message(), message()]
  for (const one of [slow, quick, gone]) bodyWithin(one, 30_000)
  vi.advanceTimersByTime(29_999)
  expect(slow.destroy).not.toHaveBeenCalled()
  Object.assign(quick, { complete: true })
  gone.emit('close')
  vi.advanceTimersByTime(1)
  expect([slow, quick, gone].map(({ destroy }) => vi.mocked(destroy).mock.calls.length)).toEqual([1, 0, 0])
})

it('waits longer for a body once its sender is known', () => {
  const file = message()
  bodyWithin(file, 30_000)
  vi.advanceTimersByTime(20_000)
  bodyWithin(file, 100_000)
  vi.advanceTimersByTime(99_999)
  expect(file.destroy).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(file.destroy).toHaveBeenCalledTimes(1)
})
