import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { MOST_BY_ONE } from '#server/live/sockets.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { figure, full, inLanes, limit, numbers, PATIENCE, percentile } from './numbers.ts'
import { environmentOf, seed } from './seeded.ts'
import { builtServer, serverProcess } from './serverProcess.ts'

// both sides have as many open files as sockets; Node raises its own limit as far as the system allows (ulimit -Hn)
const COUNT = numbers(400, 10_000)
/** Most memory per socket, in bytes. */
const EACH = 100 * 1024
const places = new EmptyPlaces()
let program: string[]
beforeAll(async () => {
  program = await builtServer()
})
afterAll(() => places.remove())

const kilobytesOf = (pid: number) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))

/** A client that holds a connection open and never finishes its request. */
class Sluggard {
  readonly socket: Socket
  closed = false
  readonly #trickle: string
  constructor(port: number, begin: string, trickle: string) {
    this.#trickle = trickle
    this.socket = createConnection({ port, host: '127.0.0.1' })
    this.socket.on('connect', () => this.socket.write(begin))
    this.socket.on('error', () => this.socket.destroy())
    this.socket.on('data', () => {})
    this.socket.on('close', () => (this.closed = true))
  }
  more(): void {
    if (!this.closed && this.#trickle) this.socket.write(this.#trickle)
  }
}

const kinds = (port: number): ((n: number) => Sluggard)[] => {
  const head = `POST /rpc/accounts.signIn HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\n`
  const json = `${head}Content-Type: application/json\r\n`
  return [
    () => new Sluggard(port, '', ''),
    (n) => new Sluggard(port, `${head}X-${n}: `, 'x'),
    () => new Sluggard(port, `${json}Content-Length: 60000\r\n\r\n{`, ' '),
    () => new Sluggard(port, `${json}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
  ]
}

async function live(port: number, localAddress?: string): Promise<WebSocket> {
  const headers = { origin: `http://localhost:${port}` }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers, localAddress })
  await once(socket, 'open')
  socket.send(JSON.stringify({ watch: 'me', name: 'accounts.me', input: {} }))
  return socket
}

/** 99th percentile of the time of this many visits, in milliseconds. */
async function visits(port: number): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 100; n++) {
    const started = performance.now()
    const answer = await fetch(`http://localhost:${port}/initial`, { signal: AbortSignal.timeout(20_000) })
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
    times.push(performance.now() - started)
  }
  return percentile(times, 99)
}

it(
  'open sockets and endless requests take little memory, and others are served',
  async () => {
    const place = places.folder('migrated')
    await seed(place, 1)
    const env = environmentOf(place, await freePort(), mkdtempSync(join(places.home, 'data-')))
    const port = Number(env['PORT'])
    const server = serverProcess(program, env)
    const sluggards: Sluggard[] = []
    const screens: WebSocket[] = []
    const trickle = setInterval(() => {
      for (const one of sluggards) one.more()
    }, 5_000)
    try {
      await server.serving()
      await visits(port)
      const pid = server.process.pid ?? 0
      const before = kilobytesOf(pid)
      const alone = await visits(port)
      const make = kinds(port)
      await inLanes(COUNT, 50, async (n) => {
        if (n % 2 === 0) return void screens.push(await live(port))
        const one = make[((n - 1) / 2) % make.length]?.(n)
        if (!one) return
        sluggards.push(one)
        await once(one.socket, 'connect')
      })
      const beside = await visits(port)
      const grown = (kilobytesOf(pid) - before) * 1024
      figure(
        18,
        `${COUNT} sockets held open, half of them with endless requests`,
        `${(grown / COUNT / 1024).toFixed(0)} kB each; p99 of a visit ${alone.toFixed(0)} ms before, ${beside.toFixed(0)} ms beside`,
      )
      expect(screens.filter(({ readyState }) => readyState !== WebSocket.OPEN)).toEqual([])
      // fixed part: memory that a new process takes regardless of their number
      expect(grown).toBeLessThan(64 * 1024 * 1024 + COUNT * EACH)
      expect(beside).toBeLessThan(limit(500))
      if (full) {
        const waited = await untilClosed(sluggards)
        figure(18, 'endless requests', `all ${sluggards.length} closed by the server ${waited.toFixed(0)} s later`)
        expect(screens.filter(({ readyState }) => readyState !== WebSocket.OPEN)).toEqual([])
      }
    } finally {
      clearInterval(trickle)
      for (const { socket } of sluggards) socket.destroy()
      for (const screen of screens) screen.terminate()
      await server.kill()
    }
  },
  PATIENCE,
)

it(
  'one address gets only its share of live sockets, and others still get one',
  async () => {
    const tries = numbers(MOST_BY_ONE.address + 100, 10_000)
    const place = places.folder('migrated')
    await seed(place, 1)
    const env = { ...environmentOf(place, await freePort(), mkdtempSync(join(places.home, 'data-'))) }
    const port = Number(env['PORT'])
    const server = serverProcess(program, { ...env, RATE_LIMIT_FACTOR: '1' })
    const screens: WebSocket[] = []
    const refused = new Set<string>()
    try {
      await server.serving()
      await inLanes(tries, 50, async () => {
        await live(port).then(
          (screen) => screens.push(screen),
          (error: Error) => refused.add(error.message),
        )
      })
      expect(screens).toHaveLength(MOST_BY_ONE.address)
      expect([...refused]).toEqual(['Unexpected server response: 429'])
      screens.push(await live(port, '127.0.0.2'))
      figure(18, 'live sockets for one address', `${MOST_BY_ONE.address} of ${tries} tries, the others told why (429)`)
    } finally {
      for (const screen of screens) screen.terminate()
      await server.kill()
    }
  },
  PATIENCE,
)

/** Seconds until the server has closed all of them: a timeout of 30 s, checked every 30 s; at most two minutes. */
async function untilClosed(sluggards: readonly Sluggard[]): Promise<number> {
  const started = performance.now()
  while (sluggards.some(({ closed }) => !closed)) {
    const seconds = (performance.now() - started) / 1000
    expect(seconds, `${sluggards.filter(({ closed }) => !closed).length} are open still`).toBeLessThan(120)
    await sleep(500)
  }
  return (performance.now() - started) / 1000
}
