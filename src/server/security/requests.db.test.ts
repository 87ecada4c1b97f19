import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { buildApp } from '#server/http/app.ts'
import { LiveSockets } from '#server/live/sockets.ts'
import { rowHashes } from '#server/testing/places.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { sampleInput } from '#server/testing/inputs.ts'
import { visitor, type Person, WITH_FEATURES } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'

let http: HttpStudio
let admin: Person
let webDir: string

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'studio-web-'))
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><html lang="en"><!--initial--><p>the page</p></html>')
  writeFileSync(join(webDir, 'assets', 'app-1234.js'), '// the application')
  http = await HttpStudio.open({ webDir, env: WITH_FEATURES })
  admin = await http.studio.person('admin')
})
afterAll(async () => {
  await http.close()
  rmSync(webDir, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Sends a request with its path and headers unchanged. */
async function raw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port: http.port, path, method, headers: { host: http.host, ...headers } })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of answer.setEncoding('utf8')) body += String(chunk)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}

const commands = () => [...http.services.commands.values()]
const everything = () => rowHashes(http.studio.database)

describe('a command with an admin’s session cookie', () => {
  const send = (name: string, input: unknown, headers: Record<string, string>, method = 'POST') =>
    http.fetch(`/rpc/${name}`, {
      method,
      headers: { ...http.cookieOf(admin), ...headers },
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: JSON.stringify({ key: newId(), input }) }),
    })
  const json = { 'content-type': 'application/json' }

  it.each<[string, number[], (name: string, input: unknown) => Promise<Response>]>([
    ['from another site', [403], (name, input) => send(name, input, { ...json, origin: 'https://evil.example' })],
    ['from a page without an origin', [403], (name, input) => send(name, input, { ...json, origin: 'null' })],
    ['from a program that names none', [403], (name, input) => send(name, input, json)],
    ['as plain text', [415], (name, input) => send(name, input, { 'content-type': 'text/plain', origin: http.origin })],
    [
      'as a form',
      [415],
      (name, input) => send(name, input, { 'content-type': 'application/x-www-form-urlencoded', origin: http.origin }),
    ],
    ['by GET', [404], (name, input) => send(name, input, { origin: http.origin }, 'GET')],
    ['by PUT', [404], (name, input) => send(name, input, { ...json, origin: http.origin }, 'PUT')],
    ['by DELETE', [404], (name, input) => send(name, input, { ...json, origin: http.origin }, 'DELETE')],
  ])('is refused when it comes %s', async (_how, statuses, call) => {
    const before = await everything()
    for (const { name, procedure } of commands()) {
      expect.soft(statuses, name).toContain((await call(name, sampleInput(procedure.input))).status)
    }
    expect(await everything()).toEqual(before)
  })

  it('would be accepted: it is from the studio’s own page', async () => {
    const before = await everything()
    const obeyed = await send('accounts.setLanguage', { language: 'et' }, { ...json, origin: http.origin })
    expect(obeyed.status).toBe(200)
    expect(await everything()).not.toEqual(before)
  })
})

describe('the live socket', () => {
  it.each(['https://evil.example', 'null', 'http://localhost', 'http://localhost.evil.example'])(
    'refuses pages from %s, even with an admin’s cookie',
    async (origin) => {
      await expect(http.socket(admin, { origin })).rejects.toThrow('403')
    },
  )

  it('refuses an unknown host, and other paths', async () => {
    await expect(http.socket(admin, { host: 'evil.example' })).rejects.toThrow('403')
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', origin: http.origin }
    const sent = request({ port: http.port, path: '/live/../live', headers: { host: http.host, ...upgrade } })
    sent.end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(404)
    answer.resume()
  })

  it('closes a connection that subscribes without pause', async () => {
    const strict = await HttpStudio.open({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const flood = await strict.socket(visitor)
      for (let n = 0; n < 600; n++) flood.socket.send(JSON.stringify({ leave: `${n}` }))
      expect(await flood.closed).toBe(1008)
      // as many as a screen may ever need
      const screen = await strict.socket(visitor)
      for (let n = 0; n < 100; n++) screen.socket.send(JSON.stringify({ leave: `${n}` }))
      expect(await screen.watch('accounts.me', {})).toHaveProperty('answer')
      screen.close()
    } finally {
      await strict.close()
    }
  })

  it('refuses calendar queries, which have a route: every invented id would be one more result to keep', async () => {
    const client = await http.socket(await http.studio.person('user'))
    for (const name of ['registrations.calendar', 'courses.calendar']) {
      expect(await client.watch(name, { id: newId() })).toMatchObject({ refused: 'notAllowed' })
    }
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    client.close()
  })

  it('closes for a key longer than any screen’s, and for too long a message', async () => {
    const client = await http.socket(visitor)
    expect(await client.watch('accounts.me', {}, 'k'.repeat(8 * 1024))).toHaveProperty('answer')
    void client.watch('accounts.me', {}, 'k'.repeat(8 * 1024 + 1))
    expect(await client.closed).toBe(1003)
    const other = await http.socket(visitor)
    void other.watch('accounts.me', 'x'.repeat(20 * 1024))
    expect(await other.closed).toBe(1009)
  })
})

describe('an unusual path', () => {
  const paths = [
    '/admin%2Fusers',
    '//admin/users',
    '/%2e%2e/admin/users',
    '/admin/..%2fusers',
    '//evil.example/',
    '/\\evil.example',
    '/ADMIN/users',
    '/admin/users/%00',
    '/rpc',
    '/initial/',
    '/live/',
  ]
  it.each(paths)('%s shows a visitor at most the plain page', async (path) => {
    const { status, headers, body } = await raw(path)
    expect([200, 400, 404]).toContain(status)
    expect(headers['location']).toBeUndefined()
    if (status === 200) {
      expect(body).toContain('the page')
      expect(body).toContain('"kind":"visitor"')
    }
  })

  it.each([
    '/%',
    '/%zz',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2findex.html',
    '/assets/%2e%2e/%2e%2e/package.json',
  ])('%s reveals no file and causes no error', async (path) => {
    const { status, body } = await raw(path)
    expect(status).toBeLessThan(500)
    expect(body).not.toMatch(/root:|"dependencies"|node_modules/)
  })

  it('reaches a command only under its exact name', async () => {
    for (const path of [
      '/rpc%2Faccounts.signOut',
      '//rpc/accounts.signOut',
      '/rpc/accounts.signOut/',
      '/RPC/accounts.signOut',
      '/rpc/Accounts.signOut',
    ]) {
      const { status } = await raw(
        path,
        { origin: http.origin, 'content-type': 'application/json', 'content-length': '0' },
        'POST',
      )
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(status, path).toBeLessThan(500)
    }
  })
})

describe('a forged Host header', () => {
  it('in the very first request after a start changes no link and no origin', async () => {
    const fresh = await HttpStudio.open()
    try {
      for (const headers of [{ host: 'evil.example' }, { host: 'evil.example', 'x-forwarded-host': fresh.host }]) {
        const sent = request({ port: fresh.port, path: '/', headers })
        sent.end()
        const [answer] = (await once(sent, 'response')) as [IncomingMessage]
        expect(answer.statusCode).toBe(421)
        answer.resume()
      }
      const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-host': 'evil.example' }
      const form = {
        displayName: 'Anna',
        familyName: 'T',
        dob: '2000-01-01',
        email: 'anna@example.ee',
        password: 'quiet waltz',
        language: 'en',
      }
      expect((await fresh.post(visitor, accounts.signUp.name, form, forged)).status).toBe(200)
      const [letter] = await fresh.studio.sql<{ text: string; html: string }>`select text, html from outbox`
      expect(letter?.text).toContain(`${fresh.origin}/verify-email#token=`)
      expect(JSON.stringify(letter)).not.toContain('evil.example')
    } finally {
      await fresh.close()
    }
  })

  it.each(['evil.example', 'localhost', 'localhost:1', 'localhost:80@evil.example', 'LOCALHOST.evil.example'])(
    '"%s" gets status 421',
    async (host) => {
      expect([400, 421]).toContain((await raw('/', { host })).status)
    },
  )
})

function policyOf(headers: Answer['headers']): Record<string, string> {
  const parts = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(
    parts.map((part) => {
      const [name = '', ...sources] = part.trim().split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

function expectNothingLoose(headers: Answer['headers']) {
  expect(JSON.stringify(policyOf(headers))).not.toMatch(/unsafe|\*|https?:|blob:/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin']) expect(headers[name]).toBeUndefined()
}

describe('every response', () => {
  const kinds: [string, () => Promise<Answer>][] = [
    ['a page', () => raw('/classes')],
    ['a file', () => raw('/assets/app-1234.js')],
    ['what a page begins with', () => raw('/initial')],
    ['the health', () => raw('/health')],
    ['a missing file', () => raw('/assets/none.js')],
    ['a strange host', () => raw('/', { host: 'evil.example' })],
  ]
  it.each(kinds)('has strict security headers: %s', async (what, ask) => {
    const { headers } = await ask()
    expect(policyOf(headers)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
    })
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expectNothingLoose(headers)
    if (what !== 'a file') expect(headers['cache-control'] ?? 'no-store').toMatch(/no-store/)
  })

  const calls: [string, () => Promise<Answer>][] = [
    ['refused', () => raw('/rpc/accounts.signIn', {}, 'POST')],
    ['of no name that is known', () => raw('/rpc/accounts.none', {}, 'POST')],
    ['of a strange host', () => raw('/rpc/accounts.signIn', { host: 'evil.example' }, 'POST')],
  ]
  it.each(calls)('to a command has a policy that allows nothing: a call %s', async (_what, ask) => {
    const { headers } = await ask()
    const none = "'none'"
    expect(policyOf(headers)).toEqual({
      'default-src': none,
      'frame-ancestors': none,
      'base-uri': none,
      'form-action': none,
    })
    expectNothingLoose(headers)
  })

  it('with data is never cached by a browser or a proxy', async () => {
    for (const path of ['/', '/dashboard', '/initial', '/health'])
      expect((await raw(path)).headers['cache-control']).toBe('no-store')
    for (const { name, procedure } of commands()) {
      if (name === 'accounts.signOut') continue
      expect((await http.post(admin, name, sampleInput(procedure.input))).headers.get('cache-control'), name).toBe(
        'no-store',
      )
    }
    expect((await raw('/assets/app-1234.js')).headers['cache-control']).toContain('immutable')
  })
})

describe('behind TLS', () => {
  it('sends HSTS to the browser, and marks the cookie as secure', async () => {
    const secure = await HttpStudio.open({ env: { BASE_URL: 'https://book.studio.example' } })
    try {
      const host = {
        host: 'book.studio.example',
        origin: 'https://book.studio.example',
        'content-type': 'application/json',
      }
      const person = {
        displayName: 'Anna',
        familyName: 'T',
        dob: '2000-01-01',
        email: 'anna@example.ee',
        password: 'quiet waltz',
        language: 'en',
      }
      const post = async (name: string, input: unknown): Promise<Answer> => {
        const sent = request({ port: secure.port, path: `/rpc/${name}`, method: 'POST', headers: host })
        sent.end(JSON.stringify({ key: newId(), input }))
        const [answer] = (await once(sent, 'response')) as [IncomingMessage]
        answer.resume()
        return { status: answer.statusCode ?? 0, headers: answer.headers, body: '' }
      }
      expect((await post('accounts.signUp', person)).status).toBe(200)
      const { headers } = await post('accounts.signIn', { email: person.email, password: person.password })
      expect(headers['strict-transport-security']).toMatch(/max-age=31536000/)
      const [cookie = ''] = headers['set-cookie'] ?? []
      expect(cookie).toMatch(/^__Host-session=[\w-]{43}; /)
      for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part)
      expect(cookie).not.toContain('Domain')
    } finally {
      await secure.close()
    }
  })

  it('without TLS the cookie is still hidden from scripts and other sites', async () => {
    const form = {
      displayName: 'Anna',
      familyName: 'T',
      dob: '2000-01-01',
      email: 'a2@example.ee',
      password: 'quiet waltz',
      language: 'en',
    }
    await http.must(visitor, accounts.signUp, form)
    const answer = await http.post(visitor, 'accounts.signIn', { email: form.email, password: form.password })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=.*Path=\/.*HttpOnly; SameSite=Lax$/)
    expect(answer.headers.get('strict-transport-security')).toBeNull()
  })
})

describe('too large a request', () => {
  const connect = () => createConnection({ port: http.port, host: '127.0.0.1' })
  const ended = async (socket: Socket) => {
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'close')
    return received
  }

  it('is refused by its body, announced or not, without reading it to the end', async () => {
    const head = `POST /rpc/accounts.signIn HTTP/1.1\r\nHost: ${http.host}\r\nOrigin: ${http.origin}\r\nContent-Type: application/json\r\n`
    const announced = connect()
    announced.write(`${head}Content-Length: 1000000000\r\n\r\n{`)
    expect(await ended(announced)).toMatch(/^HTTP\/1\.1 413/)
    const chunked = connect()
    chunked.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    chunked.write(chunk + chunk)
    expect(await ended(chunked)).toMatch(/^HTTP\/1\.1 413/)
  })

  it('is refused by its headers, its URL and its frames', async () => {
    const cookies = connect()
    cookies.write(`GET / HTTP/1.1\r\nHost: ${http.host}\r\nCookie: session=${'x'.repeat(20_000)}\r\n\r\n`)
    expect(await ended(cookies)).toMatch(/^HTTP\/1\.1 431/)
    expect((await raw(`/rpc/${'x'.repeat(5_000)}`, {}, 'POST')).status).toBeLessThan(500)
    const client = await http.socket(visitor)
    client.socket.send('x'.repeat(70_000))
    expect(await client.closed).toBe(1009)
  })

  it('bodies, headers and connections have timeouts and limits', async () => {
    const sockets = new LiveSockets(http.services)
    const { server } = await buildApp({
      ...http.services,
      sockets,
      firstScreen: () => Promise.reject(new Error('Nobody asks for a page.')),
      logo: async () => null,
      webDir: null,
      draw: null,
    })
    sockets.close()
    // bodies have their own timeout in http/bodies.ts, as a file may take long
    expect(server.requestTimeout).toBe(15 * 60_000)
    expect(server.headersTimeout).toBeLessThanOrEqual(60_000)
    expect(server.timeout).toBe(60_000)
    expect(server.maxConnections).toBe(12_000)
  })

  it('many open sockets do not slow other requests', async () => {
    const idle = Array.from({ length: 300 }, connect)
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    for (const socket of idle) socket.write('GET /health HTTP/1.1\r\nHost: loc')
    const started = performance.now()
    expect((await raw('/health')).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(2_000)
    for (const socket of idle) socket.destroy()
  })
})
