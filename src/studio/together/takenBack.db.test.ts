import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import { anEntry, anEntryForm, cancelClass, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { aBrowser, deliveredPushes } from '#server/testing/pushService.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { notices } from '#studio/notices/contract.ts'
import { schedule, type EntryForm } from '#studio/schedule/contract.ts'
import { entryFormOf } from '#studio/schedule/rules/entry.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let mari: Person
let girl: Person

// noon of 10 March 2026, a Tuesday
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  mari = await studio.person('user', { email: 'mari@example.ee' })
  girl = await studio.person('user', { email: 'girl@example.ee', membershipCategory: 'Member-girl' })
}, WITH_FEATURES)

interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly calendar: string | null
}
/** Writes pending letters; returns all letters to the two people, without booking confirmations. */
async function letters() {
  await studio.writeLetters()
  return studio.sql<Letter>`
    select to_address as "to", subject, text, calendar from outbox
    where to_address in ('mari@example.ee', 'girl@example.ee') and subject not like 'Booked:%' order by to_address, id`
}
const lines = async () => (await letters()).map(({ to, subject }) => `${to}: ${subject}`)
const waiting = async () =>
  (await studio.sql<{ payload: string }>`select payload from pushes order by id`).map(
    ({ payload }) => JSON.parse(payload) as { title: string; body: string; tag: string },
  )
async function takesPushes(person: Person, name: string) {
  await studio.must(person, notices.turnOn, aBrowser(name).subscription)
  for (const kind of ['cancelled', 'moved', 'reminders'] as const) {
    await studio.must(person, notices.choose, { kind, way: 'emailAndPush' })
  }
}
async function move(scheduleId: string, change: Partial<EntryForm> = { startTime: '17:30' }) {
  const before = { ...anEntryForm, roomId: null, teacherIds: [] }
  await studio.must(admin, schedule.update, { scheduleId, ...before, ...change, before })
}
const register = (person: Person, scheduleId: string) =>
  studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
const leave = (person: Person, scheduleId: string) => studio.must(person, registrations.cancel, { scheduleId })
const takeOff = (scheduleId: string) =>
  studio.must(admin, attendance.removeRegistration, { scheduleId, userId: mari.userId })

describe('a reminder that waits for the morning', () => {
  const NIGHT: Instant = Date.parse('2026-03-12T22:30:00Z')
  const MORNING: Instant = Date.parse('2026-03-13T06:30:00Z')
  let scheduleId: string

  /** A class on Friday at 18:00, in which Mari has a place and the girl is included; both are reminded at night. */
  async function remindedAtNight() {
    ;({ scheduleId } = await anEntry(studio, admin, { inDays: 3 }))
    await register(mari, scheduleId)
    await letters()
    await takesPushes(mari, 'hers')
    await saveSettings(studio, admin, 'notices', { classHours: 22, membershipDays: 0, overdueDays: 0 })
    await atNight(NIGHT)
    expect(await waiting()).toHaveLength(1)
  }
  async function atNight(at: Instant) {
    studio.now = at
    await studio.startJobs()
    studio.now += 5 * MINUTE
    await studio.runJobs()
  }
  const soon = async () => (await lines()).filter((line) => line.includes('Soon'))

  it('is sent in the morning, as a letter and a push', async () => {
    await remindedAtNight()
    studio.now = MORNING
    expect(await soon()).toEqual([
      'girl@example.ee: Soon: Girls beginners, Friday 13 March',
      'mari@example.ee: Soon: Girls beginners, Friday 13 March',
    ])
    expect(await deliveredPushes(studio)).toHaveLength(1)
  })

  it.each([
    ['left', () => leave(mari, scheduleId)],
    ['was taken off', () => takeOff(scheduleId)],
  ])('is not sent to somebody who %s', async (_, leaves) => {
    await remindedAtNight()
    await leaves()
    expect((await waiting()).filter(({ title }) => title.startsWith('Soon'))).toEqual([])
    studio.now = MORNING
    expect(await soon()).toEqual(['girl@example.ee: Soon: Girls beginners, Friday 13 March'])
  })

  it.each([
    ['can’t come', () => studio.must(girl, registrations.cantCome, { scheduleId })],
    [
      'is not in that category any more',
      () => studio.must(admin, accounts.setMembershipCategory, { userId: girl.userId, membershipCategory: null }),
    ],
  ])('is not sent to an included person who %s', async (_, leaves) => {
    await remindedAtNight()
    await leaves()
    studio.now = MORNING
    expect(await soon()).toEqual(['mari@example.ee: Soon: Girls beginners, Friday 13 March'])
  })

  it('is sent again to a person who comes after all', async () => {
    await remindedAtNight()
    await studio.must(girl, registrations.cantCome, { scheduleId })
    await studio.must(girl, registrations.comeAfterAll, { scheduleId })
    await atNight(studio.now + 5 * MINUTE)
    studio.now = MORNING
    expect(await soon()).toContain('girl@example.ee: Soon: Girls beginners, Friday 13 March')
  })

  it('is not sent for a cancelled class, even while that can be undone, but is after the undo', async () => {
    await remindedAtNight()
    studio.now = MORNING - MINUTE
    const { changeId } = await studio.must(admin, registrations.cancelEntry, { scheduleId })
    studio.now += MINUTE
    await studio.runJobs()
    expect(await waiting()).toEqual([])
    expect(await studio.sql`select 1 from outbox where subject like 'Soon%'`).toEqual([])
    await studio.must(admin, schedule.undoChange, { changeId })
    await atNight(studio.now)
    expect(await soon()).toHaveLength(2)
  })

  it('is not sent for a deleted class', async () => {
    await remindedAtNight()
    await leave(mari, scheduleId)
    await studio.must(admin, schedule.delete, { scheduleId })
    studio.now = MORNING
    expect(await soon()).toEqual([])
  })

  it('is sent if only the description or the maximum has changed', async () => {
    await remindedAtNight()
    await move(scheduleId, { classDescription: 'Bring water', maxParticipants: 12 })
    expect(await waiting()).toHaveLength(1)
    studio.now = MORNING
    expect(await soon()).toHaveLength(2)
  })

  it('names the new time if the class is moved', async () => {
    await remindedAtNight()
    await move(scheduleId)
    expect(await studio.sql`select 1 from "waitingNotices" where letter = 'registrations.reminder'`).toEqual([])
    await atNight(MORNING)
    const found = (await letters()).filter(({ subject }) => subject.startsWith('Soon'))
    expect(found.map(({ to }) => to)).toEqual(['girl@example.ee', 'mari@example.ee'])
    for (const { text } of found) expect(text).toContain('Time: Friday 13 March, 17:30–19:00')
  })
})

describe('a push that waits for the morning', () => {
  it('is withdrawn when the person leaves the moved class', async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await register(mari, scheduleId)
    await letters()
    await takesPushes(mari, 'hers')
    studio.now = Date.parse('2026-03-10T22:30:00Z')
    await move(scheduleId)
    expect(await waiting()).toHaveLength(1)
    await leave(mari, scheduleId)
    expect(await waiting()).toEqual([])
  })

  it('is replaced by one about the cancellation if the moved class is cancelled', async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await register(mari, scheduleId)
    await letters()
    await takesPushes(mari, 'hers')
    studio.now = Date.parse('2026-03-10T22:30:00Z')
    await move(scheduleId)
    await cancelClass(studio, admin, scheduleId)
    expect((await waiting()).map(({ title }) => title)).toEqual(['Cancelled: Girls beginners, Friday 13 March'])
  })
})

describe('a letter about several classes that waits for the morning', () => {
  let ids: string[]

  /** Salsa on three Mondays at 18:00, moved by half an hour at night. Mari has places, the girl is included. */
  async function movedTogether() {
    ids = await aSeries('Salsa')
    for (const id of ids) await register(mari, id)
    await letters()
    await takesPushes(mari, 'hers')
    await takesPushes(girl, 'its')
    studio.now = Date.parse('2026-03-10T21:00:00Z')
    await moveAll(ids)
    studio.now += 3 * MINUTE
    await studio.runJobs()
    expect((await waiting()).map(({ body }) => body)).toEqual(['3 classes have changed.', '3 classes have changed.'])
  }
  async function aSeries(name: string) {
    const form = { name, description: '', defaultMaxParticipants: 9, categories: ['Girl Group'] }
    const { id: classId } = await studio.must(admin, classes.create, form)
    const dates = { weekdays: [1], startDate: '2026-03-16', endDate: '2026-03-31' }
    const times = { startTime: '18:00', endTime: '19:00', standardPrice: null, memberPrice: null }
    await studio.must(admin, schedule.add, { classId, ...dates, ...times })
    const found = await studio.sql<{
      id: string
    }>`select id from schedule where class_id = ${classId} order by starts_at`
    return found.map(({ id }) => id)
  }
  async function moveAll(scheduleIds: string[]) {
    const [scheduleId = ''] = scheduleIds
    const entry = await studio.ask(admin, schedule.entry, { scheduleId })
    if (!entry) throw new Error('There is no such entry.')
    const before = entryFormOf(entry, 'Europe/Tallinn')
    const times = { startTime: '18:30', endTime: '19:30' }
    await studio.must(admin, schedule.editSeries, { ...before, ...times, before, scheduleId, scheduleIds })
  }
  const inTheMorning = async (address: string) => {
    studio.now = Date.parse('2026-03-11T06:30:00Z')
    return (await letters()).filter(({ to }) => to === address)
  }
  const eventsIn = ({ calendar }: Letter) =>
    new ICAL.Component(ICAL.parse(calendar ?? '') as never)
      .getAllSubcomponents('vevent')
      .map((event) => String(event.getFirstPropertyValue('uid')).split('@')[0])

  it('omits a class that the reader has left', async () => {
    await movedTogether()
    await leaveOf(mari, ids[0])
    expect((await waiting()).map(({ body }) => body).toSorted()).toEqual([
      '2 classes have changed.',
      '3 classes have changed.',
    ])
    const [letter, ...more] = await inTheMorning('mari@example.ee')
    expect(more).toEqual([])
    expect(letter?.subject).toBe('New times: Salsa')
    expect(letter?.text).toContain('2 classes have a new date or time.')
    expect(letter?.text).not.toContain('16 March')
    expect(letter?.text).toContain('Monday 23 March, 18:00–19:00: now Monday 23 March, 18:30–19:30')
    expect(letter && eventsIn(letter)).toEqual(ids.slice(1))
  })

  it("becomes the letter about one class if only one is left, in the reader's current language", async () => {
    await movedTogether()
    await studio.must(girl, accounts.setLanguage, { language: 'et' })
    await studio.must(girl, registrations.cantCome, { scheduleId: ids[0] ?? '' })
    await studio.must(girl, registrations.cantCome, { scheduleId: ids[2] ?? '' })
    const [letter, ...more] = await inTheMorning('girl@example.ee')
    expect(more).toEqual([])
    expect(letter?.subject).toBe('Uus aeg: Salsa, esmaspäev, 23. märts')
    expect(letter?.text).not.toMatch(/16\. märts|30\. märts/)
  })

  it('is not sent to somebody who has left all of them', async () => {
    await movedTogether()
    for (const id of ids) await leaveOf(mari, id)
    expect(await waiting()).toHaveLength(1)
    expect(await inTheMorning('mari@example.ee')).toEqual([])
    expect(await inTheMorning('girl@example.ee')).toHaveLength(1)
  })

  it('leaves a cancelled class to the cancellation letter, which names the time that the reader knows', async () => {
    await movedTogether()
    await cancelClass(studio, admin, ids[0] ?? '')
    const [letter, ...more] = await inTheMorning('mari@example.ee')
    expect(more).toEqual([])
    expect(letter?.text).toContain('2 classes have a new date or time.')
    expect(letter?.text).toContain('Salsa on Monday 16 March at 18:00 will not take place')
    expect(letter?.text).not.toContain('16 March, 18:30')
  })

  it('still names a class in which the reader is included after giving up a place', async () => {
    await movedTogether()
    const [first = ''] = ids
    await studio.must(admin, accounts.setMembershipCategory, { userId: mari.userId, membershipCategory: 'Member-girl' })
    await leaveOf(mari, first)
    const [letter] = await inTheMorning('mari@example.ee')
    expect(letter?.text).toContain('3 classes have a new date or time.')
  })

  it('sends one push per series', async () => {
    const other = await aSeries('Tango')
    for (const id of other) await register(mari, id)
    await movedTogether()
    await moveAll(other)
    studio.now += 3 * MINUTE
    await studio.runJobs()
    const topics = await studio.sql<{ topic: string }>`select topic from pushes order by id`
    expect(new Set(topics.map(({ topic }) => topic)).size).toBe(2)
    expect(topics).toHaveLength(4)
  })

  const leaveOf = (person: Person, scheduleId = '') => leave(person, scheduleId)
})

it('a person who gave up a place but is included is told of the new time, and that the class is included', async () => {
  const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
  await register(mari, scheduleId)
  await studio.must(admin, accounts.setMembershipCategory, { userId: mari.userId, membershipCategory: 'Member-girl' })
  await letters()
  await move(scheduleId)
  await leave(mari, scheduleId)
  studio.now += HOUR
  const [letter] = (await letters()).filter(({ to }) => to === 'mari@example.ee')
  expect(letter?.subject).toBe('New time: Girls beginners, Friday 13 March')
  expect(letter?.text).toContain("It's still included")
})
