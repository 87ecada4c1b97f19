import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { AnswerOf } from '#kernel/procedures.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { Client } from '#server/testing/torture/client.ts'
import { figure, limit, numbers, PATIENCE, percentile } from '#server/testing/torture/numbers.ts'
import { serve } from '#server/testing/torture/serve.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { LiveConnection } from './connection.ts'

const WATCHERS = numbers(60, 200)
const WATCHED = [registrations.upcoming.name, { weeks: 2 }] as const
/** Limit in ms until every watcher must have the current answer. */
const RIGHT_WITHIN = limit(5_000)

const page = new EventTarget()
setMaxListeners(0, page)
const opened: number[] = []
const sockets = new Set<WebSocket>()
let network = true
/** While true, browsers that reconnect send no query, as if they trusted their old answers. */
let deaf = false
let studio: TestStudio
let scheduleId = ''
let port = 0
let server: Awaited<ReturnType<typeof serve>>
let watchers: LiveConnection[] = []
/** Spread of the first waits in ms after all sockets were cut. */
let apart = 0

/** A WebSocket as in a browser: sends the Origin header of its page. */
class BrowserSocket extends WebSocket {
  constructor(url: string) {
    // nothing listens on port 1
    super(network ? url : 'ws://127.0.0.1:1/live', { origin: `http://localhost:${port}` })
    opened.push(performance.now())
    sockets.add(this)
    if (deaf) this.send = () => {}
    this.on('close', () => sockets.delete(this))
    // a browser reports errors as an event; without a listener `ws` would throw
    this.on('error', () => {})
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    cut = event === 'close'
    try {
      return super.emit(event, ...args)
    } finally {
      cut = false
    }
  }
}

const timers = new Set<NodeJS.Timeout>()
/** True while a browser handles its cut socket: the server runs in the same process and sets timers as well. */
let cut = false
/** Delays in ms of the timers that browsers set in that moment. */
const waits: number[] = []
const counted =
  <Rest extends unknown[]>(make: (...rest: Rest) => NodeJS.Timeout) =>
  (...rest: Rest) => {
    const timer = make(...rest)
    timers.add(timer)
    if (cut) waits.push(Number(rest[1]))
    return timer
  }

beforeAll(async () => {
  vi.stubGlobal('WebSocket', BrowserSocket)
  vi.stubGlobal('setTimeout', counted(setTimeout))
  vi.stubGlobal('setInterval', counted(setInterval))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', page)
  studio = await TestStudio.open()
  studio.now = Date.now()
  scheduleId = (await anEntry(studio, await studio.person('admin'), { maxParticipants: 100, inDays: 3 })).scheduleId
  port = await freePort()
  server = await serve(studio, port)
  watchers = Array.from({ length: WATCHERS }, () => new LiveConnection(`ws://127.0.0.1:${port}/live`))
  for (const watcher of watchers) {
    watcher.watch(...WATCHED, () => {})
    watcher.start()
  }
  await everyoneSees(0)
}, PATIENCE)
afterAll(async () => {
  await server.stop()
  await studio.close()
  // closing a real tab would end its timers and sockets
  do {
    for (const timer of timers) clearTimeout(timer)
    for (const socket of sockets) socket.terminate()
    await sleep(20)
  } while (sockets.size > 0)
  for (const timer of timers) clearTimeout(timer)
  vi.unstubAllGlobals()
})

function seenBy(watcher: LiveConnection): number | null {
  const live = watcher.current(...WATCHED)
  if (live.state !== 'ready') return null
  return (live.answer as AnswerOf<typeof registrations.upcoming>).entries[0]?.registeredCount ?? null
}

/** Resolves when every watcher sees so many registrations, with the ms that it took. */
async function everyoneSees(registered: number): Promise<number> {
  const since = performance.now()
  while (watchers.some((watcher) => seenBy(watcher) !== registered)) await sleep(5)
  return performance.now() - since
}

/** Registers through the running server, so that it notifies its connections. */
const registerOver = async () => {
  await new Client(await studio.person(), port).attempt(registrations.registerWithDropIn, dropIn(scheduleId))
}

const register = async () => {
  const person = await studio.person()
  await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
}

it(
  'after a restart everybody gets the current answer, and the reconnects are spread over time',
  async () => {
    waits.length = 0
    await server.stop()
    await register()
    opened.length = 0
    server = await serve(studio, port)
    const took = await everyoneSees(1)
    expect(took).toBeLessThan(RIGHT_WITHIN)
    const [first, last] = [percentile(opened, 5), percentile(opened, 95)]
    expect(firstWaits()).toBeGreaterThan(APART)
    figure(
      11,
      `restart with ${WATCHERS} watchers`,
      `everybody right after ${took.toFixed(0)} ms; 90 % of the reconnects within ${(last - first).toFixed(0)} ms`,
    )
  },
  PATIENCE,
)

/** Cuts every socket; resolves once all reconnect, with the difference in ms between the shortest and longest wait. */
async function cutAll(): Promise<number> {
  opened.length = 0
  waits.length = 0
  for (const socket of sockets) socket.terminate()
  while (opened.length < WATCHERS) await sleep(5)
  return firstWaits()
}

/** Difference in ms between the shortest and the longest wait before a first attempt; such waits are 125 to 375 ms. */
function firstWaits(): number {
  const first = waits.filter((wait) => wait >= 125 && wait <= 375)
  return Math.max(...first) - Math.min(...first)
}

/** Least expected spread of the first waits, in ms. */
const APART = 150

const allOpen = () => sockets.size >= WATCHERS && [...sockets].every(({ readyState }) => readyState === WebSocket.OPEN)

it(
  'after all sockets are cut nobody misses a change',
  async () => {
    const back = cutAll()
    await registerOver()
    const took = await everyoneSees(2)
    expect(took).toBeLessThan(RIGHT_WITHIN)
    apart = await back
    figure(11, `${WATCHERS} sockets cut`, `everybody right after ${took.toFixed(0)} ms`)
  },
  PATIENCE,
)

it(
  'a browser that was offline gets the current answer soon after reconnecting',
  async () => {
    const away = numbers(300, 5 * 60_000)
    network = false
    page.dispatchEvent(new Event('offline'))
    await register()
    await sleep(away)
    network = true
    page.dispatchEvent(new Event('online'))
    const took = await everyoneSees(3)
    expect(took).toBeLessThan(RIGHT_WITHIN)
    await expectInvariants(studio)
    figure(11, `${WATCHERS} browsers offline for ${away / 1000} s`, `everybody right ${took.toFixed(0)} ms after`)
  },
  PATIENCE,
)

it('a change is sent as a short difference', async () => {
  const frames: object[] = []
  const [socket] = sockets
  const hear = (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as object
    if ('key' in frame) frames.push({ has: Object.keys(frame), isShort: data.length < 150 })
  }
  socket?.on('message', hear)
  await registerOver()
  await everyoneSees(4)
  socket?.off('message', hear)
  expect(frames).toEqual([{ has: ['key', 'difference'], isShort: true }])
})

it(
  'the checks above fail for browsers that all wait equally long, or that send no query after reconnecting',
  async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const together = await cutAll()
    random.mockRestore()
    expect([together, apart > APART]).toEqual([0, true])
    await everyoneSees(4)

    deaf = true
    const back = cutAll()
    await register()
    await back
    while (!allOpen()) await sleep(5)
    deaf = false
    const witness = new LiveConnection(`ws://127.0.0.1:${port}/live`)
    witness.watch(...WATCHED, () => {})
    witness.start()
    while (seenBy(witness) !== 5) await sleep(5)
    expect(new Set(watchers.map(seenBy))).toEqual(new Set([4]))
    figure(
      11,
      'without a random wait; without asking anew',
      `waits within ${together.toFixed(0)} instead of ${apart.toFixed(0)} ms; all ${WATCHERS} miss the change`,
    )
  },
  PATIENCE,
)
