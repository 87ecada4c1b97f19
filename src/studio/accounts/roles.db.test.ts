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
  it("takes the admin's own password", async () => {
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
      // the command's own transaction: the password was checked before it
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

it('an admin’s password can be guessed twenty times in a quarter of an hour', async () => {
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
