import { describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { runCommand } from '#server/commands/runCommand.ts'
import { countHashes } from '#server/testing/countedHashes.ts'
import { ADMIN_PASSWORD, codeOf, requestOf, TestStudio, visitor, type Person } from '#server/testing/studio.ts'
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
  (await studio.sql<{ role: string }>`select role from users where id = ${person.userId}`)[0]?.role

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
      tx.execute(`update credentials set password_hash = '${passwordHash}' where user_id = '${other.userId}'`),
    )
    expect(await promote(admin, 'another waltz')).toEqual({ password: 'wrongPassword' })
    expect(await promote(other, 'another waltz')).toBe('done')
  })

  it('is refused with a password that was changed while it was being checked', async () => {
    const passwordHash = await hashPassword('another waltz')
    const { transaction } = studio.database
    let changed = false
    const database = {
      ...studio.database,
      transaction: (async (work, options) => {
        if (!changed && !options?.readOnly) {
          changed = true
          await transaction((tx) =>
            tx.execute(`update credentials set password_hash = '${passwordHash}' where user_id = '${admin.userId}'`),
          )
        }
        return await transaction(work, options)
      }) satisfies typeof transaction as typeof transaction,
    }
    const named = studio.services.commands.get(accounts.setRole.name)
    if (!named) throw new Error('There is no such command.')
    const input = { userId: member.userId, role: 'admin', password: ADMIN_PASSWORD }
    const services = { ...studio.services, database }
    const outcome = runCommand(services, named, { key: 'a-key-of-one-intent-01', input }, requestOf(admin))
    expect(await codeOf(outcome)).toEqual({ password: 'wrongPassword' })
    expect(changed).toBe(true)
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
