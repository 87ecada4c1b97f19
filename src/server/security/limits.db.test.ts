import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { Command } from '#kernel/procedures.ts'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { restore } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import { runCommand, type CommandOutcome } from '#server/commands/runCommand.ts'
import { Limits, remember, storedKey } from '#server/commands/limits.ts'
import { openDatabase } from '#server/db/database.ts'
import { rateLimits } from '#server/commands/tables.ts'
import { startServices } from '#server/services.ts'
import { aCourse, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import {
  ADMIN_PASSWORD,
  requestOf,
  TestStudio,
  testSettings,
  visitor,
  WITH_FEATURES,
  type Person,
} from '#server/testing/studio.ts'
import { inLanes } from '#server/testing/torture/numbers.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { may, type Permission } from '#studio/accounts/rules.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { signing } from '#studio/signing/contract.ts'

interface ObjectSchema {
  readonly _zod: { readonly def: { readonly shape?: object } }
}

let studio: TestStudio
beforeAll(async () => {
  studio = await TestStudio.open({ ...WITH_FEATURES, RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => studio.close())
beforeEach(() => studio.empty())

async function from(
  address: string,
  name: string,
  input: unknown,
  person: Person = visitor,
  { services } = studio,
): Promise<CommandOutcome> {
  const named = services.commands.get(name)
  if (!named) throw new Error(`There is no command ${name}.`)
  return runCommand(services, named, { key: newId(), input }, { ...requestOf(person), address })
}

/** Number of calls that are accepted before the first 429. */
async function untilRefused(most: number, call: (n: number) => Promise<CommandOutcome>): Promise<number> {
  for (let n = 0; n < most; n++) {
    const { status, body, retryAfter } = await call(n)
    if (status !== 429) continue
    expect(body).toMatchObject({ ok: false, code: 'tooManyRequests' })
    expect(retryAfter).toBeGreaterThan(0)
    return n
  }
  return most
}

const anna = { email: 'anna@example.ee', password: 'correct horse' }
const signUp = () =>
  studio.must(visitor, accounts.signUp, {
    displayName: 'Anna',
    familyName: 'T',
    dob: '2000-01-01',
    language: 'en',
    ...anna,
  })
// an empty password counts like any other, and needs no hash
const guess = { email: anna.email, password: '' }
async function tokenInLetter(): Promise<string | undefined> {
  const [letter] = await studio.sql<{ text: string }>`select text from outbox order by id desc limit 1`
  return /token=([\w-]+)/.exec(letter?.text ?? '')?.[1]
}
const place = (n: number) => `198.51.${n >> 8}.${n & 255}`

describe('running commands', () => {
  const speak = (person: Person) => from('203.0.113.1', 'accounts.setLanguage', { language: 'et' }, person)

  it('is limited to 120 a minute over all devices, without affecting others', async () => {
    const [member, other, teacher] = await Promise.all([studio.person(), studio.person(), studio.person('teacher')])
    expect(await untilRefused(130, () => speak(member))).toBe(120)
    const laptop = await studio.session(member)
    expect((await speak(laptop)).status).toBe(429)
    expect((await speak(other)).status).toBe(200)
    expect(await untilRefused(130, () => speak(teacher))).toBe(130)
    // and logs nothing, because a flood would fill the disk
    expect(await studio.sql`select 1 from logs`).toEqual([])
  })

  it('is never limited for signing out', async () => {
    const member = await studio.person()
    expect(await untilRefused(130, () => speak(member))).toBe(120)
    expect((await from('203.0.113.1', 'accounts.signOut', {}, member)).status).toBe(200)
  })
})

describe('guesses of the second step', () => {
  const owner = { email: 'asta@example.ee', password: ADMIN_PASSWORD }
  let app: TOTP
  const shown = () => app.generate({ timestamp: studio.now })
  const ticketAt = async (address: string): Promise<string> => {
    const { body } = await from(address, 'accounts.signIn', owner)
    return (body as { value: { ticket: string } }).value.ticket
  }
  const guess = (address: string, ticket: string, code = '000000') =>
    from(address, 'signing.secondStep', { ticket, email: owner.email, code })

  beforeEach(async () => {
    const account = await studio.person('admin', { email: owner.email })
    const { secret } = await studio.must(account, signing.beginTwoSteps, {})
    app = new TOTP({ secret: Secret.fromBase32(secret) })
    await studio.must(account, signing.confirmTwoSteps, { code: shown() })
    studio.now += MINUTE
  })

  it('with invented tickets lock nobody out, and are limited to 120 at one place', async () => {
    expect(await untilRefused(200, (n) => guess('203.0.113.9', `invented ${n}`))).toBe(120)
    const ticket = await ticketAt('198.51.100.7')
    expect((await guess('198.51.100.7', ticket, shown())).body).toMatchObject({ ok: true, value: { kind: 'admin' } })
  })

  it('with tickets of another account lock nobody out', async () => {
    const other = await studio.person('admin', { email: 'other@example.ee' })
    await studio.database.transaction((tx) =>
      tx.execute(
        `insert into "twoSteps" (account_id, secret, confirmed_at) select '${other.accountId}', secret, confirmed_at from "twoSteps"`,
      ),
    )
    const { body } = await from('203.0.113.9', 'accounts.signIn', { ...owner, email: 'other@example.ee' })
    const { ticket } = (body as { value: { ticket: string } }).value
    expect(await untilRefused(40, () => guess('203.0.113.9', ticket))).toBe(10)
    expect((await guess('198.51.100.7', await ticketAt('198.51.100.7'), shown())).body.ok).toBe(true)
  })

  it('are limited to ten with one ticket, and to thirty an hour with all tickets of an account', async () => {
    const used = [await ticketAt('203.0.113.9'), await ticketAt('203.0.113.9'), await ticketAt('203.0.113.9')]
    for (const ticket of used) expect(await untilRefused(20, () => guess('203.0.113.9', ticket))).toBe(10)
    const ticket = await ticketAt('198.51.100.7')
    expect((await guess('198.51.100.7', ticket, shown())).status).toBe(429)
    studio.now += HOUR
    expect((await guess('198.51.100.7', await ticketAt('198.51.100.7'), shown())).body.ok).toBe(true)
  })
})

describe('guessing a password', () => {
  it('is limited to ten attempts at one place, without locking out the owner elsewhere', async () => {
    await signUp()
    expect(await untilRefused(20, () => from('203.0.113.1', 'accounts.signIn', guess))).toBe(10)
    expect((await from('203.0.113.1', 'accounts.signIn', anna)).status).toBe(429)
    expect((await from('203.0.113.2', 'accounts.signIn', anna)).body.ok).toBe(true)
    studio.now += 15 * MINUTE
    expect((await from('203.0.113.1', 'accounts.signIn', anna)).body.ok).toBe(true)
  })

  it('of many accounts is limited to 120 attempts at one place', async () => {
    const many = (n: number) => from('203.0.113.1', 'accounts.signIn', { email: `p${n}@example.ee`, password: '' })
    expect(await untilRefused(200, many)).toBe(120)
    // and leaves no more counters than attempts
    expect(await studio.sql`select count(*)::int as n from "rateLimits"`).toEqual([{ n: 2 * 120 + 1 }])
  })

  it('from very many places is limited to a hundred attempts, without locking out the owner at their own place', async () => {
    await signUp()
    expect((await from('203.0.113.9', 'accounts.signIn', anna)).body.ok).toBe(true)
    expect(await untilRefused(200, (n) => from(place(n), 'accounts.signIn', guess))).toBe(99)
    // the attempts count together, whatever command takes the password
    expect((await from('192.0.2.7', 'accounts.resendVerificationTo', guess)).status).toBe(429)
    expect((await from('192.0.2.1', 'accounts.signIn', anna)).status).toBe(429)
    expect((await from('203.0.113.9', 'accounts.signIn', anna)).body.ok).toBe(true)
    // an owner at a new place can use the e-mailed link, which makes the place known
    await from('192.0.2.1', 'accounts.requestPasswordReset', { email: anna.email })
    const token = await tokenInLetter()
    expect((await from('192.0.2.1', 'accounts.resetPassword', { token, password: 'a new one' })).body.ok).toBe(true)
    const signedIn = await from('192.0.2.1', 'accounts.signIn', { email: anna.email, password: 'a new one' })
    expect(signedIn.body.ok).toBe(true)
  })

  it('does not lock out an owner who typed the old password wrong before setting a new one by e-mail', async () => {
    await signUp()
    const at = '192.0.2.1'
    expect(await untilRefused(20, () => from(at, 'accounts.signIn', guess))).toBe(10)
    await from(at, 'accounts.requestPasswordReset', { email: anna.email })
    const token = await tokenInLetter()
    expect((await from(at, 'accounts.resetPassword', { token, password: 'a new one' })).body.ok).toBe(true)
    const signedIn = await from(at, 'accounts.signIn', { email: anna.email, password: 'a new one' })
    expect(signedIn).toMatchObject({ status: 200, body: { ok: true } })
    // and new attempts are counted from zero
    expect(await untilRefused(20, () => from(at, 'accounts.signIn', guess))).toBe(10)
  })

  it("does not lock out the owner's own place after a restore either", async () => {
    const places = new EmptyPlaces()
    await signUp()
    expect((await from('203.0.113.9', 'accounts.signIn', anna)).body.ok).toBe(true)
    const file = join(places.home, 'studio.jsonl.gz')
    await writeBackup(studio.database, file, studio.now)
    const place = await places.like(studio.database.url)
    await restore(file, place)
    const restored = await TestStudio.open({ RATE_LIMIT_FACTOR: '1' }, await openDatabase(place))
    try {
      expect(await restored.sql`select 1 from "rateLimits" where key not like 'place:%'`).toEqual([])
      const [key, tries] = [`account:${anna.email}`, { count: 100, resetAt: studio.now + HOUR }]
      await restored.database.transaction((tx) => tx.insert(rateLimits).values({ key: storedKey(key), ...tries }))
      expect((await from('192.0.2.1', 'accounts.signIn', anna, visitor, restored)).status).toBe(429)
      expect((await from('203.0.113.9', 'accounts.signIn', anna, visitor, restored)).body.ok).toBe(true)
    } finally {
      await restored.close()
      places.remove()
    }
  })

  it('gains no more attempts by requesting verification e-mails', async () => {
    await signUp()
    expect(await untilRefused(20, () => from('203.0.113.1', 'accounts.resendVerificationTo', guess))).toBe(5)
  })

  it('is counted by the /64 of an IPv6 address, which one household shares', async () => {
    const tries = (n: number) => from(`2001:db8:1:2::${n.toString(16)}`, 'accounts.signIn', guess)
    expect(await untilRefused(20, tries)).toBe(10)
    expect((await from('2001:db8:1:3::1', 'accounts.signIn', guess)).status).toBe(200)
  })
})

describe('other calls that attract guessing or flooding', () => {
  it.each<[string, number, (n: number) => unknown]>([
    [
      'accounts.signUp',
      60,
      (n) => ({ displayName: '', familyName: '', dob: '', email: `${n}`, password: '', language: 'en' }),
    ],
    ['accounts.verifyEmail', 60, (n) => ({ token: `guess-${n}` })],
    ['accounts.resetPassword', 60, (n) => ({ token: `guess-${n}`, password: '' })],
    ['accounts.requestPasswordReset', 30, (n) => ({ email: `not an address ${n}` })],
  ])('%s: at most %i from one place', async (name, most, input) => {
    // its response takes a while, so call several at once
    const statuses: number[] = []
    await inLanes(most + 5, 10, async (n) => void statuses.push((await from('203.0.113.5', name, input(n))).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(most)
  })

  it('e-mails to one person: at most five an hour, from all callers together', async () => {
    await signUp()
    const ask = (n: number) => from(place(n), 'accounts.requestPasswordReset', { email: anna.email })
    expect(await untilRefused(8, ask)).toBe(5)
    const person = await studio.person('unverified')
    const again = (n: number) => from(place(n), 'accounts.resendVerification', {}, person)
    expect(await untilRefused(8, again)).toBe(5)
  })

  it('discount codes: at most thirty attempts per person, over all commands', async () => {
    const admin = await studio.person('admin')
    const courseId = await aCourse(studio, admin)
    const { scheduleId } = await anEntry(studio, admin)
    const member = await studio.person('user')
    const people = [{ personId: member.userId, purchaseId: null }]
    const ways: [string, (code: string) => object][] = [
      ['courses.checkDiscount', (code) => ({ code, courseId, coverMember: false })],
      ['courses.join', (discountCode) => ({ ...joining(courseId), discountCode })],
      ['courses.joinSeveral', (discountCode) => ({ ...joining(courseId), discountCode, people })],
      ['registrations.registerSeveral', (discountCode) => ({ ...dropIn(scheduleId), discountCode, people })],
      ['registrations.registerWithDropIn', (discountCode) => ({ ...dropIn(scheduleId), discountCode })],
    ]
    // all commands for members that take a code; codes of two-step sign-in have limits of their own
    const takes = ({ input }: Command) =>
      Object.keys((input as ObjectSchema)._zod.def.shape ?? {}).some((field) => /code/i.test(field))
    const taking = [...studio.services.commands.values()].filter(
      ({ name, procedure }) =>
        !name.startsWith('signing.') && may('user', procedure.may as Permission) && takes(procedure),
    )
    expect(taking.map(({ name }) => name).toSorted()).toEqual(ways.map(([name]) => name).toSorted())
    const guessed = (n: number) => {
      const [name, input] = ways[n % ways.length] as (typeof ways)[number]
      return from(place(n), name, input(`GUESS${n}`), member)
    }
    expect(await untilRefused(60, guessed)).toBe(30)
    // without a code the commands still work, and for other people too
    await studio.must(member, courses.join, joining(courseId))
    const other = await studio.person('user')
    expect(
      (await from(place(1), 'courses.checkDiscount', { code: 'X', courseId, coverMember: false }, other)).status,
    ).toBe(200)
  })

  it('would be noticed: a command without a limit is never refused', async () => {
    const person = await studio.person('user')
    const calls = (n: number) => from('203.0.113.5', 'accounts.setLanguage', { language: n % 2 ? 'et' : 'en' }, person)
    expect(await untilRefused(40, calls)).toBe(40)
  })
})

describe('the counters', () => {
  it('are shared by all servers on one PostgreSQL', async ({ skip }) => {
    const { url } = studio.database
    if (!url) return skip('The embedded database belongs to one process.')
    const settings = testSettings({ DATABASE_URL: url, RATE_LIMIT_FACTOR: '1' })
    const other = await startServices({ settings, deliver: false, clock: () => studio.now })
    try {
      const named = other.commands.get('accounts.signIn')
      if (!named) throw new Error('There is no sign-in.')
      const there = (): Promise<CommandOutcome> =>
        runCommand(other, named, { key: newId(), input: guess }, { ...requestOf(visitor), address: '203.0.113.1' })
      expect(await untilRefused(20, (n) => (n % 2 ? there() : from('203.0.113.1', 'accounts.signIn', guess)))).toBe(10)
    } finally {
      await other.database.close()
    }
  })

  it('admit exactly the limit when all calls come at once', async () => {
    const limit = { key: 'test:all-at-once', max: 10, per: HOUR }
    const tries = Array.from({ length: 40 }, () => new Limits(studio.database, 1).over([limit], studio.now))
    expect((await Promise.all(tries)).filter((seconds) => seconds === null)).toHaveLength(10)
  })
})

describe('several limits of one call', () => {
  const hour = (key: string, max: number, more = {}) => ({ key, max, per: HOUR, ...more })
  const counts = async () => {
    const found = await studio.sql<{ key: string; count: number }>`select key, count from "rateLimits" order by key`
    return found.map(({ key, count }) => `${key.split(':')[0]} ${count}`)
  }

  it('are counted in order up to the first one exceeded', async () => {
    const limits = () => new Limits(studio.database, 1)
    const asked = [hour('a:', 5), hour('b:', 1), hour('c:', 5)]
    expect(await limits().over(asked, studio.now)).toBe(null)
    expect(await limits().over(asked, studio.now)).toBe(3600)
    expect(await counts()).toEqual(['a 2', 'b 2', 'c 1'])
  })

  it('skip a caller who is remembered, and continue with the next limit', async () => {
    await studio.database.transaction((tx) => remember(tx, 'place:home', HOUR, studio.now))
    const asked = [hour('a:', 5, { unless: 'place:home' }), hour('b:', 5, { unless: 'place:away' }), hour('c:', 5)]
    expect(await studio.services.limits.over(asked, studio.now)).toBe(null)
    expect(await counts()).toEqual(['b 1', 'c 1', 'place 1'])
    studio.now += HOUR
    expect(await studio.services.limits.over(asked, studio.now)).toBe(null)
    expect(await counts()).toEqual(['a 1', 'b 1', 'c 1', 'place 1'])
  })

  it('are cached as exceeded until their window ends, whatever the clock does', async () => {
    const asked = [hour('a:', 0)]
    const { limits } = studio.services
    const tries = async (now: number) => [await limits.over(asked, now), (await counts())[0]]
    expect(await tries(studio.now)).toEqual([3600, 'a 1'])
    expect(await tries(studio.now + HOUR - 1)).toEqual([1, 'a 1'])
    // a new window, and another one after the clock was set back
    expect(await tries(studio.now + HOUR)).toEqual([3600, 'a 1'])
    expect(await tries(studio.now + HOUR + MINUTE)).toEqual([3540, 'a 1'])
    expect(await tries(studio.now - 5 * HOUR)).toEqual([3600, 'a 1'])
    expect(await tries(studio.now - 5 * HOUR)).toEqual([3600, 'a 1'])
  })
})

describe('an address in X-Forwarded-For', () => {
  const statuses = async (http: HttpStudio, count: number, forwarded: (n: number) => string) => {
    const ask = (n: number) =>
      http.post(visitor, 'accounts.requestPasswordReset', { email: newId() }, { 'x-forwarded-for': forwarded(n) })
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
    return answers.filter(({ status }) => status === 429).length
  }

  it('is ignored without a proxy', async () => {
    const http = await HttpStudio.open({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      expect(await statuses(http, 35, place)).toBe(5)
    } finally {
      await http.close()
    }
  })

  it('counts as seen by the proxy, whatever the client wrote before it', async () => {
    const http = await HttpStudio.open({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'on' } })
    try {
      expect(await statuses(http, 35, (n) => `${place(n)}, 203.0.113.7`)).toBe(5)
      expect(await statuses(http, 35, place)).toBe(0)
      expect(await statuses(http, 35, (n) => `203.0.113.8:${50_000 + n}`)).toBe(5)
    } finally {
      await http.close()
    }
  })
})

it('invitations cannot flood a mailbox, even when they are sent again', async () => {
  const parent = await studio.person()
  const child = { displayName: 'Mari', familyName: 'Tamm', dob: '2016-03-01' }
  const { personId } = await studio.must(parent, families.addChild, child)
  const [email, rights] = ['stranger@example.ee', { canBook: true, pays: true, getsNotices: true }]
  for (let letters = 0; letters < 3; letters++)
    await studio.must(parent, families.inviteGuardian, { email, people: [personId], rights })
  const { invitations } = await studio.ask(parent, families.mine, {})
  const again = async (n: number) =>
    from(place(n), 'families.sendAgain', { invitationId: invitations[n % 3]?.id, email }, parent)
  expect(await untilRefused(10, again)).toBe(2)
  studio.now += HOUR
  expect((await again(0)).body).toMatchObject({ ok: true })
})
