import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { deliverOnce } from '#server/testing/mail/deliverOnce.ts'
import { aCourse, anEntry, anEntryForm, dropIn, joining } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { mailings } from '#studio/mailings/contract.ts'
import type { Audience } from '#studio/mailings/rules.ts'
import { notices } from '#studio/notices/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'

const family = familyStudio()

interface Written {
  readonly id?: string
  readonly accounts?: number
  readonly subject?: string
  readonly text?: string
}

const reach = (by: Person, audience: Audience) => family.studio.ask(by, mailings.toWrite, { audience })
const send = (by: Person, audience: Audience, { id = newId(), accounts: shown = 1, ...words }: Written = {}) =>
  family.studio.call(by, mailings.send, {
    id,
    audience,
    subject: 'Other shoes',
    text: 'Please bring\nother shoes.\n\nSee you!',
    accounts: shown,
    ...words,
  })
const letters = () =>
  family.studio.sql<{ to: string; subject: string; text: string; unsubscribe: string }>`
    select to_address as "to", subject, text, unsubscribe from outbox
    where subject = 'Other shoes' or text like '%other shoes%' order by id`
const shown = async (id: string) => {
  const found = await family.studio.ask(family.admin, mailings.shown, { id, page: 1 })
  if (!found) throw new Error('There is no such message.')
  return found
}
const emailOf = async ({ accountId }: Person) =>
  (await family.studio.sql<{ email: string }>`select email from accounts where id = ${accountId}`)[0]?.email ?? ''
const mine = async (person: Person) =>
  (await family.studio.ask(person, mailings.mine, {})).map(({ subject }) => subject)

async function aClass(...people: Person[]): Promise<Audience & { kind: 'class' }> {
  const { scheduleId } = await anEntry(family.studio, family.admin)
  for (const person of people) await family.studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  // so that no other pending letter is combined with the message
  await family.studio.writeLetters()
  return { kind: 'class', id: scheduleId }
}

const post = (refused: readonly string[] = []) => deliverOnce(family.studio, refused)

describe('a message to a class', () => {
  it('is one letter per account, also for a guardian of two, and names the class and the author', async () => {
    const { studio, admin, parent, other } = family
    const audience = await aClass(other)
    for (const displayName of ['Liisu', 'Jaan']) {
      const { personId } = await studio.must(parent, families.addChild, {
        displayName,
        familyName: 'Tamm',
        dob: '2016-05-05',
      })
      await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(audience.id), personId })
    }
    await studio.writeLetters()
    expect(await reach(admin, audience)).toMatchObject({ people: 3, accounts: 2, unreachable: 0, declined: 0 })
    const { id } = (await send(admin, audience, { accounts: 2 })).body.ok
      ? { id: (await studio.ask(admin, mailings.sent, { page: 1 })).rows[0]?.id ?? '' }
      : { id: '' }
    await studio.runJobs()
    // nothing is sent while it can be undone
    expect(await letters()).toEqual([])
    await studio.writeLetters()
    const parentEmail = await emailOf(parent)
    const found = await letters()
    expect(found.map(({ to }) => to).toSorted()).toEqual([await emailOf(other), await emailOf(parent)].toSorted())
    const toParent = found.find(({ to }) => to === parentEmail)
    expect(toParent?.text).toContain('Please bring\nother shoes.\n\nSee you!')
    expect(toParent?.text).toMatch(/For: (Liisu, Jaan|Jaan, Liisu)/)
    expect(toParent?.text).toContain('Class: Girls beginners, Wednesday 11 March, 18:00')
    expect(toParent?.text).toContain('Written by:')
    expect(toParent?.text).toContain(`/class/${audience.id}`)
    // it is about their place, so there is no unsubscribe link
    expect(found.map(({ unsubscribe }) => unsubscribe)).toEqual(['', ''])
    expect((await shown(id)).counts).toEqual({ waiting: 2, sent: 0, failed: 0, notMailed: 0 })
    await post()
    studio.now += HOUR
    await studio.runJobs()
    expect((await shown(id)).counts).toEqual({ waiting: 0, sent: 2, failed: 0, notMailed: 0 })
    await expectInvariants(studio)
  })

  it('is sent once, even if the request is repeated or concurrent', async () => {
    const { studio, admin, parent, other } = family
    const audience = await aClass(parent, other)
    const id = newId()
    const press = () => codeOf(send(admin, audience, { id, accounts: 2 }))
    const first = await Promise.all([press(), press(), press()])
    expect(first.filter((code) => code === 'done').length).toBeGreaterThan(0)
    expect(await press()).toBe('done')
    expect(await codeOf(send(admin, audience, { id, accounts: 2, text: 'Something else' }))).toBe('otherMessage')
    expect(await codeOf(send(admin, audience, { id, accounts: 2, subject: 'Corrected' }))).toBe('otherMessage')
    await studio.writeLetters()
    expect(await letters()).toHaveLength(2)
    expect(await press()).toBe('done')
    await studio.writeLetters()
    expect(await letters()).toHaveLength(2)
    expect(studio.reported).toEqual([])
  })

  it('is refused if the readers have changed, if it is empty, or if nobody would get it', async () => {
    const { studio, admin, parent, other } = family
    const audience = await aClass()
    expect(await codeOf(send(admin, audience))).toBe('nobodyToWrite')
    await studio.must(parent, registrations.registerWithDropIn, dropIn(audience.id))
    await studio.must(other, registrations.registerWithDropIn, dropIn(audience.id))
    expect(await codeOf(send(admin, audience, { accounts: 1 }))).toBe('readersChanged')
    expect(await codeOf(send(admin, audience, { subject: ' ', text: 'x'.repeat(2001) }))).toEqual({
      subject: 'fieldMissing',
      text: 'textTooLong',
    })
    expect(await codeOf(send(admin, { kind: 'class', id: 'none' }))).toBe('audienceGone')
    expect(await codeOf(send(admin, audience, { accounts: 2 }))).toBe('done')
  })

  it('can be undone within two minutes, with all its letters', async () => {
    const { studio, admin, parent, other } = family
    const audience = await aClass(parent, other)
    const id = newId()
    await send(admin, audience, { id, accounts: 2 })
    await studio.runJobs()
    studio.now += MINUTE
    expect(await codeOf(studio.call(admin, mailings.undo, { id }))).toBe('done')
    await studio.writeLetters()
    expect(await letters()).toEqual([])
    expect(await mine(parent)).toEqual([])
    const later = newId()
    await send(admin, audience, { id: later, accounts: 2 })
    await studio.writeLetters()
    expect(await codeOf(studio.call(admin, mailings.undo, { id: later }))).toBe('undoTooLate')
    expect(await letters()).toHaveLength(2)
    await expectInvariants(studio)
  })

  it('undone while its letters are queued sends none of them', async () => {
    const { studio, admin, parent, other } = family
    const audience = await aClass(parent, other)
    const id = newId()
    await send(admin, audience, { id, accounts: 2 })
    const [undone] = await Promise.all([codeOf(studio.call(admin, mailings.undo, { id })), studio.runJobs()])
    expect(undone).toBe('done')
    await studio.writeLetters()
    expect(await letters()).toEqual([])
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
  })

  it('can be sent by teachers only to their own classes; other audiences are for admins', async () => {
    const { studio, admin, parent } = family
    const audience = await aClass(parent)
    const teacher = await studio.person('teacher')
    expect(await reach(teacher, audience)).toBeNull()
    expect(await codeOf(send(teacher, audience))).toBe('notTaughtByYou')
    for (const one of [
      { kind: 'people', id: '' },
      { kind: 'category', id: 'Cover' },
    ] as const) {
      expect(await codeOf(send(teacher, one))).toBe('notTaughtByYou')
    }
    const form = { ...anEntryForm, teacherIds: [teacher.accountId] }
    await studio.must(admin, schedule.update, { scheduleId: audience.id, ...form, before: anEntryForm })
    const id = newId()
    expect(await codeOf(send(teacher, audience, { id }))).toBe('done')
    // another teacher cannot see who got it
    const another = await studio.person('teacher')
    expect(await studio.ask(another, mailings.shown, { id, page: 1 })).toBeNull()
    expect((await studio.ask(another, mailings.sent, { page: 1 })).rows).toEqual([])
    expect((await studio.ask(teacher, mailings.sent, { page: 1 })).rows).toHaveLength(1)
    expect(await codeOf(studio.call(another, mailings.undo, { id }))).toBe('undoTooLate')
    expect(await codeOf(studio.call(another, mailings.retry, { id }))).toBe('nothingFailed')
    const logs = await studio.sql<{ message: string }>`
      select message from logs where user_id = ${teacher.accountId} and message like 'Message sent%'`
    expect(logs).toHaveLength(1)
  })

  it('is shown on the dashboard of later participants until a day after the class', async () => {
    const { studio, admin, parent, other } = family
    const audience = await aClass(parent)
    await send(admin, audience)
    expect(await mine(parent)).toEqual([])
    await studio.writeLetters()
    expect(await mine(parent)).toEqual(['Other shoes'])
    expect(await mine(other)).toEqual([])
    await studio.must(other, registrations.registerWithDropIn, dropIn(audience.id))
    expect(await mine(other)).toEqual(['Other shoes'])
    await studio.must(other, registrations.cancel, { scheduleId: audience.id, acceptsLate: true })
    expect(await mine(other)).toEqual([])
    studio.now += 3 * DAY
    expect(await mine(parent)).toEqual([])
  })

  it('refused by the mail server is shown with the reason, and can be retried at the current address', async () => {
    const { studio, admin, parent, other } = family
    const audience = await aClass(parent, other)
    const id = newId()
    await send(admin, audience, { id, accounts: 2 })
    await studio.writeLetters()
    await post([await emailOf(other)])
    studio.now += HOUR
    await studio.runJobs()
    expect((await shown(id)).counts).toMatchObject({ sent: 1, failed: 1 })
    expect((await shown(id)).readers[0]).toMatchObject({
      accountId: other.accountId,
      state: 'failed',
      reason: '550 no such mailbox',
    })
    await studio.database.transaction((tx) =>
      tx.execute(sql`update accounts set email = 'other@example.ee' where id = ${other.accountId}`),
    )
    expect(await codeOf(studio.call(admin, mailings.retry, { id }))).toBe('done')
    expect(await codeOf(studio.call(admin, mailings.retry, { id }))).toBe('nothingFailed')
    expect(await post()).toEqual(['other@example.ee'])
    studio.now += HOUR
    await studio.runJobs()
    expect((await shown(id)).counts).toMatchObject({ sent: 2, failed: 0 })
  })
})

describe('the letters of a message', () => {
  const pass = async (ms: number) => {
    family.studio.now += ms
    await family.studio.runJobs()
  }
  const sentTo = async (audience: Audience) => {
    const { studio, admin } = family
    const { soon } = (await reach(admin, audience)) ?? {}
    expect(await codeOf(send(admin, audience))).toBe('done')
    await studio.runJobs()
    await pass(2 * MINUTE)
    return { soon, letters: (await letters()).length }
  }

  it('go after two minutes, also at night, if the class begins within twelve hours', async () => {
    const audience = await aClass(family.parent)
    const { startsAt } = (await reach(family.admin, audience)) ?? {}
    family.studio.now = (startsAt ?? 0) - 11 * HOUR
    expect(await sentTo(audience)).toEqual({ soon: true, letters: 1 })
  })

  it('go after two minutes if the class has begun', async () => {
    const audience = await aClass(family.parent)
    const { startsAt } = (await reach(family.admin, audience)) ?? {}
    family.studio.now = (startsAt ?? 0) - MINUTE
    expect(await sentTo(audience)).toEqual({ soon: true, letters: 1 })
  })

  it('go after two minutes if an evening of the course is within twelve hours', async () => {
    const { studio, admin, parent } = family
    const id = await aCourse(studio, admin)
    await studio.must(parent, courses.join, joining(id))
    await studio.writeLetters()
    const [course] = await studio.sql<{ start_date: string; start_time: string }>`
      select start_date, start_time from courses where id = ${id}`
    studio.now = instantIn('Europe/Tallinn', course?.start_date ?? '', course?.start_time ?? '') - 3 * HOUR
    expect(await sentTo({ kind: 'course', id })).toEqual({ soon: true, letters: 1 })
  })

  it('wait for others if the class is later, and the form says so until it is near', async () => {
    const { studio, admin } = family
    const audience = await aClass(family.parent)
    const { startsAt } = (await reach(admin, audience)) ?? {}
    studio.now = (startsAt ?? 0) - 30 * HOUR
    expect(await sentTo(audience)).toEqual({ soon: false, letters: 0 })
    await pass(13 * MINUTE)
    expect(await letters()).toHaveLength(1)
    studio.now = (startsAt ?? 0) - 12 * HOUR
    expect(await reach(admin, audience)).toMatchObject({ soon: true })
  })
})

it('a message to a course is sent to its participants, and shown to later ones on the dashboard', async () => {
  const { studio, admin, parent, other } = family
  const id = await aCourse(studio, admin)
  await studio.must(parent, courses.join, joining(id))
  expect(await reach(admin, { kind: 'course', id })).toMatchObject({ people: 1, accounts: 1 })
  expect(await codeOf(send(admin, { kind: 'course', id }))).toBe('done')
  await studio.writeLetters()
  expect((await letters()).map(({ to }) => to)).toEqual([await emailOf(parent)])
  await studio.must(other, courses.join, joining(id))
  expect(await mine(other)).toEqual(['Other shoes'])
})

it('a message to a category has no unsubscribe link, and is shown to people who get the category later', async () => {
  const { studio, admin, parent, other } = family
  const give = (person: Person) =>
    studio.must(admin, accounts.setMembershipCategory, { userId: person.userId, membershipCategory: 'Cover' })
  await give(parent)
  expect(await codeOf(send(admin, { kind: 'category', id: 'Cover' }))).toBe('done')
  await studio.writeLetters()
  expect((await letters()).map(({ to, unsubscribe }) => [to, unsubscribe])).toEqual([[await emailOf(parent), '']])
  await give(other)
  expect(await mine(other)).toEqual(['Other shoes'])
  studio.now += 31 * DAY
  expect(await mine(other)).toEqual([])
})

describe('a message to a list of people', () => {
  it('has an unsubscribe link, and is not sent to people who used it', async () => {
    const { studio, admin, parent, other } = family
    const search = await emailOf(parent)
    expect(await codeOf(send(admin, { kind: 'people', id: search }))).toBe('done')
    await studio.writeLetters()
    const [letter] = await letters()
    const token = letter?.unsubscribe.split('/').at(-1) ?? ''
    await studio.must(other, notices.unsubscribe, { token })
    expect(await reach(admin, { kind: 'people', id: search })).toMatchObject({ accounts: 1, declined: 1 })
    const id = newId()
    await send(admin, { kind: 'people', id: search }, { id })
    await studio.writeLetters()
    expect(await letters()).toHaveLength(1)
    expect((await shown(id)).readers).toMatchObject([{ state: 'notMailed' }])
    // messages about bookings are still sent
    const audience = await aClass(parent)
    await send(admin, audience)
    await studio.writeLetters()
    expect(await letters()).toHaveLength(2)
    expect(await mine(parent)).toEqual(['Other shoes'])
  })

  it('names those whose address is not verified apart from those without an account', async () => {
    const { studio, admin, parent, write } = family
    const search = 'Saabas'
    await write(
      insertPeople(
        'id, email, display_name, family_name, created_at',
        sql`values
      ('unverified', 'unverified@example.ee', 'Ene', 'Saabas', now()),
      ('accountless', null, 'Uku', 'Saabas', now())`,
      ),
    )
    expect(await reach(admin, { kind: 'people', id: search })).toMatchObject({
      accounts: 0,
      unreachable: 1,
      someUnreachable: [{ id: 'accountless', name: 'Uku Saabas' }],
      unverified: 1,
      someUnverified: [{ id: 'unverified', name: 'Ene Saabas' }],
    })
    // a guardian with a verified address reads for both
    for (const id of ['unverified', 'accountless']) await family.link(parent, id)
    expect(await reach(admin, { kind: 'people', id: search })).toMatchObject({
      accounts: 1,
      unreachable: 0,
      unverified: 0,
    })
    expect(studio.reported).toEqual([])
  })

  it('is sent to 500 people in batches, once each, while others can book', async () => {
    const { studio, admin, parent, write } = family
    await write(
      insertPeople(
        'id, display_name, family_name, created_at, email, email_verified_at',
        sql`select 'm' || n, 'Many', 'Person' || n, now(), 'many' || n || '@example.ee', now() from generate_series(1, 500) n`,
      ),
    )
    const audience = { kind: 'people', id: 'Many' } as const
    expect(await reach(admin, audience)).toMatchObject({ people: 500, accounts: 500 })
    const { scheduleId } = await anEntry(studio, admin)
    const [sent, booked] = await Promise.all([
      codeOf(send(admin, audience, { accounts: 500 })),
      codeOf(studio.call(parent, registrations.registerWithDropIn, dropIn(scheduleId))),
      studio.runJobs(),
    ])
    expect([sent, booked]).toEqual(['done', 'done'])
    await studio.writeLetters()
    const found = (await letters()).filter(({ to }) => to.startsWith('many'))
    expect(found).toHaveLength(500)
    expect(new Set(found.map(({ to }) => to)).size).toBe(500)
    expect(studio.reported).toEqual([])
  })
})

it('messages are in the download of personal data; deleting users removes author and readers', async () => {
  const { studio, admin, parent } = family
  const teacher = await studio.person('teacher', { displayName: 'Triin' })
  const audience = await aClass(parent)
  const form = { ...anEntryForm, teacherIds: [teacher.accountId] }
  await studio.must(admin, schedule.update, { scheduleId: audience.id, ...form, before: anEntryForm })
  const id = newId()
  await send(teacher, audience, { id })
  await studio.writeLetters()
  const held = await studio.must(parent, privacy.download, {})
  expect(held.messages).toMatchObject([{ subject: 'Other shoes', as: 'reader' }])
  const written = await studio.must(teacher, privacy.download, {})
  expect(written.messages).toMatchObject([{ subject: 'Other shoes', as: 'author' }])
  for (const person of [teacher, parent]) {
    await studio.must(admin, accounts.setActive, { userId: person.userId, active: false })
    await studio.must(admin, privacy.deleteUser, { userId: person.userId })
  }
  expect(await shown(id)).toMatchObject({ author: '', readers: [] })
  await expectInvariants(studio)
})
