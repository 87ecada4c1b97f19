import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { courses } from '#studio/courses/contract.ts'
import { send, sendAgain } from './commands.ts'

const input = { courseId: 'course' }
const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const networkFailure = () => Promise.reject(new TypeError('fetch failed'))

const calls = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', calls)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  calls.mockReset()
})

const keys = () => calls.mock.calls.map(([, init]) => (JSON.parse(init.body as string) as { key: string }).key)

describe('send', () => {
  it('tries five times, 1, 2, 4 and 8 seconds apart, always with the same key', async () => {
    calls.mockImplementation(networkFailure)
    const outcome = send(courses.leave, input)
    for (const [waited, made] of [
      [0, 1],
      [999, 1],
      [1, 2],
      [2_000, 3],
      [4_000, 4],
      [8_000, 5],
      [60_000, 5],
    ] as const) {
      await vi.advanceTimersByTimeAsync(waited)
      expect(calls).toHaveBeenCalledTimes(made)
    }
    expect(await outcome).toEqual({ ok: false, code: 'unreachable' })
    expect(new Set(keys()).size).toBe(1)
  })

  it('tries twice, a second apart, on a device without a network', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    calls.mockImplementation(networkFailure)
    const outcome = send(courses.leave, input)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls).toHaveBeenCalledTimes(2)
    expect(await outcome).toEqual({ ok: false, code: 'unreachable' })
  })

  it('stops retrying once there is a response, whether success or refusal', async () => {
    calls.mockImplementationOnce(networkFailure).mockResolvedValueOnce(answer(200, { ok: false, code: 'notInCourse' }))
    const outcome = send(courses.leave, input)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toEqual({ ok: false, code: 'notInCourse' })
    expect(calls).toHaveBeenCalledTimes(2)
  })

  it('retries when the server is busy or asks for a short pause', async () => {
    calls
      .mockResolvedValueOnce(answer(503, { ok: false, code: 'busy' }))
      .mockResolvedValueOnce(answer(429, { ok: false, code: 'tooManyRequests' }, { 'retry-after': '2' }))
      .mockResolvedValueOnce(answer(200, { ok: true, value: {} }))
    const outcome = send(courses.leave, input)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toEqual({ ok: true, value: {} })
  })

  it('does not retry against a long rate limit and returns the waiting time', async () => {
    const limited = { ok: false, code: 'tooManyRequests', params: { seconds: 600 } }
    calls.mockResolvedValueOnce(answer(429, limited, { 'retry-after': '600' }))
    expect(await send(courses.leave, input)).toEqual(limited)
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('retries with the same key after a timeout, and reports the timeout in the end', async () => {
    calls.mockImplementation(
      (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        }),
    )
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds)
      return controller.signal
    })
    const outcome = send(courses.leave, input)
    await vi.advanceTimersByTimeAsync(200_000)
    expect(await outcome).toEqual({ ok: false, code: 'deadlineExceeded' })
    expect(calls).toHaveBeenCalledTimes(5)
    expect(new Set(keys()).size).toBe(1)
  })

  it('uses a new key for each call', async () => {
    calls.mockImplementation(async () => answer(200, { ok: true, value: {} }))
    await send(courses.leave, input)
    await send(courses.leave, input)
    expect(new Set(keys()).size).toBe(2)
  })
})

describe('sendAgain', () => {
  const after = async <T>(outcome: Promise<T>) => {
    await vi.advanceTimersByTimeAsync(200_000)
    return await outcome
  }
  const bought = async () => answer(200, { ok: true, value: {} })

  it.each([
    ['the network is away', networkFailure, 5],
    ['the server is busy', async () => answer(503, { ok: false, code: 'busy' }), 5],
    ['the server fails', async () => answer(500, { ok: false, code: 'unexpected' }), 1],
    ['it is too often', async () => answer(429, { ok: false, code: 'tooManyRequests' }, { 'retry-after': '600' }), 1],
  ] as const)('keeps the key for the same input until there is a final response (%s)', async (_, trouble, times) => {
    const run = sendAgain(courses.leave)
    calls.mockImplementation(trouble)
    await after(run(input))
    await after(run(input))
    calls.mockImplementation(bought)
    expect(await after(run(input))).toEqual({ ok: true, value: {} })
    expect(keys()).toHaveLength(2 * times + 1)
    expect(new Set(keys()).size).toBe(1)
    await after(run(input))
    expect(new Set(keys()).size).toBe(2)
  })

  it('uses a new key after a refusal', async () => {
    const run = sendAgain(courses.leave)
    calls.mockImplementation(async () => answer(200, { ok: false, code: 'notInCourse' }))
    await after(run(input))
    await after(run(input))
    expect(new Set(keys()).size).toBe(2)
  })

  it('uses a new key for other input, also when the first input comes again', async () => {
    const run = sendAgain(courses.leave)
    calls.mockImplementation(async () => answer(500, { ok: false, code: 'unexpected' }))
    for (const courseId of ['course', 'other', 'course']) await after(run({ courseId }))
    expect(new Set(keys()).size).toBe(3)
  })
})
