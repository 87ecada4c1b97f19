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

/** Milliseconds for so many sockets on a computer that has much else to do. */
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
  /** An address of this computer. */
  readonly localAddress?: string
  readonly forwarded?: string
}

/** Opens a live socket; answers 'open', or what it was told instead. */
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
  'one address holds so many live sockets, whatever it forwards, and others are let in',
  async () => {
    const studio = await start()
    const forged = (n: number) => ({ forwarded: `198.51.100.${n % 250}` })
    expect(await openMany(studio, MOST_BY_ONE.address, visitor, forged)).toEqual(['open'])
    expect(await attempt(studio, visitor, { forwarded: '203.0.113.9' })).toBe(REFUSED)
    expect(await attempt(studio, visitor, { localAddress: '127.0.0.2' })).toBe('open')
    // whoever leaves makes room
    const [first] = open
    first?.close()
    await once(first!, 'close')
    await expect.poll(() => attempt(studio, visitor), { timeout: 60_000 }).toBe('open')
  },
  BUSY,
)

it(
  'behind a proxy the address that it saw counts, and an IPv6 network as one',
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
  'one account holds so many on all its devices, and others at its address are let in',
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
])('an upgrade of %s that is refused is closed from here, also where the other side stays', async (path, line) => {
  const studio = await start()
  const socket = createConnection({ port: studio.port, host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  socket.on('data', (bytes) => (heard += bytes.toString('utf8')))
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket'
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${studio.port}\r\n${upgrade}\r\n\r\n`)
  await once(socket, 'end')
  expect(heard).toContain(line)
  // or this would not resolve, after five seconds either
  await studio.close()
  http = undefined
  socket.destroy()
})

it('a visitor is answered for the weeks that a screen may show, and for no others', async () => {
  const client = await (await start()).socket(visitor)
  const watched = Array.from({ length: 60 }, (_, week) => week + 1)
  for (const weeks of watched) await client.watch('registrations.upcoming', { weeks }, String(weeks))
  const having = (what: string) => client.frames.filter((frame) => what in frame).map((frame) => Number(frame['key']))
  expect(having('answer')).toEqual(SPANS)
  expect(having('refused')).toHaveLength(watched.length - SPANS.length)
})

it.each(['visitor', 'unverified', 'user'] as const)(
  'one socket of kind %s watches each question once, and is told when it asks too many',
  async (kind) => {
    const studio = await start()
    const client = await studio.socket(kind === 'visitor' ? visitor : await studio.studio.person(kind))
    const all = [...studio.services.queries.values()]
      .filter(({ procedure }) => procedure.live && may(kind, procedure.may as Permission))
      .flatMap(({ name, procedure }) => everyInput(procedure).map((input) => ({ name, input })))
    // so that no screen is refused anything
    expect(all.length).toBeLessThanOrEqual(MOST_WATCHED[kind])
    for (const { name, input } of all) expect(await client.watch(name, input)).toHaveProperty('answer')
    for (let more = all.length; more < MOST_WATCHED[kind]; more++) await client.watch('accounts.me', {})
    expect(await client.watch('accounts.me', {}, 'one more')).toEqual({ key: 'one more', refused: 'tooManyWatched' })
    // whoever leaves a question may ask another
    client.socket.send(JSON.stringify({ leave: client.frames[1]?.['key'] }))
    expect(await client.watch('accounts.me', {}, 'instead')).toHaveProperty('answer')
  },
)

const ofOne: readonly NamedQuery['procedure'][] = [courses.listed, registrations.entry, passes.book]

/** All inputs that a question takes, of oneself; fails where anybody could think of ever more of them. */
function everyInput(procedure: NamedQuery['procedure']): object[] {
  const { input, subject } = procedure
  const { def } = (input as unknown as z.core.$ZodTypes)._zod
  if (def.type !== 'object') throw new Error('An input is an object.')
  let inputs: object[] = [{}]
  for (const [name, field] of Object.entries(def.shape)) {
    if (name === subject) continue
    // a list shows one page at a time; whoever asks for more of them is stopped by how many a socket may watch
    if (name === 'page') {
      inputs = inputs.map((known) => ({ ...known, page: 1 }))
      continue
    }
    // so does the page of one class, one course or one pass
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
  'connections of any kind from one address are bounded, too',
  async () => {
    const studio = await start()
    const held: Socket[] = []
    let closed = 0
    const connect = async (localAddress: string) => {
      const socket = createConnection({ port: studio.port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {})
      // it may be closed in the moment in which it is connected
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
      // one that is not refused would be answered; an idle one would be closed after a minute in any case
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
