import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { refuse } from '#kernel/result.ts'
import type { CommandContext } from '#server/procedures.ts'
import { startServices } from '#server/services.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { ADMIN_PASSWORD, requestOf, TestStudio, testSettings, visitor, type Person } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { inLanes } from '#server/testing/torture/numbers.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { runCommand } from './runCommand.ts'

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

const girls = { name: 'Girls', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
const key = 'a-key-of-one-intent-01'

describe('a repeated key', () => {
  it('returns the first result, whatever has changed since', async () => {
    const first = await studio.call(admin, classes.create, girls, key)
    const again = await studio.call(admin, classes.create, girls, key)
    expect(again.body).toEqual(first.body)
    expect(await studio.sql`select count(*)::int as n from classes`).toEqual([{ n: 1 }])
  })

  it('returns a refusal too: a place that became free later needs a new key', async () => {
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
    const [first, second] = [await studio.person(), await studio.person()]
    await studio.must(first, registrations.registerWithDropIn, dropIn(scheduleId))
    const full = await studio.call(second, registrations.registerWithDropIn, dropIn(scheduleId), key)
    await studio.must(first, registrations.cancel, { scheduleId })
    const again = await studio.call(second, registrations.registerWithDropIn, dropIn(scheduleId), key)
    expect(again.body).toEqual(full.body)
    await studio.must(second, registrations.registerWithDropIn, dropIn(scheduleId))
  })

  it('is refused with another input, and with another command', async () => {
    await studio.call(admin, classes.create, girls, key)
    const other = await studio.call(admin, classes.create, { ...girls, name: 'Boys' }, key)
    expect(other.body).toMatchObject({ ok: false, code: 'keyReused' })
    const level = { userId: admin.userId, memberLevel: 'gold' }
    expect((await studio.call(admin, accounts.setMemberLevel, level, key)).body).toMatchObject({ code: 'keyReused' })
  })

  it('is refused with another password, also by another server on the same database', async () => {
    const form = { displayName: 'Anna', familyName: 'T', dob: '2000-01-01', language: 'en' as const }
    const signUp = (password: string) =>
      studio.call(visitor, accounts.signUp, { ...form, email: 'anna@example.ee', password }, key)
    const first = await signUp('correct horse')
    expect(first.body.ok).toBe(true)
    expect(await signUp('battery staple')).toMatchObject({ status: 409, body: { ok: false, code: 'keyReused' } })
    // the check must not depend on the state of this process
    const other = await startServices({
      settings: testSettings(),
      database: studio.database,
      clock: () => studio.now,
      deliver: false,
      say: () => {},
    })
    const there = (password: string) => {
      const named = other.commands.get(accounts.signUp.name)
      if (!named) throw new Error('There is no sign-up.')
      const input = { ...form, email: 'anna@example.ee', password }
      return runCommand(other, named, { key, input }, requestOf(visitor))
    }
    expect(await there('correct horse')).toEqual(first)
    expect((await there('battery staple')).status).toBe(409)
    const signIn = { email: 'anna@example.ee', password: 'correct horse' }
    expect((await studio.call(visitor, accounts.signIn, signIn)).body.ok).toBe(true)
  })

  it('is stored as a hash when a password was sent, because the key is needed to guess the password', async () => {
    const form = { displayName: 'Anna', familyName: 'T', dob: '2000-01-01', language: 'en' as const }
    const input = { ...form, email: 'anna@example.ee', password: 'correct horse' }
    await studio.call(visitor, accounts.signUp, input, key)
    const kept = await studio.sql<{ key: string; inputHash: string }>`
      select key, input_hash as "inputHash" from commands`
    const sha256 = (text: string) => hash('sha256', text, 'base64url')
    expect(kept).toEqual([{ key: sha256(key), inputHash: expect.stringMatching(/^[\w-]{43}$/) as string }])
    const guessed = ['correct horse', JSON.stringify(input), JSON.stringify({ key, input })].map(sha256)
    expect(guessed).not.toContain(kept[0]?.inputHash)
  })

  it('belongs to one person: the same key of another person is another intent', async () => {
    const other = await studio.person('admin')
    await studio.call(admin, classes.create, girls, key)
    expect((await studio.call(other, classes.create, girls, key)).body.ok).toBe(true)
    expect(await studio.sql`select count(*)::int as n from classes`).toEqual([{ n: 2 }])
  })

  it.each([undefined, '', 'short', 'x'.repeat(65), 'spaces are not fine', 7])(
    'is refused when its format is %j',
    async (bad) => {
      const outcome = await studio.callRaw(admin, 'classes.create', { key: bad, input: girls })
      expect(outcome).toMatchObject({ status: 400, body: { ok: false, code: 'invalidInput' } })
    },
  )
})

describe('an input', () => {
  it('names its invalid fields and changes nothing', async () => {
    const outcome = await studio.callRaw(admin, 'classes.create', {
      key,
      input: { ...girls, defaultMaxParticipants: 'ten' },
    })
    expect(outcome.body).toMatchObject({ code: 'invalidInput', fields: { defaultMaxParticipants: 'invalidInput' } })
  })

  it('loses fields that are not in the contract', async () => {
    const input = { ...girls, id: 'mine', createdAt: 0, userId: 'other', __proto__: { categories: ['x'] } }
    await studio.callRaw(admin, 'classes.create', { key, input })
    expect(await studio.sql`select count(*)::int as n from classes where id = 'mine'`).toEqual([{ n: 0 }])
  })

  it('is refused when it has a character that the database cannot store', async () => {
    const outcome = await studio.callRaw(admin, 'classes.create', { key, input: { ...girls, name: 'Girls\0' } })
    expect(outcome).toMatchObject({ status: 400, body: { code: 'invalidInput' } })
    expect(studio.reported).toEqual([])
  })
})

describe('a role', () => {
  const password = ADMIN_PASSWORD
  it('is read at each call, so that losing it takes effect at once', async () => {
    const teacher = await studio.person('admin')
    await studio.must(teacher, classes.create, girls)
    await studio.must(admin, accounts.setRole, { userId: teacher.userId, role: 'user', password })
    expect((await studio.call(teacher, classes.create, girls)).body).toMatchObject({ code: 'notAllowed' })
  })

  it('cannot be taken from the last admin', async () => {
    const demoted = await studio.call(admin, accounts.setRole, { userId: admin.userId, role: 'user', password })
    expect(demoted.body).toMatchObject({ code: 'lastAdmin' })
  })

  it('remains with one of two admins who demote each other at once', async () => {
    const other = await studio.person('admin')
    const demotions = await Promise.all([
      studio.call(admin, accounts.setRole, { userId: other.userId, role: 'user', password }),
      studio.call(other, accounts.setRole, { userId: admin.userId, role: 'user', password }),
    ])
    expect(demotions.filter(({ body }) => body.ok)).toHaveLength(1)
    expect(await studio.sql`select count(*)::int as n from accounts where role = 'admin'`).toEqual([{ n: 1 }])
  })
})

describe('a log line', () => {
  it('is written together with its command', async () => {
    await studio.must(admin, classes.create, girls)
    const lines = await studio.sql`select channel, level, user_id as "userId" from logs`
    expect(lines).toEqual([{ channel: 'registrations', level: 'info', userId: admin.accountId }])
  })

  it('does not fail its command when it cannot be written', async () => {
    await studio.database.transaction((tx) =>
      tx.execute('alter table logs add constraint broken check (false) not valid'),
    )
    try {
      await studio.must(admin, classes.create, girls)
      expect(studio.reported.join()).toContain('A log line could not be written')
    } finally {
      await studio.database.transaction((tx) => tx.execute('alter table logs drop constraint broken'))
    }
  })
})

it('treats a handler that writes and then refuses as a bug, and rolls back', async () => {
  const named = {
    name: classes.create.name,
    procedure: classes.create,
    handler: {
      run: async (c: CommandContext) => {
        await c.tx.execute(sql`insert into meta values ('unseen', '')`)
        await c.tx.execute(sql`update people set display_name = 'Else'`)
        return refuse('classNotFound')
      },
    },
  }
  const outcome = await runCommand(studio.services, named, { key, input: girls }, requestOf(admin))
  expect(outcome).toMatchObject({ status: 500, body: { code: 'unexpected' } })
  expect(studio.reported.join()).toContain('refused (classNotFound) after it had written to people')
  expect(await studio.sql`select key from meta where key = 'unseen'`).toEqual([])
  expect(await studio.sql`select key from commands`).toEqual([])
})

it('responds to an unexpected error with an id, and reports and logs it', async () => {
  await studio.database.transaction((tx) =>
    tx.execute('alter table classes add constraint broken check (false) not valid'),
  )
  try {
    const outcome = await studio.call(admin, classes.create, girls)
    expect(outcome).toMatchObject({ status: 500, body: { ok: false, code: 'unexpected' } })
    const { id } = (outcome.body as unknown as { params: { id: string } }).params
    expect(studio.reported.join()).toContain(id)
    const [line] = await studio.sql<{ level: string; metadata: { error: string } }>`select level, metadata from logs`
    expect(line).toEqual({ level: 'error', metadata: { error: id } })
  } finally {
    await studio.database.transaction((tx) => tx.execute('alter table classes drop constraint broken'))
  }
})

it('counts calls of limited procedures by address', async () => {
  const strict = await TestStudio.open({ RATE_LIMIT_FACTOR: '1' })
  try {
    const attempt = () => strict.call(visitor, accounts.signIn, { email: 'anna@example.ee', password: 'wrong1' })
    const codes: string[] = []
    await inLanes(11, 4, async () => {
      const { body } = await attempt()
      codes.push(body.ok ? 'done' : body.code)
    })
    expect(codes.filter((code) => code === 'wrongCredentials')).toHaveLength(10)
    expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(1)
    strict.now += 16 * 60_000
    const later = await attempt()
    expect(later.body).toMatchObject({ code: 'wrongCredentials' })
  } finally {
    await strict.close()
  }
})
