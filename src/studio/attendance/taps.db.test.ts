import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { codeOf, visitor, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { attendance } from './contract.ts'

let studio: TestStudio
let admin: Person
let teacher: Person
let mari: Person
let scheduleId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  teacher = await studio.person('teacher')
  mari = await studio.person('user')
  scheduleId = (await anEntry(studio, admin, { inDays: 0 })).scheduleId
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
}, WITH_FEATURES)

type Tap = InputOf<typeof attendance.tap>
const tap = (by: Person, more: Partial<Tap> = {}, key?: string) => {
  const input = {
    scheduleId,
    userIds: [mari.userId],
    value: 'attended' as const,
    tappedAt: studio.now,
    press: null,
    ...more,
  }
  return studio.call(by, attendance.tap, input, key)
}
const mark = async () => {
  const found = await studio.sql<{ value: string }>`select value from attendance`
  return found.map(({ value }) => value).join(' ')
}
const tapped = async () => {
  const found = await studio.sql<{
    at: string
  }>`select metadata ->> 'tappedAt' as at from logs where metadata ? 'tappedAt' order by id`
  return found.map(({ at }) => Date.parse(at))
}

describe('two phones at one class', () => {
  it('uses the later tap, whichever arrives first, and logs both', async () => {
    const noon = studio.now
    studio.now = noon + 10 * MINUTE
    await tap(admin, { value: 'no-show', tappedAt: noon + 5 * MINUTE })
    await tap(teacher, { tappedAt: noon + 2 * MINUTE })
    expect(await mark()).toBe('no-show')
    expect(await tapped()).toEqual([noon + 5 * MINUTE, noon + 2 * MINUTE])
    await tap(teacher, { tappedAt: noon + 6 * MINUTE })
    expect(await mark()).toBe('attended')
  })

  it('keeps a mark cleared that was cleared later', async () => {
    const noon = studio.now
    studio.now = noon + 10 * MINUTE
    await tap(teacher, { tappedAt: noon })
    await tap(teacher, { value: null, tappedAt: noon + 3 * MINUTE })
    await tap(admin, { tappedAt: noon + 2 * MINUTE })
    expect(await mark()).toBe('')
  })

  it('treats a mark from the desk as a tap at that moment', async () => {
    await studio.must(admin, attendance.take, { scheduleId, userId: mari.userId, value: 'no-show' })
    studio.now += MINUTE
    await tap(teacher, { tappedAt: studio.now - 2 * MINUTE })
    expect(await mark()).toBe('no-show')
    await studio.must(admin, attendance.take, { scheduleId, userId: mari.userId, value: null })
    await tap(teacher, { tappedAt: studio.now - 1 })
    expect(await mark()).toBe('')
  })
})

describe('a device whose clock is wrong', () => {
  it('a day ahead: dates the tap to its arrival', async () => {
    await tap(teacher, { tappedAt: studio.now + 24 * HOUR })
    expect(await tapped()).toEqual([studio.now])
    studio.now += 1
    await tap(admin, { value: 'no-show' })
    expect(await mark()).toBe('no-show')
  })

  it('a week behind: dates the tap to 48 hours before its arrival', async () => {
    await tap(teacher, { tappedAt: studio.now - 7 * 24 * HOUR })
    expect(await tapped()).toEqual([studio.now - 48 * HOUR])
    expect(await mark()).toBe('attended')
  })
})

it('counts a tap once that is sent twice under the same key', async () => {
  const key = 'a-key-of-sixteen-letters'
  await tap(teacher, {}, key)
  await studio.must(admin, attendance.take, { scheduleId, userId: mari.userId, value: null })
  expect((await tap(teacher, {}, key)).body).toMatchObject({ ok: true })
  expect(await mark()).toBe('')
  expect(await tapped()).toHaveLength(1)
})

describe('a tap sent with the id of its account', () => {
  const key = 'a-key-of-sixteen-letters'
  const sentBy = async (by: Person) => {
    const tapped = { scheduleId, userIds: [mari.userId], value: 'attended', tappedAt: studio.now, press: null }
    const body = { key, input: tapped, account: teacher.accountId }
    return await studio.callRaw(by, attendance.tap.name, body)
  }

  it("is not applied in another account's session, whatever its rights, and is applied later in its own", async () => {
    const another = await studio.person('teacher')
    const logged = await studio.sql`select count(*) from logs`
    for (const by of [admin, another, mari]) {
      expect(await sentBy(by)).toMatchObject({ status: 409, body: { ok: false, code: 'anotherAccount' } })
    }
    expect(await mark()).toBe('')
    expect(await studio.sql`select 1 from taps`).toEqual([])
    expect(await studio.sql`select count(*) from logs`).toEqual(logged)
    expect((await sentBy(teacher)).body).toMatchObject({ ok: true, value: { counted: [mari.userId] } })
    expect(await studio.sql`select marked_by as by from attendance`).toEqual([{ by: teacher.accountId }])
  })

  it('is kept until sign-in when nobody is signed in', async () => {
    expect(await sentBy(visitor)).toMatchObject({ status: 401, body: { code: 'signInNeeded' } })
  })
})

describe('a mark that is taken back', () => {
  it('is not an error for somebody who never came or is unknown', async () => {
    const stranger = await studio.person()
    const cleared = { userIds: [mari.userId, stranger.userId, 'nobody'], value: null }
    expect((await tap(teacher, cleared)).body).toMatchObject({ ok: true, value: { counted: [mari.userId] } })
    expect((await tap(teacher, { userIds: ['nobody'], value: null })).body).toMatchObject({ value: { counted: [] } })
    expect(await studio.sql`select user_id from taps`).toEqual([{ user_id: mari.userId }])
    expect(studio.reported).toEqual([])
  })

  it('is cleared for somebody who was included and no longer is', async () => {
    const anna = await studio.person('user', { membershipCategory: 'Member-girl' })
    await tap(teacher, { userIds: [anna.userId] })
    await studio.must(admin, accounts.setMembershipCategory, { userId: anna.userId, membershipCategory: null })
    expect(await mark()).toBe('attended')
    studio.now += 1
    await tap(teacher, { userIds: [anna.userId], value: null })
    expect(await mark()).toBe('')
  })

  it('counts a person once who is named twice in one call', async () => {
    for (const value of ['attended', null] as const) {
      const twice = { userIds: [mari.userId, mari.userId], value }
      expect((await tap(teacher, twice)).body).toMatchObject({ value: { counted: [mari.userId] } })
    }
    expect(await tapped()).toHaveLength(2)
  })
})

describe('All here', () => {
  it('marks those without a mark, and undo clears only those marks', async () => {
    const anna = await studio.person('user', { displayName: 'Anna' })
    await studio.must(anna, registrations.registerWithDropIn, dropIn(scheduleId))
    await tap(admin, { userIds: [anna.userId], value: 'no-show' })
    const both = { userIds: [mari.userId, anna.userId], press: 'press', tappedAt: studio.now + 1 }
    studio.now += MINUTE
    await tap(teacher, { ...both, onlyUnmarked: true })
    expect((await mark()).split(' ').toSorted((a, b) => a.localeCompare(b))).toEqual(['attended', 'no-show'])
    await tap(teacher, { ...both, value: null, press: null, undoes: 'press', tappedAt: studio.now })
    expect(await mark()).toBe('no-show')
  })

  it('undo skips people who were corrected since', async () => {
    await tap(teacher, { press: 'press', onlyUnmarked: true })
    studio.now += 1
    await tap(admin, { value: 'no-show' })
    studio.now += 1
    await tap(teacher, { value: null, undoes: 'press' })
    expect(await mark()).toBe('no-show')
  })
})

it('says why a tap is refused', async () => {
  const stranger = await studio.person()
  expect(await codeOf(tap(teacher, { userIds: [stranger.userId] }))).toBe('registrationNotFound')
  expect(await codeOf(tap(teacher, { scheduleId: 'none' }))).toBe('scheduleNotFound')
  await studio.must(admin, registrations.cancelEntry, { scheduleId })
  expect(await codeOf(tap(teacher))).toBe('entryCancelled')
})
