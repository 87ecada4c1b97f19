import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { HOUR } from '#kernel/time.ts'
import { runCommand } from '#server/commands/runCommand.ts'
import { Turns } from '#server/commands/turns.ts'
import { heldHashes } from '#server/testing/countedHashes.ts'
import { ADMIN_PASSWORD, requestOf, TestStudio, visitor, WITH_FEATURES, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'

interface ObjectSchema {
  readonly _zod: { readonly def: { readonly shape?: object } }
}

// Tests the mechanism, not time: how long honest people wait during a flood is measured by `npm run torture -- 19`.
let studio: TestStudio
let hashes: ReturnType<typeof heldHashes>
beforeAll(async () => {
  studio = await TestStudio.open(WITH_FEATURES)
})
afterAll(() => studio.close())
beforeEach(() => studio.empty())
afterEach(() => hashes.stop())

/** A server with a queue of this length. */
function withQueue(waiting: number, studioServices = studio.services) {
  const turns = new Turns({ atOnce: 1, waiting, longestWait: 60_000 })
  const seen = { asked: 0 }
  const take = turns.take.bind(turns)
  turns.take = (...turn) => {
    seen.asked++
    return take(...turn)
  }
  /** Waits until this many calls in all have asked for a turn. */
  const asked = (calls: number) => expect.poll(() => seen.asked, { timeout: 20_000 }).toBe(calls)
  return { services: { ...studioServices, turns }, asked }
}

async function call(services: TestStudio['services'], address: string, name: string, input: object, by = visitor) {
  const named = services.commands.get(name)
  if (!named) throw new Error(`There is no command ${name}.`)
  return runCommand(services, named, { key: newId(), input }, { ...requestOf(by), address })
}

const guess = (services: TestStudio['services'], address: string) =>
  call(services, address, accounts.signIn.name, { email: `${newId()}@example.ee`, password: 'a guess' })

const form = { displayName: 'Anna', familyName: 'T', dob: '2000-01-01', language: 'en' as const }
const anna = { email: 'anna@example.ee', password: 'correct horse' }
const signUp = () => studio.must(visitor, accounts.signUp, { ...form, ...anna })
const HOME = '203.0.113.9'

async function tokenFromLetter(): Promise<string> {
  await studio.must(visitor, accounts.requestPasswordReset, { email: anna.email })
  const [letter] = await studio.sql<{ text: string }>`select text from outbox order by id desc limit 1`
  return /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
}

/** Every command that takes a password. */
const hashers = () =>
  [...studio.services.commands.values()]
    .filter(({ procedure }) => 'password' in ((procedure.input as ObjectSchema)._zod.def.shape ?? {}))
    .map(({ name }) => name)

const tries = async () => {
  const [found] = await studio.sql<{ n: number }>`
    select count(*)::int as n from "rateLimits" where key like 'account:%'`
  return found?.n
}

/** A flood from many networks: one call is being hashed, the others wait or were refused. */
async function flood({ services, asked }: ReturnType<typeof withQueue>, count: number) {
  const answers = Array.from({ length: count }, (_, n) => guess(services, `2001:db8:${n % 50}:${n}::1`))
  await asked(count)
  // The first call has its turn at once, but writes its try before it hashes.
  await expect.poll(() => hashes.began.length, { timeout: 20_000 }).toBe(1)
  return answers
}

describe('a flood of sign-ins', () => {
  it('waits in a limited queue, and the rest is refused before it writes anything', async () => {
    const queue = withQueue(2)
    hashes = heldHashes()
    const answers = await flood(queue, 20)
    const refused = answers.slice(3).map(async (answer) => {
      const { status, body, retryAfter } = await answer
      return [status, body, retryAfter]
    })
    expect(await Promise.race(refused)).toEqual([503, { ok: false, code: 'busy' }, 1])
    expect(await tries()).toBe(1)
    hashes.release()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 503)).toHaveLength(17)
    expect(await tries()).toBe(3)
    expect(studio.reported).toEqual([])
  })

  it.each(['signIn', 'resendVerificationTo'] as const)(
    'lets %s at a known place of the account go first, wherever the flood comes from',
    async (name) => {
      await signUp()
      await call(studio.services, HOME, accounts.signIn.name, anna)
      const queue = withQueue(5)
      hashes = heldHashes()
      const answers = await flood(queue, 50)
      const elsewhere = Array.from({ length: 20 }, (_, n) => guess(queue.services, `192.${n}.2.1`))
      const mine = call(queue.services, HOME, accounts[name].name, anna)
      await queue.asked(71)
      hashes.next()
      await expect.poll(() => hashes.began).toEqual(['a guess', anna.password])
      hashes.release()
      expect((await mine).status).toBe(200)
      await Promise.all([...answers, ...elsewhere])
    },
  )

  it('lets a new place go before networks that have called before', async () => {
    await signUp()
    const queue = withQueue(5)
    hashes = heldHashes()
    const answers = await flood(queue, 200)
    const mine = call(queue.services, HOME, accounts.signIn.name, anna)
    await queue.asked(201)
    hashes.next()
    await expect.poll(() => hashes.began.slice(0, 2)).toEqual(['a guess', anna.password])
    hashes.release()
    expect((await mine).body.ok).toBe(true)
    await Promise.all(answers)
  })

  it('lets a person with an e-mailed link go first', async () => {
    await signUp()
    const token = await tokenFromLetter()
    const queue = withQueue(5)
    hashes = heldHashes()
    const answers = await flood(queue, 50)
    const mine = call(queue.services, HOME, accounts.resetPassword.name, { token, password: 'a new one' })
    await queue.asked(51)
    hashes.next()
    await expect.poll(() => hashes.began).toEqual(['a guess', 'a new one'])
    hashes.release()
    expect((await mine).body.ok).toBe(true)
    await Promise.all(answers)
  })
})

describe('a call that will be refused anyway', () => {
  const wrong: Record<string, object> = {
    'accounts.signUp': { ...form, ...anna, email: 'no address' },
    'accounts.signIn': { ...anna, email: ' ' },
    'accounts.resendVerificationTo': { ...anna, email: ' ' },
    'accounts.resetPassword': { token: newId(), password: 'a new one' },
    'accounts.setRole': { userId: newId(), role: 'user', password: '' },
    'signing.askForAddress': { email: 'new@example.ee', password: '' },
    'signing.changePassword': { password: '', newPassword: 'quiet polka' },
    'families.makeSignIn': { token: newId(), password: 'quiet polka', language: 'en' },
    'moving.firebaseTake': { moveId: newId(), password: '' },
  }

  it('hashes nothing and does not wait for its turn', async () => {
    expect(hashers().toSorted()).toEqual(Object.keys(wrong).toSorted())
    const admin = await studio.person('admin')
    const queue = withQueue(0)
    hashes = heldHashes()
    const [first] = await flood(queue, 1)
    for (const name of hashers()) {
      const { status, body } = await call(queue.services, HOME, name, wrong[name] ?? {}, admin)
      expect([name, status, body.ok]).toEqual([name, 200, false])
    }
    expect(hashes.began).toEqual(['a guess'])
    hashes.release()
    await first
  })

  it('includes a new password behind a link that was already used', async () => {
    await signUp()
    const token = await tokenFromLetter()
    const reset = (password: string) => call(studio.services, HOME, accounts.resetPassword.name, { token, password })
    expect((await reset('a new one')).body.ok).toBe(true)
    hashes = heldHashes()
    expect((await reset('another one')).body).toMatchObject({ ok: false, code: 'linkUsed' })
    expect(hashes.began).toEqual([])
  })
})

/** The token of an invitation to create a sign-in. */
async function invitationBy({ accountId }: Person): Promise<string> {
  const token = newId()
  const [at, until] = [0, HOUR].map((more) => new Date(studio.now + more).toISOString())
  await studio.database.transaction((tx) =>
    tx.execute(sql`insert into "familyInvitations"
      (id, token_hash, kind, email, account_id, can_book, pays, gets_notices, created_at, expires_at)
      values (${newId()}, ${hash('sha256', token, 'base64url')}, 'ownSignIn', 'child@example.ee', ${accountId},
        true, true, true, ${at}, ${until})`),
  )
  return token
}

it('every command that takes a password waits for its turn', async () => {
  await signUp()
  const token = await tokenFromLetter()
  const admin = await studio.person('admin')
  const right: Record<string, object> = {
    'accounts.signUp': { ...form, ...anna, email: 'other@example.ee' },
    'accounts.signIn': anna,
    'accounts.resendVerificationTo': anna,
    'accounts.resetPassword': { token, password: 'a new one' },
    'accounts.setRole': { userId: newId(), role: 'user', password: ADMIN_PASSWORD },
    'signing.askForAddress': { email: 'new@example.ee', password: ADMIN_PASSWORD },
    'signing.changePassword': { password: ADMIN_PASSWORD, newPassword: 'quiet polka' },
    'families.makeSignIn': { token: await invitationBy(admin), password: 'quiet polka', language: 'en' },
    'moving.firebaseTake': { moveId: newId(), password: ADMIN_PASSWORD },
  }
  expect(hashers().toSorted()).toEqual(Object.keys(right).toSorted())
  const queue = withQueue(0)
  hashes = heldHashes()
  const [first] = await flood(queue, 1)
  for (const name of hashers()) {
    const { status, body } = await call(queue.services, HOME, name, right[name] ?? {}, admin)
    expect([name, status, body]).toEqual([name, 503, { ok: false, code: 'busy' }])
  }
  hashes.release()
  await first
})

it('an e-mailed link allows ten turns an hour, wherever it is used', async () => {
  await signUp()
  const token = await tokenFromLetter()
  const strict = await TestStudio.open({ RATE_LIMIT_FACTOR: '1' }, studio.database)
  const queue = withQueue(30, strict.services)
  hashes = heldHashes()
  const reset = (n: number) =>
    call(queue.services, `192.${n}.2.1`, accounts.resetPassword.name, { token, password: 'a new one' })
  const answers = Array.from({ length: 15 }, (_, n) => reset(n))
  await queue.asked(15)
  hashes.release()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(hashes.began).toHaveLength(10)
})
