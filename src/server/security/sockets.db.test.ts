import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type * as z from 'zod/mini'
import { newId } from '#kernel/ids.ts'
import type { NamedQuery } from '#server/live/queries.ts'
import { MOST_WATCHED } from '#server/live/socket.ts'
import { MOST_BY_ONE } from '#server/live/sockets.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { visitor, WITH_FEATURES, type Person } from '#server/testing/studio.ts'
import { inLanes } from '#server/testing/torture/numbers.ts'
import { may, type Permission } from '#studio/accounts/rules.ts'
import { courses } from '#studio/courses/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { SPANS } from '#studio/registrations/rules.ts'

/** Timeout (ms) for many sockets on a busy computer. */
const BUSY = 4 * 60_000

let http: HttpStudio | undefined
let open: WebSocket[] = []
afterEach(async () => {
  for (const socket of open) socket.terminate()
  open = []
  await http?.close()
})

const start = async (env: Record<string, string> = {}) =>
  (http = await HttpStudio.open({ env: { ...WITH_FEATURES, RATE_LIMIT_FACTOR: '1', ...env } }))

interface From {
  /** Loopback address to connect from. */
  readonly localAddress?: string
  readonly forwarded?: string
}

/** Opens a live socket; returns 'open', or the response that refused it. */
async function attempt(studio: HttpStudio, person: Person, from: From = {}): Promise<string> {
  const headers = {
    origin: studio.origin,
    ...studio.cookieOf(person),
    ...(from.forwarded && { 'x-forwarded-for': from.forwarded }),
  }
  const socket = new WebSocket(`ws://127.0.0.1:${studio.port}/live`, { headers, localAddress: from.localAddress })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => {
      open.push(socket)
      resolve('open')
    })
    socket.on('unexpected-response', (_request, response: IncomingMessage) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () => {
        socket.on('error', () => {})
        resolve(`${response.statusCode} ${response.headers['retry-after']} ${text.trim()}`)
      })
    })
  })
}

const REFUSED = '429 60 Too many pages are open from this address or account.'

async function openMany(studio: HttpStudio, count: number, person: Person, fromOf: (n: number) => From) {
  const answers = new Set<string>()
  await inLanes(count, 25, async (n) => void answers.add(await attempt(studio, person, fromOf(n))))
  return [...answers]
}

it(
  'limits the live sockets of one address, whatever it claims in headers, and lets others in',
  async () => {
    const studio = await start()
    const forged = (n: number) => ({ forwarded: `198.51.100.${n % 250}` })
    expect(await openMany(studio, MOST_BY_ONE.address, visitor, forged)).toEqual(['open'])
    expect(await attempt(studio, visitor, { forwarded: '203.0.113.9' })).toBe(REFUSED)
    expect(await attempt(studio, visitor, { localAddress: '127.0.0.2' })).toBe('open')
    // closing one makes room
    const [first] = open
    first?.close()
    await once(first!, 'close')
    await expect.poll(() => attempt(studio, visitor), { timeout: 60_000 }).toBe('open')
  },
  BUSY,
)

it(
  'behind a proxy counts the address that the proxy saw, and an IPv6 /64 as one',
  async () => {
    const studio = await start({ TRUST_PROXY: 'on' })
    const neighbour = (n: number) => ({ forwarded: `192.0.2.${n % 250}, 2001:db8:1:2::${n.toString(16)}` })
    expect(await openMany(studio, MOST_BY_ONE.address, visitor, neighbour)).toEqual(['open'])
    expect(await attempt(studio, visitor, { forwarded: '2001:db8:1:2:ffff::1' })).toBe(REFUSED)
    expect(await attempt(studio, visitor, { forwarded: '2001:db8:1:3::1' })).toBe('open')
  },
  BUSY,
)

it(
  'limits the live sockets of one account over all devices, and lets others at its address in',
  async () => {
    const studio = await start({ TRUST_PROXY: 'on' })
    const [anna, mari] = [await studio.studio.person(), await studio.studio.person()]
    const device = (n: number) => ({ forwarded: `198.51.100.${n}` })
    expect(await openMany(studio, MOST_BY_ONE.account, anna, device)).toEqual(['open'])
    expect(await attempt(studio, anna, device(200))).toBe(REFUSED)
    expect(await attempt(studio, mari, device(1))).toBe('open')
  },
  BUSY,
)

it.each([
  ['/live', '403 Forbidden'],
  ['/nowhere', '404 Not Found'],
])('closes a refused upgrade of %s, even if the client keeps its side open', async (path, line) => {
  const studio = await start()
  const socket = createConnection({ port: studio.port, host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  socket.on('data', (bytes) => (heard += bytes.toString('utf8')))
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket'
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${studio.port}\r\n${upgrade}\r\n\r\n`)
  await once(socket, 'end')
  expect(heard).toContain(line)
  // otherwise this would not resolve, even after five seconds
  await studio.close()
  http = undefined
  socket.destroy()
})

it('gives a visitor only the weeks that a screen may show', async () => {
  const client = await (await start()).socket(visitor)
  const watched = Array.from({ length: 60 }, (_, week) => week + 1)
  for (const weeks of watched) await client.watch('registrations.upcoming', { weeks }, String(weeks))
  const having = (what: string) => client.frames.filter((frame) => what in frame).map((frame) => Number(frame['key']))
  expect(having('answer')).toEqual(SPANS)
  expect(having('refused')).toHaveLength(watched.length - SPANS.length)
})

it.each(['visitor', 'unverified', 'user'] as const)(
  'one socket of kind %s subscribes to each query once, and is told when it asks too many',
  async (kind) => {
    const studio = await start()
    const client = await studio.socket(kind === 'visitor' ? visitor : await studio.studio.person(kind))
    const all = [...studio.services.queries.values()]
      .filter(({ procedure }) => procedure.live && may(kind, procedure.may as Permission))
      .flatMap(({ name, procedure }) => everyInput(procedure).map((input) => ({ name, input })))
    // so that no screen is ever refused
    expect(all.length).toBeLessThanOrEqual(MOST_WATCHED[kind])
    for (const { name, input } of all) expect(await client.watch(name, input)).toHaveProperty('answer')
    for (let more = all.length; more < MOST_WATCHED[kind]; more++) await client.watch('accounts.me', {})
    expect(await client.watch('accounts.me', {}, 'one more')).toEqual({ key: 'one more', refused: 'tooManyWatched' })
    // leaving one makes room for another
    client.socket.send(JSON.stringify({ leave: client.frames[1]?.['key'] }))
    expect(await client.watch('accounts.me', {}, 'instead')).toHaveProperty('answer')
  },
)

const ofOne: readonly NamedQuery['procedure'][] = [courses.listed, registrations.entry, passes.book]

/** All inputs of a query about oneself; throws if there can be ever more of them. */
function everyInput(procedure: NamedQuery['procedure']): object[] {
  const { input, subject } = procedure
  const { def } = (input as unknown as z.core.$ZodTypes)._zod
  if (def.type !== 'object') throw new Error('An input is an object.')
  let inputs: object[] = [{}]
  for (const [name, field] of Object.entries(def.shape)) {
    if (name === subject) continue
    // a list shows one page at a time; the number of subscriptions per socket limits the rest
    if (name === 'page') {
      inputs = inputs.map((known) => ({ ...known, page: 1 }))
      continue
    }
    // the same for the page of one class, course or pass
    if (name === 'id' && ofOne.includes(procedure)) {
      inputs = inputs.map((known) => ({ ...known, id: newId() }))
      continue
    }
    const values = (field as z.core.$ZodTypes)._zod.def
    if (values.type !== 'literal') throw new Error(`A socket could watch ever more answers, by ${name}.`)
    inputs = inputs.flatMap((input) => values.values.map((value) => ({ ...input, [name]: value })))
  }
  return inputs
}

it(
  'limits the connections of any kind from one address',
  async () => {
    const studio = await start()
    const held: Socket[] = []
    let closed = 0
    const connect = async (localAddress: string) => {
      const socket = createConnection({ port: studio.port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {})
      // it may be closed as soon as it is connected
      const gone = new Promise<void>((resolve) => socket.resume().once('close', () => resolve()))
      void gone.then(() => closed++)
      held.push(socket)
      await once(socket, 'connect')
      return { socket, gone }
    }
    try {
      await inLanes(1_000, 50, async () => void (await connect('127.0.0.3')))
      expect(closed).toBe(0)
      const { socket, gone } = await connect('127.0.0.3')
      // an accepted connection gets a response; an idle one would be closed after a minute in any case
      socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      await gone
      expect(socket.bytesRead).toBe(0)
      expect(closed).toBe(1)
      expect((await studio.fetch('/health')).status).toBe(200)
    } finally {
      for (const socket of held) socket.destroy()
    }
  },
  BUSY,
)
