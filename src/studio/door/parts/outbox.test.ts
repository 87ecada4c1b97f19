import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attendance } from '#studio/attendance/calls.ts'
import type * as Outbox from './outbox.ts'

/** Server responses by the label of the tap; taps not named here succeed. */
let failing: Readonly<Record<string, () => Response>> = {}
/** All calls, in order. */
let calls: { readonly label: string; readonly key: string }[] = []
let outbox: typeof Outbox

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const fault = () => answer(500, { ok: false, code: 'unexpected', params: { id: 'x7' } })

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    const { key, input } = JSON.parse(body) as { key: string; input: { scheduleId: string } }
    calls.push({ label: input.scheduleId, key })
    return failing[input.scheduleId]?.() ?? answer(200, { ok: true, value: {} })
  })
  failing = {}
  calls = []
  // the module still holds the queue of an earlier test
  vi.resetModules()
  outbox = await import('./outbox.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const tap = (label: string) =>
  outbox.put(
    'teacher',
    attendance.tap,
    (tappedAt) => ({ scheduleId: label, userIds: [], value: 'attended' as const, tappedAt, press: null }),
    label,
  )
const labels = (some: readonly Outbox.Waiting[]) => some.map(({ label }) => label)
const callsOf = (label: string) => calls.filter((call) => call.label === label)

it('moves a tap aside on which the server fails repeatedly, and sends the later ones', async () => {
  failing = { Mari: fault }
  await tap('Mari')
  await tap('Jaan')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(callsOf('Jaan')).toHaveLength(1)
  expect(callsOf('Mari')).toHaveLength(5)
  expect(outbox.waitingNow()).toMatchObject([{ label: 'Mari', refused: { code: 'unexpected', params: { id: 'x7' } } }])
})

it('keeps the key when such a tap is sent again, since an earlier try may have arrived', async () => {
  failing = { Mari: fault }
  await tap('Mari')
  await vi.advanceTimersByTimeAsync(120_000)
  // its retries are used up: one more try is enough
  await outbox.sendAnew(outbox.waitingNow()[0]!)
  expect(outbox.waitingNow()).toMatchObject([{ refused: { code: 'unexpected' } }])
  failing = {}
  await outbox.sendAnew(outbox.waitingNow()[0]!)
  expect(outbox.waitingNow()).toEqual([])
  expect(new Set(callsOf('Mari').map(({ key }) => key)).size).toBe(1)
})

it('sends a refused tap again under a new key', async () => {
  failing = { Mari: () => answer(409, { ok: false, code: 'entryNotFound' }) }
  await tap('Mari')
  failing = {}
  await outbox.sendAnew(outbox.waitingNow()[0]!)
  expect(outbox.waitingNow()).toEqual([])
  expect(new Set(callsOf('Mari').map(({ key }) => key)).size).toBe(2)
})

it('keeps a tap in order while the server is unreachable or fails temporarily', async () => {
  failing = { Mari: () => answer(503, { ok: false, code: 'busy' }) }
  await tap('Mari')
  await tap('Jaan')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(callsOf('Jaan')).toEqual([])
  failing = { Mari: fault }
  await vi.advanceTimersByTimeAsync(30_000)
  expect(callsOf('Jaan')).toEqual([])
  failing = {}
  await vi.advanceTimersByTimeAsync(10_000)
  expect(labels(outbox.waitingNow())).toEqual([])
  expect(calls.slice(-2).map(({ label }) => label)).toEqual(['Mari', 'Jaan'])
})
