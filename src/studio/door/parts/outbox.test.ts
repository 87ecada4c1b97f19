import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

it('never sends a tap that was withdrawn before', async () => {
  failing = { Mari: () => Response.error() }
  await tap('Mari')
  failing = {}
  await outbox.withdraw(outbox.waitingNow()[0]!.key)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(outbox.waitingNow()).toEqual([])
  expect(callsOf('Mari')).toHaveLength(1)
})

it('sends a refused tap again under a new key', async () => {
  failing = { Mari: () => answer(409, { ok: false, code: 'entryNotFound' }) }
  await tap('Mari')
  failing = {}
  await outbox.sendAnew(outbox.waitingNow()[0]!)
  expect(outbox.waitingNow()).toEqual([])
  expect(new Set(callsOf('Mari').map(({ key }) => key)).size).toBe(2)
})

it('drops a tap that undoes another together with that one if the server refused it, and sends it otherwise', async () => {
  const undo = (after: string) =>
    outbox.put('teacher', attendance.removeRegistration, () => ({ scheduleId: 'undo', userId: 'mari' }), 'undo', {
      after,
    })
  failing = { Mari: () => answer(409, { ok: false, code: 'entryNotFound' }) }
  await tap('Mari')
  await tap('Jaan')
  await undo(outbox.waitingNow()[0]?.key ?? '')
  expect([callsOf('undo'), outbox.waitingNow()]).toEqual([[], []])
  await undo('a tap that was sent before')
  expect([callsOf('undo').length, outbox.waitingNow()]).toEqual([1, []])
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

describe('a browser that drops the database', () => {
  const unreachable = () => answer(503, { ok: false, code: 'busy' })
  let stored: Map<string, Outbox.Waiting>
  /** Whether the database exists: a new one is made when it is opened. */
  let exists: boolean
  /** The connections that work; none can be opened while the browser refuses. */
  let working: Set<object>
  let refuses: boolean
  /** What is called on connections. */
  let steps: string[]

  interface Callbacks {
    upgrade(db: { createObjectStore(name: string): void }): void
  }

  beforeEach(async () => {
    stored = new Map()
    exists = refuses = false
    working = new Set()
    steps = []
    vi.doMock('idb', () => ({
      openDB: async (_name: string, _version: number, callbacks: Callbacks) => {
        if (refuses) throw new Error('UnknownError')
        if (!exists) callbacks.upgrade({ createObjectStore: () => {} })
        exists = true
        const on = <T>(work: () => T) => {
          if (!working.has(connection)) throw new Error('Connection to Indexed Database server lost.')
          return work()
        }
        const put = async (item: Outbox.Waiting) => {
          steps.push('put')
          await Promise.resolve()
          stored.set(item.key, item)
        }
        const connection = {
          transaction: () =>
            on(() => ({ store: { put }, commit: () => void steps.push('commit'), done: Promise.resolve() })),
          getAll: async () => on(() => [...stored.values()]),
          delete: async (_: string, key: string) => on(() => void stored.delete(key)),
          close: () => void working.delete(connection),
        }
        working.add(connection)
        return connection
      },
    }))
    vi.resetModules()
    outbox = await import('./outbox.ts')
    failing = { Mari: unreachable }
    await tap('Mari')
  })
  afterEach(() => vi.doUnmock('idb'))

  const sentWhenReached = async () => {
    failing = {}
    await vi.advanceTimersByTimeAsync(10_000)
    expect(labels(outbox.waitingNow())).toEqual([])
    expect(stored.size).toBe(0)
    expect(calls.slice(-2).map(({ label }) => label)).toEqual(['Mari', 'Jaan'])
  }

  it('stores the next tap in one that it opens anew', async () => {
    working.clear()
    await tap('Jaan')
    expect(labels([...stored.values()])).toEqual(['Mari', 'Jaan'])
    await sentWhenReached()
  })

  it('keeps taps in this page and in order while none can be opened, and stores them as soon as one can', async () => {
    working.clear()
    refuses = true
    await tap('Jaan')
    expect(labels(outbox.waitingNow())).toEqual(['Mari', 'Jaan'])
    expect(labels([...stored.values()])).toEqual(['Mari'])
    refuses = false
    await outbox.flushNow('teacher')
    expect(labels([...stored.values()])).toEqual(['Mari', 'Jaan'])
    await sentWhenReached()
  })

  it('sends them from this page if none can be opened any more', async () => {
    working.clear()
    refuses = true
    await tap('Jaan')
    stored.clear()
    await sentWhenReached()
  })

  it('stores again what this page knows if the browser has deleted it', async () => {
    working.clear()
    stored.clear()
    exists = false
    await outbox.flushNow('teacher')
    expect(labels(outbox.waitingNow())).toEqual(['Mari'])
    expect(labels([...stored.values()])).toEqual(['Mari'])
  })

  it('commits a tap at once, because the page may be left before it hears that it is stored', () => {
    expect(steps).toEqual(['put', 'commit'])
  })
})
