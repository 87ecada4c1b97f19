import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attendance } from '#studio/attendance/calls.ts'
import type * as Outbox from './outbox.ts'

/** What the server says to each call, by the label of its tap; it takes what is not named here. */
let failing: Readonly<Record<string, () => Response>> = {}
/** Each call, in its turn. */
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
  // what an earlier test left waits in the module
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

it('a tap on which the server fails again and again needs a look, and the later ones go', async () => {
  failing = { Mari: fault }
  await tap('Mari')
  await tap('Jaan')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(callsOf('Jaan')).toHaveLength(1)
  expect(callsOf('Mari')).toHaveLength(5)
  expect(outbox.waitingNow()).toMatchObject([{ label: 'Mari', refused: { code: 'unexpected', params: { id: 'x7' } } }])
})

it('sent again, it keeps its key: an earlier try may have arrived', async () => {
  failing = { Mari: fault }
  await tap('Mari')
  await vi.advanceTimersByTimeAsync(120_000)
  // it has had its tries: once more is enough to see whether it goes now
  await outbox.sendAnew(outbox.waitingNow()[0]!)
  expect(outbox.waitingNow()).toMatchObject([{ refused: { code: 'unexpected' } }])
  failing = {}
  await outbox.sendAnew(outbox.waitingNow()[0]!)
  expect(outbox.waitingNow()).toEqual([])
  expect(new Set(callsOf('Mari').map(({ key }) => key)).size).toBe(1)
})

it('what the studio refused is sent again under a new key', async () => {
  failing = { Mari: () => answer(409, { ok: false, code: 'entryNotFound' }) }
  await tap('Mari')
  failing = {}
  await outbox.sendAnew(outbox.waitingNow()[0]!)
  expect(outbox.waitingNow()).toEqual([])
  expect(new Set(callsOf('Mari').map(({ key }) => key)).size).toBe(2)
})

it('keeps its turn for as long as the studio is away, and for a fault that passes', async () => {
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
