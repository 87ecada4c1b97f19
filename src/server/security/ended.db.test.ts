import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { DAY, HOUR } from '#kernel/time.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { sampleInput } from '#server/testing/inputs.ts'
import { startServer } from '#server/server.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { ADMIN_PASSWORD, testSettings, visitor, type Person, WITH_FEATURES } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { may, type CallerKind, type Permission } from '#studio/accounts/rules.ts'

let http: HttpStudio
let admin: Person
beforeAll(async () => {
  http = await HttpStudio.open({ env: WITH_FEATURES })
  admin = await http.studio.person('admin')
})
afterAll(() => http.close())

const NOT_FOR = { visitor: 'signInNeeded', unverified: 'verificationNeeded', user: 'notAllowed', teacher: 'notAllowed' }

/** Actions that end a person's rights, and what the person is afterwards. */
const endings: Record<
  string,
  { from: 'admin' | 'user'; becomes: keyof typeof NOT_FOR; end: (p: Person) => Promise<unknown> }
> = {
  'is demoted': { from: 'admin', becomes: 'user', end: (p) => setRole(p, 'user') },
  'becomes a teacher': { from: 'admin', becomes: 'teacher', end: (p) => setRole(p, 'teacher') },
  'is deactivated': { from: 'admin', becomes: 'visitor', end: (p) => setActive(p, false) },
  'signs out': { from: 'user', becomes: 'visitor', end: (p) => http.must(p, accounts.signOut, {}) },
  'chooses a new password elsewhere': { from: 'user', becomes: 'visitor', end: resetPassword },
}

const setRole = (person: Person, role: 'user' | 'teacher') =>
  http.must(admin, accounts.setRole, { userId: person.userId, role, password: ADMIN_PASSWORD })
const setActive = (person: Person, active: boolean) =>
  http.must(admin, accounts.setActive, { userId: person.userId, active })

async function resetPassword(person: Person): Promise<void> {
  const [user] = await http.studio.sql<{ email: string }>`select email from accounts where id = ${person.accountId}`
  await http.must(visitor, accounts.requestPasswordReset, { email: user?.email })
  const [letter] = await http.studio.sql<{ text: string }>`
    select text from outbox where to_address = ${user?.email} order by id desc limit 1`
  const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  await http.must(visitor, accounts.resetPassword, { token, password: 'another one' })
}

describe.each(Object.entries(endings))('a person who %s', (_what, { from, becomes, end }) => {
  it(`is a ${becomes} at the next call of any procedure, and the open socket is closed`, async () => {
    const person = await http.studio.person(from)
    const client = await http.socket(person)
    // before: everything that this role may do is allowed
    expect(await client.watch('accounts.me', {})).toMatchObject({ answer: { kind: from } })
    if (from === 'admin') expect(await client.watch('accounts.users', usersInput)).toHaveProperty('answer')

    const ended = performance.now()
    await end(person)
    expect(await client.closed).toBe(4001)
    expect(performance.now() - ended).toBeLessThan(5_000)

    for (const { name, procedure } of http.services.commands.values()) {
      if (may(becomes, procedure.may as Permission)) continue
      const body = { key: newId(), input: sampleInput(procedure.input) }
      const outcome = await http.studio.callRaw(person, name, body)
      expect.soft(outcome.body, name).toMatchObject({ ok: false, code: NOT_FOR[becomes] })
    }
    const again = await http.socket(person)
    expect(await again.watch('accounts.me', {})).toMatchObject({ answer: { kind: becomes } })
    for (const { name, procedure } of http.services.queries.values()) {
      if (may(becomes, procedure.may as Permission)) continue
      expect.soft(await again.watch(name, sampleInput(procedure.input)), name).toHaveProperty('refused')
    }
    again.close()
  })
})

async function justSignedIn(role: 'teacher' | 'admin'): Promise<Person> {
  const person = await http.studio.person(role)
  await http.studio.database.transaction((tx) =>
    tx.execute(sql`update sessions set last_used_at = created_at where account_id = ${person.accountId}`),
  )
  return person
}

const usersInput = { search: '', sort: 'name', order: 'asc', page: 1 }

describe('an unverified person', () => {
  it('may do nothing more than a visitor, except request another verification e-mail', () => {
    const all = [...http.services.commands.values(), ...http.services.queries.values()]
    const open = (kind: CallerKind) =>
      all.filter(({ procedure }) => may(kind, procedure.may as Permission)).map(({ name }) => name)
    const more = open('unverified').filter((name) => !open('visitor').includes(name))
    expect(more.toSorted()).toEqual(['accounts.resendVerification'])
  })

  it('loses the open socket when verified, so that the next one sees everything', async () => {
    const person = await http.studio.person('unverified')
    const client = await http.socket(person)
    expect(await client.watch('payments.mine', {})).toMatchObject({ refused: 'verificationNeeded' })
    await resetPassword(person)
    expect(await client.closed).toBe(4001)
  })
})

describe('a session', () => {
  it('expires, for calls and for new sockets', async () => {
    const person = await http.studio.person('user')
    http.studio.now += 366 * DAY
    try {
      const refused = await http.post(person, 'accounts.setLanguage', { language: 'et' })
      expect(await refused.json()).toMatchObject({ code: 'signInNeeded' })
      const client = await http.socket(person)
      expect(await client.watch('payments.mine', {})).toMatchObject({ refused: 'signInNeeded' })
      client.close()
    } finally {
      http.studio.now -= 366 * DAY
    }
  })

  it('of a deactivated person is invalid, even if it was not deleted', async () => {
    const person = await http.studio.person('user')
    await http.studio.database.transaction((tx) =>
      tx.execute(sql`update accounts set active = false where id = ${person.accountId}`),
    )
    const refused = await http.post(person, 'accounts.setLanguage', { language: 'et' })
    expect(await refused.json()).toMatchObject({ code: 'signInNeeded' })
  })

  it('whose account now belongs to another person loses its open socket, which would show the earlier person', async () => {
    const person = await http.studio.person('user')
    const { userId: other } = await http.studio.must(admin, accounts.addPerson, {
      displayName: 'Mari',
      familyName: 'Maasikas',
    })
    const client = await http.socket(person)
    expect(await client.watch('payments.mine', {})).toHaveProperty('answer')
    await http.studio.database.transaction((tx) =>
      tx.execute(sql`update accounts set person_id = ${other} where id = ${person.accountId}`),
    )
    expect(await client.closed).toBe(4001)
  })

  it('closes its own open sockets when it expires, and no others', async () => {
    const person = await http.studio.person('user')
    // more than the regular checks look up meanwhile
    const clients = await Promise.all(Array.from({ length: 20 }, () => http.socket(person)))
    const other = await http.socket(visitor)
    for (const client of clients) expect(await client.watch('payments.mine', {})).toHaveProperty('answer')
    http.studio.now += 366 * DAY
    try {
      const ended = performance.now()
      for (const client of clients) expect(await client.closed).toBe(4001)
      expect(performance.now() - ended).toBeLessThan(5_000)
      expect(await other.watch('accounts.me', {})).toMatchObject({ answer: { kind: 'visitor' } })
    } finally {
      http.studio.now -= 366 * DAY
      other.close()
    }
  })

  it('of staff closes its open socket after twelve hours without use, and not before', async () => {
    const [busy, idle] = [await justSignedIn('admin'), await justSignedIn('admin')]
    const [used, unused] = [await http.socket(busy), await http.socket(idle)]
    expect(await used.watch('accounts.users', usersInput)).toHaveProperty('answer')
    expect(await unused.watch('accounts.users', usersInput)).toHaveProperty('answer')
    try {
      http.studio.now += 11 * HOUR
      await http.must(busy, accounts.setLanguage, { language: 'et' })
      await http.services.uses.write(http.studio.database)
      http.studio.now += HOUR
      const ended = performance.now()
      // an open screen that only receives changes does not count as use
      expect(await unused.closed).toBe(4001)
      expect(performance.now() - ended).toBeLessThan(5_000)
      expect(await used.watch('payments.mine', {})).toHaveProperty('answer')
      http.studio.now += 11 * HOUR
      expect(await used.closed).toBe(4001)
    } finally {
      http.studio.now -= 23 * HOUR
    }
  })

  it('counts as used when a page is opened', async () => {
    const person = await justSignedIn('teacher')
    try {
      http.studio.now += 11 * HOUR
      expect((await http.fetch('/initial', { headers: http.cookieOf(person) })).status).toBe(200)
      await http.services.uses.write(http.studio.database)
      http.studio.now += 11 * HOUR
      const client = await http.socket(person)
      expect(await client.watch('accounts.me', {})).toMatchObject({ answer: { kind: 'teacher' } })
      client.close()
    } finally {
      http.studio.now -= 22 * HOUR
    }
  })

  it('is not accepted from a token that is invented, cut or extended', async () => {
    const { sessionToken } = await http.studio.person('admin')
    const made = [`${sessionToken}x`, sessionToken?.slice(1), 'x'.repeat(5_000), '%00', '"', '../..', "' or 1=1 --"]
    for (const token of made) {
      const refused = await http.post({ ...visitor, sessionToken: token ?? '' }, 'accounts.setLanguage', {
        language: 'et',
      })
      expect(refused.status, token).toBe(401)
    }
  })
})

it('a server that was never told closes the socket of a demoted person within a minute', async () => {
  const clock = vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const own = await HttpStudio.open()
  try {
    const [demoted, others] = [await own.studio.person('admin'), [await own.studio.person('admin'), visitor]]
    const client = await own.socket(demoted)
    const stay = await Promise.all(others.map((person) => own.socket(person)))
    // like a server that is killed between its commit and its announcement
    await own.studio.database.transaction((tx) =>
      tx.execute(sql`update accounts set role = 'user' where id = ${demoted.accountId}`),
    )
    for (let seconds = 0; seconds < 60; seconds += 2) {
      clock.advanceTimersByTime(2_000)
      // all clients respond to the server's heartbeat meanwhile
      await Promise.all([client, ...stay].map((each) => each.roundTrip()))
    }
    expect(await client.closed).toBe(4001)
    for (const { socket } of stay) expect(socket.readyState).toBe(socket.OPEN)
  } finally {
    vi.useRealTimers()
    await own.close()
  }
})

it('another server of the same PostgreSQL closes its socket of the person too', async ({ skip }) => {
  const { url } = http.studio.database
  if (!url) return skip('The embedded database belongs to one process.')
  const port = await freePort()
  const { dataDir } = http.studio.services.settings
  const settings = testSettings({ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: url })
  const other = await startServer({ settings, webDir: null, say: () => {} })
  try {
    const person = await http.studio.person('admin')
    const here = await http.socket(person)
    const there = await http.socketOf(port, person)
    const ended = performance.now()
    await setRole(person, 'user')
    expect([await here.closed, await there.closed]).toEqual([4001, 4001])
    expect(performance.now() - ended).toBeLessThan(5_000)
  } finally {
    await other.stop()
  }
})
