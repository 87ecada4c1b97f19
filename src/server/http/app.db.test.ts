import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '#kernel/ids.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { startServer, type RunningServer } from '#server/server.ts'
import { ADMIN_PASSWORD, TestStudio, testSettings, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { moving } from '#studio/moving/contract.ts'
import { patienceFor } from './bodies.ts'

let studio: TestStudio
let server: RunningServer
let admin: Person
let port: number
let origin: string

beforeAll(async () => {
  studio = await TestStudio.open()
  admin = await studio.person('admin')
  port = await freePort()
  origin = `http://localhost:${port}`
  const settings = testSettings({ PORT: String(port), DATA_DIR: studio.services.settings.dataDir })
  // the database belongs to the test studio, which closes it
  const database = { ...studio.database, close: async () => {} }
  server = await startServer({ settings, webDir: null, database, say: () => {}, clock: () => studio.now })
})
afterAll(async () => {
  await server.stop()
  await studio.close()
})

const post = (path: string, init: { headers?: Record<string, string>; body?: string } = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...init.headers },
    body: init.body ?? JSON.stringify({ key: newId(), input: { email: '', password: '' } }),
  })

describe('a call', () => {
  it('is refused from another site, and without an Origin', async () => {
    for (const foreign of ['https://evil.example', 'null', `https://localhost:${port}`, 'http://localhost:1']) {
      expect((await post('/rpc/accounts.signIn', { headers: { origin: foreign } })).status).toBe(403)
    }
    const silent = await fetch(`http://127.0.0.1:${port}/rpc/accounts.signIn`, { method: 'POST', body: '{}' })
    expect(silent.status).toBeGreaterThanOrEqual(400)
    expect((await post('/rpc/accounts.signIn')).status).toBe(200)
  })

  it('reads a file only from callers with access', async () => {
    const logo = 'A'.repeat(1_000_000)
    const hand = (who: Person | null, body = JSON.stringify({ key: newId(), input: { logo } })) =>
      post('/rpc/settings.saveLogo', { headers: who ? { cookie: `session=${who.sessionToken}` } : {}, body })
    expect((await hand(null)).status).toBe(401)
    expect((await hand(await studio.person())).status).toBe(403)
    expect(await (await hand(admin)).json()).toMatchObject({ fields: { logo: 'pictureUnusable' } })
    expect((await hand(admin, ' '.repeat(3_000_000))).status).toBe(413)
    expect((await post('/rpc/accounts.signIn', { body: ' '.repeat(70_000) })).status).toBe(413)
  })

  it('waits long for a file only from callers with access, and half a minute from all others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { setTimeout } = globalThis
    const timeouts = vi.fn(setTimeout)
    // a spy on it would be restored again by a later file, when these timers are gone
    vi.stubGlobal('setTimeout', timeouts)
    /** Sends the beginning of a file that never ends. */
    const begin = (path: string, who: Person | null) => {
      const socket = connect(port, '127.0.0.1')
      const cookie = who ? [`Cookie: session=${who.sessionToken}`] : []
      const heads = [`Host: localhost:${port}`, 'Content-Type: application/json', 'Content-Length: 7000000', ...cookie]
      socket.write(`POST ${path} HTTP/1.1\r\nOrigin: ${origin}\r\n${heads.join('\r\n')}\r\n\r\n{`)
      return { socket, closed: once(socket, 'close'), answered: once(socket, 'data').then(String) }
    }
    try {
      const refused = [
        begin('/rpc/moving.readTable', null),
        begin('/rpc/moving.readTable', await studio.person()),
        // a feature that is off
        begin('/rpc/bank.read', admin),
      ]
      const answers = await Promise.all(refused.map(({ answered }) => answered))
      expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['401', '403', '404'])
      const admitted = begin('/rpc/moving.readTable', admin)
      const patience = patienceFor(moving.readTable.largest)
      await vi.waitFor(() => expect(timeouts).toHaveBeenCalledWith(expect.anything(), patience))
      vi.advanceTimersByTime(30_000)
      await Promise.all(refused.map(({ closed }) => closed))
      vi.advanceTimersByTime(patience - 32_000)
      expect(admitted.socket.closed).toBe(false)
      vi.advanceTimersByTime(2_000)
      await admitted.closed
    } finally {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })

  it('to a feature that is off is unknown, even if it may carry a file', async () => {
    const { commands } = studio.services
    const large = [...commands.values()].filter(({ procedure }) => procedure.feature && procedure.largest)
    expect(large.map(({ name }) => name)).toEqual(expect.arrayContaining(['bank.read', 'bills.create']))
    const headers = { cookie: `session=${admin.sessionToken}` }
    for (const name of [...large.map((one) => one.name), 'door.take', 'nobody.knows']) {
      const answered = await post(`/rpc/${name}`, { headers, body: JSON.stringify({ key: newId(), input: {} }) })
      expect([name, answered.status, await answered.json()]).toEqual([name, 404, { ok: false, code: 'invalidInput' }])
    }
  })

  it('is never read as a form or as plain text', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect((await post('/rpc/accounts.signIn', { headers: { 'content-type': type } })).status).toBe(415)
    }
  })

  it('by GET changes nothing', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/rpc/accounts.signOut`)).status).toBe(404)
  })

  it('is refused with a poisoned prototype, broken JSON or too large a body', async () => {
    const poisoned = `{"key":"${newId()}","input":{"__proto__":{"role":"admin"}}}`
    expect((await post('/rpc/accounts.signIn', { body: poisoned })).status).toBe(400)
    expect((await post('/rpc/accounts.signIn', { body: '{' })).status).toBe(400)
    expect((await post('/rpc/accounts.signIn', { body: `"${'x'.repeat(100_000)}"` })).status).toBe(413)
  })

  it('to an unknown procedure is refused', async () => {
    for (const name of ['accounts.nothing', 'constructor', '__proto__', 'accounts.me']) {
      expect((await post(`/rpc/${name}`)).status).toBe(404)
    }
  })
})

it('tells an unknown host only whether the server is healthy', async () => {
  const { request } = await import('node:http')
  const status = (path: string) =>
    new Promise((resolve) => {
      request({ port, path, headers: { host: 'evil.example' } }, (answer) => resolve(answer.statusCode)).end()
    })
  expect(await status('/initial')).toBe(421)
  expect(await status('/health')).toBe(200)
})

it('sends strict security headers with pages and results', async () => {
  const { headers } = await fetch(`http://127.0.0.1:${port}/initial`)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
})

/** A live socket that records its frames. */
async function open(person: Person | null, from = origin) {
  const headers = { origin: from, ...(person ? { cookie: `session=${person.sessionToken}` } : {}) }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers })
  const frames: Record<string, unknown>[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    frames.push(JSON.parse((data as Buffer).toString('utf8')) as Record<string, unknown>)
    wake()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  const next = async (key: string) => {
    for (;;) {
      const at = frames.findIndex((frame) => frame['key'] === key)
      if (at >= 0) return frames.splice(at, 1)[0]
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const watch = (name: string, input: unknown = {}) => {
    socket.send(JSON.stringify({ watch: name, name, input }))
    return next(name)
  }
  return { socket, closed, next, watch }
}

describe('the live socket', () => {
  it('accepts only connections of our own pages', async () => {
    await expect(open(null, 'https://evil.example')).rejects.toThrow('403')
  })

  it('refuses queries that its caller may not make, and unknown ones', async () => {
    const { socket, watch } = await open(null)
    expect(await watch('payments.mine')).toEqual({ key: 'payments.mine', refused: 'signInNeeded' })
    expect(await watch('nothing.here')).toEqual({ key: 'nothing.here', refused: 'invalidInput' })
    expect(await watch('registrations.upcoming', { weeks: 'all' })).toMatchObject({ refused: 'invalidInput' })
    socket.close()
  })

  it("keeps a person's own data from everybody else", async () => {
    const [one, two] = [await studio.person(), await studio.person()]
    const [first, second] = [await open(one), await open(two)]
    const mine = await first.watch('accounts.me')
    const theirs = await second.watch('accounts.me')
    expect(mine).toMatchObject({ answer: { userId: one.userId } })
    expect(theirs).toMatchObject({ answer: { userId: two.userId } })
    first.socket.close()
    second.socket.close()
  })

  it("sends a new result after anybody's command changed it", async () => {
    const { socket, watch, next } = await open(await studio.person())
    expect(await watch('courses.available')).toMatchObject({ answer: [] })
    const course = {
      name: 'Spring course',
      description: '',
      standardPrice: 5000,
      memberPrice: null,
      defaultMaxParticipants: 5,
      nrOfClasses: 1,
      startDate: '2026-05-01',
      endDate: '2026-05-31',
      regDeadline: '2026-04-30',
      weekday: 1,
      startTime: '18:00',
      endTime: '19:00',
    }
    const body = JSON.stringify({ key: newId(), input: course })
    const cookie = `session=${admin.sessionToken}`
    expect((await post('/rpc/courses.create', { headers: { cookie }, body })).status).toBe(200)
    expect(await next('courses.available')).toMatchObject({ answer: [{ name: 'Spring course', registeredCount: 0 }] })
    socket.close()
  })

  it('is closed when its caller signs out, is demoted, or is verified', async () => {
    const call = (person: Person, name: string, input: unknown) =>
      post(`/rpc/${name}`, {
        headers: { cookie: `session=${person.sessionToken}` },
        body: JSON.stringify({ key: newId(), input }),
      })
    const leaver = await studio.person()
    const one = await open(leaver)
    await call(leaver, accounts.signOut.name, {})
    expect(await one.closed).toBe(4001)

    const teacher = await studio.person('teacher')
    const two = await open(teacher)
    await call(admin, accounts.setRole.name, {
      userId: teacher.userId,
      role: 'user',
      password: ADMIN_PASSWORD,
    })
    expect(await two.closed).toBe(4001)
    expect((await call(teacher, classes.create.name, {})).status).toBeGreaterThanOrEqual(400)
  })

  it('is closed when it receives an invalid message', async () => {
    const { socket, closed } = await open(null)
    socket.send('{"watch":1}')
    expect(await closed).toBe(1003)
  })
})
