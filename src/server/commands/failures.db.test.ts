import { describe, expect, it, vi } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { watchQuery } from '#server/live/queries.ts'
import { visitor, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { door } from '#studio/door/contract.ts'

let studio: TestStudio
let admin: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
}, WITH_FEATURES)

const write = (statement: string) => studio.database.transaction((tx) => tx.execute(statement))

/** Runs work while reading memberships fails. */
async function withoutMemberships(work: () => Promise<void>): Promise<void> {
  await write('alter table memberships rename to memberships_away')
  try {
    await work()
  } finally {
    await write('alter table memberships_away rename to memberships')
  }
}

/** Subscribes this many people to a failing live query, and waits until each got the failure. */
async function askInVain(name: string, caller: Parameters<typeof watchQuery>[2], people = 1): Promise<void> {
  const query = studio.services.queries.get(name)
  if (!query) throw new Error(`There is no query ${name}.`)
  const told = Array.from({ length: people }, () => {
    let leave = () => {}
    return new Promise<void>((resolve, reject) => {
      leave = watchQuery(
        studio.services,
        query,
        caller,
        {},
        {
          next: () => reject(new Error('It was answered.')),
          failed: () => resolve(),
        },
      )
    }).finally(() => leave())
  })
  await Promise.all(told)
}

describe('a live query that fails', () => {
  it('is logged once per ten minutes and reported once per minute, however many people subscribe', async () => {
    const log = await studio.watch(admin, accounts.logs, { channel: 'membership', search: '', before: null })
    expect((await log.next()).lines).toEqual([])
    await withoutMemberships(async () => {
      await askInVain('memberships.catalogue', { kind: 'visitor' }, 3)
      const line = { level: 'error', message: 'memberships.catalogue failed unexpectedly.', userId: null }
      const { lines } = await log.next()
      expect(lines).toMatchObject([line])
      expect(studio.reported).toHaveLength(1)
      expect(studio.reported[0]).toContain(String(lines[0]?.metadata?.error))
      await askInVain('memberships.catalogue', { kind: 'visitor' })
      expect(studio.reported).toHaveLength(1)
      studio.now += MINUTE
      await askInVain('memberships.catalogue', { kind: 'visitor' })
      expect(studio.reported).toHaveLength(2)
      studio.now += 9 * MINUTE
      await askInVain('memberships.catalogue', { kind: 'visitor' })
      expect((await log.next()).lines).toMatchObject([line, line])
    })
    log.stop()
  })

  it('reaches its subscribers even when the failure cannot be logged', async () => {
    studio.now += 60 * MINUTE
    await write('alter table logs rename to logs_away')
    try {
      await withoutMemberships(() => askInVain('memberships.catalogue', { kind: 'visitor' }))
      await vi.waitFor(() => expect(studio.reported.join()).toContain('A log line could not be written'))
    } finally {
      await write('alter table logs_away rename to logs')
    }
    expect(studio.reported[0]).toContain('memberships.catalogue could not be answered')
  })
})

it('a failure is logged in the channel of its concept', async () => {
  await write(`alter table people add constraint broken check (display_name <> 'Berta')`)
  try {
    const person = { id: 'new', displayName: 'Berta', familyName: 'Maasikas' }
    expect((await studio.call(admin, door.addPerson, person)).status).toBe(500)
  } finally {
    await write('alter table people drop constraint broken')
  }
  expect(await studio.sql`select channel, message from logs`).toEqual([
    { channel: 'payments', message: 'door.addPerson failed unexpectedly.' },
  ])
})

it('a failed command logs its caller, if it has one', async () => {
  await write(`alter table people add constraint broken check (member_level <> 'gold')`)
  await write(`alter table accounts add constraint broken check (email <> 'mari@example.ee')`)
  try {
    const edit = { userId: admin.userId, memberLevel: 'gold' }
    expect((await studio.call(admin, accounts.setMemberLevel, edit)).status).toBe(500)
    const form = {
      displayName: 'Mari',
      familyName: 'Maasikas',
      dob: '2005-05-05',
      email: 'mari@example.ee',
      password: 'quiet waltz',
      language: 'en' as const,
    }
    expect((await studio.call(visitor, accounts.signUp, form)).status).toBe(500)
  } finally {
    await write('alter table people drop constraint broken')
    await write('alter table accounts drop constraint broken')
  }
  const lines = await studio.sql`select message, user_id as "userId" from logs order by id`
  expect(lines).toEqual([
    { message: 'accounts.setMemberLevel failed unexpectedly.', userId: admin.accountId },
    { message: 'accounts.signUp failed unexpectedly.', userId: null },
  ])
})
