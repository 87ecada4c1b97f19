import { describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { countHashes } from '#server/testing/countedHashes.ts'
import { ADMIN_PASSWORD, codeOf, TestStudio, visitor, type Person } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from './contract.ts'
import { hashPassword } from './server/passwords.ts'

let studio: TestStudio
let admin: Person
let member: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

const promote = (by: Person, password: string) =>
  codeOf(studio.call(by, accounts.setRole, { userId: member.userId, role: 'admin', password }))

const roleOf = async (person: Person) =>
  (await studio.sql<{ role: string }>`select role from accounts where id = ${person.accountId}`)[0]?.role

describe('giving a role', () => {
  it("requires the admin's own password", async () => {
    expect(await promote(admin, ADMIN_PASSWORD)).toBe('done')
    expect(await roleOf(member)).toBe('admin')
  })

  it.each([
    ['', 'passwordRequired'],
    ['a guess', 'wrongPassword'],
    [`${ADMIN_PASSWORD} `, 'wrongPassword'],
  ])('is refused with %j at the field', async (typed, code) => {
    expect(await promote(admin, typed)).toEqual({ password: code })
    expect(await roleOf(member)).toBe('user')
  })

  it('is refused with the password of another admin', async () => {
    const other = await studio.person('admin')
    const passwordHash = await hashPassword('another waltz')
    await studio.database.transaction((tx) =>
      tx.execute(`update credentials set password_hash = '${passwordHash}' where account_id = '${other.accountId}'`),
    )
    expect(await promote(admin, 'another waltz')).toEqual({ password: 'wrongPassword' })
    expect(await promote(other, 'another waltz')).toBe('done')
  })

  it('is refused with a password that was changed while it was being checked', async () => {
    const passwordHash = await hashPassword('another waltz')
    const transactionClosedBy: Database['transactionClosedBy'] = async (...own) => {
      // change the password in a transaction of its own, after the command has checked the old one
      await studio.database.transaction((tx) =>
        tx.execute(`update credentials set password_hash = '${passwordHash}' where account_id = '${admin.accountId}'`),
      )
      return await studio.database.transactionClosedBy(...own)
    }
    const meanwhile = await TestStudio.open({}, { ...studio.database, transactionClosedBy, close: async () => {} })
    try {
      const input = { userId: member.userId, role: 'admin' as const, password: ADMIN_PASSWORD }
      const outcome = codeOf(meanwhile.call(admin, accounts.setRole, input))
      expect(await outcome).toEqual({ password: 'wrongPassword' })
      expect(await roleOf(member)).toBe('user')
    } finally {
      await meanwhile.close()
    }
  })

  it('refuses to demote the last admin, and says so before a password is typed', async () => {
    const facts = { userId: admin.userId }
    const demote = (password: string) =>
      codeOf(studio.call(admin, accounts.setRole, { userId: admin.userId, role: 'user', password }))
    expect(await studio.ask(admin, accounts.roleFacts, facts)).toEqual({ isLastAdmin: true, hasPassword: true })
    expect(await demote('')).toBe('lastAdmin')
    expect(await demote(ADMIN_PASSWORD)).toBe('lastAdmin')
    const screen = await studio.watch(admin, accounts.roleFacts, facts)
    expect((await screen.next()).isLastAdmin).toBe(true)
    expect(await promote(admin, ADMIN_PASSWORD)).toBe('done')
    expect((await screen.next()).isLastAdmin).toBe(false)
    screen.stop()
    expect(await demote(ADMIN_PASSWORD)).toBe('done')
  })

  it('refuses an admin who has no password, and says so before one is typed', async () => {
    const passwordless = await studio.person('admin')
    await studio.database.transaction((tx) =>
      tx.execute(`delete from credentials where account_id = '${passwordless.accountId}'`),
    )
    const asked = { userId: member.userId }
    expect((await studio.ask(passwordless, accounts.roleFacts, asked)).hasPassword).toBe(false)
    for (const typed of ['', ADMIN_PASSWORD]) expect(await promote(passwordless, typed)).toBe('noPassword')
    expect((await studio.ask(admin, accounts.roleFacts, asked)).hasPassword).toBe(true)
  })

  it('costs a hash only of who may give one', async () => {
    const hashes = countHashes()
    try {
      for (const by of [visitor, member, await studio.person('teacher')]) await promote(by, ADMIN_PASSWORD)
      expect(hashes.count).toBe(0)
      await promote(admin, ADMIN_PASSWORD)
      expect(hashes.count).toBe(1)
    } finally {
      hashes.stop()
    }
  })
})

it('limits guesses of an admin’s password to twenty in a quarter of an hour', async () => {
  const strict = await TestStudio.open({ RATE_LIMIT_FACTOR: '1' })
  try {
    const [guesser, other] = [await strict.person('admin'), await strict.person('admin')]
    const guess = (by: Person) =>
      codeOf(strict.call(by, accounts.setRole, { userId: guesser.userId, role: 'admin', password: 'a guess' }))
    for (let tries = 0; tries < 20; tries++) expect(await guess(guesser)).toEqual({ password: 'wrongPassword' })
    expect(await guess(guesser)).toBe('tooManyRequests')
    expect(await guess(other)).toEqual({ password: 'wrongPassword' })
    strict.now += 15 * MINUTE
    expect(await guess(guesser)).toEqual({ password: 'wrongPassword' })
  } finally {
    await strict.close()
  }
})

it('never limits correct sign-ins, but limits wrong guesses', async () => {
  const strict = await TestStudio.open({ RATE_LIMIT_FACTOR: '1' })
  try {
    const admin = await strict.person('admin')
    const { email } = await strict.ask(admin, accounts.me, {})
    const enter = (password: string) => codeOf(strict.call(visitor, accounts.signIn, { email: email ?? '', password }))
    for (let times = 0; times < 12; times++) expect(await enter(ADMIN_PASSWORD)).toBe('done')
    for (let tries = 0; tries < 10; tries++) expect(await enter('a guess')).toBe('wrongCredentials')
    expect(await enter(ADMIN_PASSWORD)).toBe('tooManyRequests')
  } finally {
    await strict.close()
  }
})
