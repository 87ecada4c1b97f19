import { createConnection } from 'node:net'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import type { Command, Query } from '#kernel/procedures.ts'
import { newId } from '#kernel/ids.ts'
import { busyStudio, type BusyStudio } from './busyStudio.ts'
import type { HttpStudio } from './httpStudio.ts'
import { fitting, HOSTILE_TEXTS, unfitting } from './inputs.ts'
import { visitor, type Person } from './studio.ts'

export interface FuzzReport {
  readonly calls: number
  /** How often each answer came: 'done', the codes of refusals, statuses, close codes. */
  readonly answers: Readonly<Record<string, number>>
  /** What must not happen: an answer 5xx, none in time, or one that tells of the server's inside. */
  readonly faults: readonly string[]
}

export interface FuzzOptions {
  readonly count: number
  readonly seed: number
  /** One command alone, by its name. */
  readonly only?: string
}

/** What the server is attacked with: a call, and the word for its answer. Throws for a fault. */
interface Attack {
  readonly what: string
  run(): Promise<string>
}

const PATIENCE = 15_000
const AT_A_TIME = 16
/** People are made anew after so many calls: some of these sign them out, deactivate or demote them. */
const ROUND = 250

/**
 * Attacks a running server with `count` calls from people of every kind, repeatable by `seed`: commands and live
 * queries with inputs that fit, hardly fit and do not fit, and requests and frames of any bytes.
 */
export async function fuzz(http: HttpStudio, { count, seed, only }: FuzzOptions): Promise<FuzzReport> {
  const busy = await busyStudio(http.studio)
  const answers: Record<string, number> = {}
  const faults: string[] = []
  for (let done = 0; done < count; done += ROUND) {
    const attacks = await attacksOf(http, busy, Math.min(ROUND, count - done), seed + done, only)
    const lane = async () => {
      for (let attack = attacks.shift(); attack; attack = attacks.shift()) {
        const answer = await attack.run().catch((error: unknown) => {
          faults.push(`${attack?.what}: ${String(error)}`.slice(0, 500))
          return 'fault'
        })
        answers[answer] = (answers[answer] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  }
  return { calls: count, answers, faults }
}

async function attacksOf(
  http: HttpStudio,
  busy: BusyStudio,
  count: number,
  seed: number,
  only?: string,
): Promise<Attack[]> {
  const { studio } = http
  const kinds = ['unverified', 'user', 'user', 'teacher', 'admin', 'admin'] as const
  const people = [visitor, ...(await Promise.all(kinds.map((kind) => studio.person(kind))))]
  const ids = [...busy.ids, ...people.map(({ userId }) => userId)]
  const person = fc.constantFrom(...people)
  const called = [...http.services.commands.values()].filter(({ name }) => only === undefined || name === only)
  const call = fc.oneof(...called.map((named) => callsOf(http, named, ids, person)))
  if (only !== undefined) return fc.sample(call, { seed, numRuns: count })
  const ask = fc.oneof(...[...http.services.queries.values()].map((named) => questionsOf(http, named, ids, person)))
  const attack = fc.oneof(
    { weight: 12, arbitrary: call },
    { weight: 6, arbitrary: ask },
    { weight: 1, arbitrary: requestOfBytes(http) },
    { weight: 1, arbitrary: strangePath(http) },
    { weight: 1, arbitrary: strangeFrame(http, person) },
    { weight: 1, arbitrary: strangeBody(http, called, person) },
  )
  return fc.sample(attack, { seed, numRuns: count })
}

interface Named<P> {
  readonly name: string
  readonly procedure: P
}

const inputFor = (procedure: Command | Query, ids: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fitting(procedure.input, ids) },
    { weight: 1, arbitrary: unfitting(procedure.input, ids) },
  )

function callsOf(
  http: HttpStudio,
  { name, procedure }: Named<Command>,
  ids: readonly string[],
  by: fc.Arbitrary<Person>,
) {
  // hashing a password takes a thousand times as long as refusing it
  const hashes = 'password' in shapeOf(procedure)
  const input = hashes
    ? fc.oneof(
        { weight: 9, arbitrary: unfitting(procedure.input, ids) },
        { weight: 1, arbitrary: fitting(procedure.input, ids) },
      )
    : inputFor(procedure, ids)
  return fc.tuple(input, by).map(([input, person]): Attack => ({
    what: `${name} ${text(input)}`,
    run: async () => judged(await http.post(person, name, input)),
  }))
}

const shapeOf = ({ input }: Command): object =>
  (input as unknown as { _zod: { def: { shape?: object } } })._zod.def.shape ?? {}

/** An answer that tells what it should and no more; its code. */
async function judged(response: Response): Promise<string> {
  const body = await response.text()
  if (response.status >= 500) throw new Error(`${response.status} ${body}`)
  if (/node_modules|\.[jt]s:\d+|\bat \w+ \(/.test(body)) throw new Error(`tells of the inside: ${body}`)
  const { ok, code } = JSON.parse(body) as { ok: boolean; code?: string }
  return ok ? 'done' : String(code)
}

const TYPES = [
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/xml',
  'application/json; charset=utf-16',
  'application/json;charset=x-user-defined; boundary=\u00e4',
  'application/json, text/plain',
  'application/jsonp',
  'application/',
  '/',
  '',
]

/** A command with a body of another type than it says, or of none that is known: refused before any handler. */
function strangeBody(http: HttpStudio, called: readonly Named<Command>[], by: fc.Arbitrary<Person>) {
  const part = (text: string) =>
    `--x\r\nContent-Disposition: form-data; name="key"; filename="${text}"\r\n\r\n${text}\r\n--x--`
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    fc.constantFrom(...HOSTILE_TEXTS).map(part),
    fc.constantFrom('', '{', '{"key":', '[]', 'null', '\uFEFF{}', 'key=1&input[role]=admin', '{}{}', '1e999'),
    fc.json(),
  )
  const encoding = fc.constantFrom(undefined, 'gzip', 'br', 'chunked', 'identity, gzip')
  const named = fc.constantFrom(...called)
  const type = fc.constantFrom('application/json', ...TYPES)
  return fc.tuple(named, type, encoding, body, by).map(([{ name }, type, encoding, body, person]): Attack => ({
    what: `${name} as ${type} ${encoding}: ${String(body).slice(0, 200)}`,
    run: async () => {
      const headers = { origin: http.origin, 'content-type': type, ...http.cookieOf(person) }
      const encoded = encoding === undefined ? headers : { ...headers, 'content-encoding': encoding }
      const signal = AbortSignal.timeout(PATIENCE)
      const answer = await judged(await http.fetch(`/rpc/${name}`, { method: 'POST', headers: encoded, body, signal }))
      if (answer === 'done') throw new Error('obeyed')
      return answer
    },
  }))
}

function questionsOf(
  http: HttpStudio,
  { name, procedure }: Named<Query>,
  ids: readonly string[],
  by: fc.Arbitrary<Person>,
) {
  return fc.tuple(inputFor(procedure, ids), by).map(([input, person]): Attack => ({
    what: `${name} ${text(input)}`,
    run: () =>
      withSocket(http, person, (socket, say) => {
        const key = newId()
        socket.on('message', (data) => {
          const frame = JSON.parse((data as Buffer).toString('utf8')) as Record<string, unknown>
          if (frame['key'] !== key) return
          if (frame['failed']) throw new Error('failed')
          say('answer' in frame ? 'answered' : String(frame['refused']))
        })
        // without an input JSON has no field for it
        socket.send(JSON.stringify({ watch: key, name, input: input ?? null }))
      }),
  }))
}

/** Frames that are no question: closed, ignored or refused, and never anything else. */
function strangeFrame(http: HttpStudio, by: fc.Arbitrary<Person>) {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))
  const json = fc.oneof(
    fc.json(),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.constantFrom(
      '['.repeat(30_000),
      '{"a":'.repeat(10_000),
      '{"watch":"x","name":"__proto__","input":{}}',
      'x'.repeat(70_000),
    ),
    fc.record({ watch: fc.anything(), name: fc.anything(), input: fc.anything() }).map(text),
  )
  return fc.tuple(fc.oneof(bytes, json), by).map(([frame, person]): Attack => ({
    what: `frame ${String(frame).slice(0, 200)}`,
    run: () =>
      withSocket(http, person, (socket, say) => {
        socket.on('message', (data) => {
          if ((data as Buffer).toString('utf8').includes('accounts.me')) say('frame ignored')
        })
        socket.send(frame)
        socket.send(JSON.stringify({ watch: 'accounts.me', name: 'accounts.me', input: {} }))
      }),
  }))
}

/** Opens a live socket for one question; its close code is an answer as well. */
async function withSocket(
  http: HttpStudio,
  person: Person,
  ask: (socket: WebSocket, say: (answer: string) => void) => void,
): Promise<string> {
  const headers = { origin: http.origin, ...http.cookieOf(person) }
  const socket = new WebSocket(`ws://127.0.0.1:${http.port}/live`, { headers })
  try {
    return await within(
      new Promise<string>((resolve, reject) => {
        socket.on('error', reject)
        socket.on('close', (code) => (code === 1011 ? reject(new Error('closed 1011')) : resolve(`closed ${code}`)))
        socket.on('open', () => ask(socket, resolve))
      }),
    )
  } finally {
    socket.terminate()
  }
}

/** A request of any bytes, or an ordinary one with some spoilt: answered or closed, and soon. */
function requestOfBytes(http: HttpStudio) {
  const good = `POST /rpc/accounts.signIn HTTP/1.1\r\nHost: ${http.host}\r\nOrigin: ${http.origin}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
  const spoilt = fc
    .tuple(fc.nat(good.length - 1), fc.uint8Array({ maxLength: 8 }))
    .map(([at, bytes]) =>
      Buffer.concat([Buffer.from(good.slice(0, at)), bytes, Buffer.from(good.slice(at + bytes.length))]),
    )
  const upgrade = `GET /live HTTP/1.1\r\nHost: ${http.host}\r\nOrigin: ${http.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
  const frames = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([Buffer.from(upgrade), bytes]))
  const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array))
  return fc.oneof(bytes, spoilt, frames).map((sent): Attack => ({
    what: `bytes ${sent.toString('latin1').slice(0, 200)}`,
    run: () => within(sendBytes(http.port, sent)),
  }))
}

function sendBytes(port: number, sent: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.end(sent))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (/^HTTP\/1\.1 5(?!03)/.test(received)) reject(new Error(received.slice(0, 300)))
      // whoever opened a live socket is heard until it closes it
      if (received.startsWith('HTTP/1.1 101')) socket.destroy()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(`bytes ${/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 'closed'}`))
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'BREW']
const PATHS = [
  '/',
  '//',
  '/admin%2Fusers',
  '//admin/users',
  '/rpc/',
  '/rpc/%00',
  '/rpc/__proto__',
  '/%',
  '/%zz',
  '/..%2f..%2fetc/passwd',
  '/live',
  '/assets/../package.json',
  '/initial?x=1',
  '/health',
  '*',
  '/rpc/accounts.me',
]

function strangePath(http: HttpStudio) {
  const path = fc.oneof(
    fc.constantFrom(...PATHS),
    fc.webPath().map((path) => `/${path}`),
  )
  return fc.tuple(fc.constantFrom(...METHODS), path).map(([method, path]): Attack => ({
    what: `${method} ${path}`,
    run: () =>
      within(
        sendBytes(
          http.port,
          Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: ${http.host}\r\nConnection: close\r\n\r\n`),
        ),
      ),
  }))
}

async function within<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE} ms`)), PATIENCE)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** As JSON; where it is none, such as with a bigint or a circle, as fast-check writes it. */
function text(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return fc.stringify(value)
  }
}
