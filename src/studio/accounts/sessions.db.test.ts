import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from './contract.ts'
import type { Role } from './rules.ts'
import { tokenHash } from './server/tokens.ts'

let studio: TestStudio
studioForEach(async (empty) => {
  studio = empty
})

/** A person with this role who has just signed in. */
async function signedIn(role: Role): Promise<Person> {
  const person = await studio.person(role)
  const at = new Date(studio.now).toISOString()
  await studio.database.transaction((tx) =>
    tx.execute(
      `update sessions set created_at = '${at}', last_used_at = '${at}', expires_at = '${at}'::timestamptz + interval '60 days'
        where token_hash = '${tokenHash(person.sessionToken ?? '')}'`,
    ),
  )
  return person
}

const kindOf = async (person: Person) => (await studio.ask(person, accounts.me, {})).kind

/** Records a use of the session, as the server does. */
async function work(person: Person): Promise<void> {
  await studio.must(person, accounts.setLanguage, { language: 'et' })
  await studio.services.uses.write(studio.database)
}

describe.each(['teacher', 'admin'] as const)('the session of a %s', (role) => {
  it('ends after twelve hours without use', async () => {
    const person = await signedIn(role)
    studio.now += 12 * HOUR - MINUTE
    expect(await kindOf(person)).toBe(role)
    studio.now += MINUTE
    expect(await kindOf(person)).toBe('visitor')
  })

  it('lasts for as long as it is used', async () => {
    const person = await signedIn(role)
    for (let times = 0; times < 10; times++) {
      studio.now += 11 * HOUR
      await work(person)
    }
    expect(await kindOf(person)).toBe(role)
    studio.now += 12 * HOUR
    expect(await kindOf(person)).toBe('visitor')
  })
})

it("a member's session ends after sixty days without use, and lasts for as long as it is used", async () => {
  const [used, unused] = [await signedIn('user'), await signedIn('user')]
  studio.now += 59 * DAY
  await work(used)
  expect([await kindOf(used), await kindOf(unused)]).toEqual(['user', 'user'])
  studio.now += 59 * DAY
  expect([await kindOf(used), await kindOf(unused)]).toEqual(['user', 'visitor'])
  studio.now += DAY
  expect(await kindOf(used)).toBe('visitor')
})

it('gives a member who becomes a teacher the shorter session of staff from then on', async () => {
  const [recent, old] = [await signedIn('user'), await signedIn('user')]
  studio.now += 13 * HOUR
  await work(recent)
  await studio.database.transaction((tx) => tx.execute(`update accounts set role = 'teacher'`))
  expect([await kindOf(recent), await kindOf(old)]).toEqual(['teacher', 'visitor'])
})

it('a session of an older version, whose last use is not known, ends twelve hours after it was opened', async () => {
  const person = await signedIn('admin')
  await studio.database.transaction((tx) => tx.execute('update sessions set last_used_at = null'))
  studio.now += 12 * HOUR - MINUTE
  expect(await kindOf(person)).toBe('admin')
  studio.now += MINUTE
  expect(await kindOf(person)).toBe('visitor')
})

it('writes a use at most once in five minutes, and only for sessions that are still valid', async () => {
  const [person, idle] = [await signedIn('admin'), await signedIn('admin')]
  const lastUsed = async () => {
    const found = await studio.sql<{ at: number }>`select last_used_at as at from sessions order by last_used_at`
    return found.map(({ at }) => at)
  }
  const opened = studio.now
  studio.now += 4 * MINUTE
  await work(person)
  expect(await lastUsed()).toEqual([opened, opened])
  studio.now += 2 * MINUTE
  await work(person)
  expect(await lastUsed()).toEqual([opened, studio.now])
  await studio.must(idle, accounts.signOut, {})
  await studio.services.uses.write(studio.database)
  expect(await lastUsed()).toEqual([studio.now])
})

it('corrects a last use in the future, written by a wrong clock, with the next use', async () => {
  const person = await signedIn('admin')
  await studio.database.transaction((tx) =>
    tx.execute(
      `update sessions set last_used_at = last_used_at + interval '1 year', expires_at = expires_at + interval '1 year'`,
    ),
  )
  await work(person)
  studio.now += 12 * HOUR
  expect(await kindOf(person)).toBe('visitor')
})

it('retries uses that could not be written', async () => {
  const person = await signedIn('admin')
  studio.now += HOUR
  await studio.must(person, accounts.setLanguage, { language: 'et' })
  const broken = { transaction: () => Promise.reject(new Error('away')) } as unknown as TestStudio['database']
  await expect(studio.services.uses.write(broken)).rejects.toThrow('away')
  await studio.services.uses.write(studio.database)
  studio.now += 11 * HOUR + MINUTE
  expect(await kindOf(person)).toBe('admin')
})

it('gives a new session that lifetime', async () => {
  await studio.must(visitor, accounts.signUp, {
    displayName: 'Anna',
    familyName: 'Tamm',
    dob: '2000-01-01',
    email: 'anna@example.ee',
    password: 'quiet waltz',
    language: 'en',
  })
  await studio.database.transaction((tx) => tx.execute(`update accounts set role = 'admin', email_verified_at = now()`))
  const credentials = { email: 'anna@example.ee', password: 'quiet waltz' }
  const { session } = await studio.call(visitor, accounts.signIn, credentials)
  const anna = { ...visitor, sessionToken: session?.token ?? '' }
  studio.now += 12 * HOUR - MINUTE
  expect(await kindOf(anna)).toBe('admin')
  studio.now += MINUTE
  expect(await kindOf(anna)).toBe('visitor')
})
