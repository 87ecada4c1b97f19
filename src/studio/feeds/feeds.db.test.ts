import ICAL from 'ical.js'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { aCourse, anEntry, anEntryForm, dropIn, joining, saveSettings } from '#server/testing/fixtures.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { TEST_NOON, WITH_FEATURES, codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { closures } from '#studio/closures/contract.ts'
import { courses, type CourseEdit } from '#studio/courses/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { signing } from '#studio/signing/contract.ts'
import { standIns } from '#studio/standIns/contract.ts'
import { feeds } from './contract.ts'
import type { FeedKind } from './rules.ts'
import { cleanUpFeeds } from './server/cancelled.ts'

let http: HttpStudio
let studio: TestStudio
let admin: Person
let mari: Person
beforeAll(async () => {
  http = await HttpStudio.open({ env: WITH_FEATURES })
  studio = http.studio
})
afterAll(() => http.close())
beforeEach(async () => {
  await studio.empty()
  studio.now = TEST_NOON
  admin = await studio.person('admin')
  mari = await studio.person('user', { displayName: 'Mari' })
})

async function pathOf(person: Person, kind: FeedKind = 'own', anew = false): Promise<string> {
  await studio.must(person, feeds.make, { kind, anew })
  const mine = await studio.ask(person, feeds.mine, {})
  return mine.find((one) => one.kind === kind)?.path ?? ''
}

/** Fetches a calendar as a calendar app would. */
async function read(path: string) {
  const answer = await http.fetch(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()) as never)
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const { uid, summary, startDate } = new ICAL.Event(event)
    const start = startDate.toJSDate().toISOString()
    return { id: uid.split('@')[0], summary, start, status: event.getFirstPropertyValue('status') as string }
  })
}
const titles = async (path: string) => (await read(path)).map(({ summary }) => summary)

const unknown = `/feeds/calendar/${'x'.repeat(43)}.ics`
/** Status, text and headers of the response. */
async function answerOf(path: string) {
  const answer = await http.fetch(path)
  const { date: _date, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, text: await answer.text(), headers }
}

/** The token of the link in the newest letter to that address. */
async function tokenFor(address: string): Promise<string> {
  const [letter] = await studio.sql<{ text: string }>`
    select text from outbox where to_address = ${address} order by id desc limit 1`
  return /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
}

describe("a calendar that follows one's own address", () => {
  it('has classes with a place, classes that include the person by category, and course dates', async () => {
    const placed = await anEntry(studio, admin, { categories: ['Boy Group'] })
    await anEntry(studio, admin, { categories: ['Girl Group'], inDays: 2 })
    await anEntry(studio, admin, { categories: ['K-POP 16+'], inDays: 3 })
    const member = await studio.person('user', { membershipCategory: 'Member-girl' })
    await studio.must(member, registrations.registerWithDropIn, dropIn(placed.scheduleId))
    await studio.must(member, courses.join, joining(await aCourse(studio, admin)))
    const events = await read(await pathOf(member))
    expect(events.slice(0, 2)).toEqual([
      { id: placed.scheduleId, summary: 'Girls beginners', start: '2026-03-11T16:00:00.000Z', status: 'CONFIRMED' },
      expect.objectContaining({ summary: 'Girls beginners', start: '2026-03-12T16:00:00.000Z' }),
    ])
    expect(events.slice(2).map(({ summary }) => summary)).toEqual(Array(6).fill('K-pop in six weeks'))
  })

  it('has classes that include the person only from the day on which they got the category', async () => {
    const girls = await anEntry(studio, admin, { categories: ['Girl Group'], inDays: 2 })
    await anEntry(studio, admin, { categories: ['Girl Group'] })
    const path = await pathOf(mari)
    studio.now += 2 * DAY
    await studio.must(admin, accounts.setMembershipCategory, {
      userId: mari.userId,
      membershipCategory: 'Member-girl',
    })
    expect(await read(path)).toMatchObject([{ id: girls.scheduleId, status: 'CONFIRMED' }])
  })

  it('keeps past classes of a category that the person had then, and has no future ones of it', async () => {
    const give = (membershipCategory: string | null) =>
      studio.must(admin, accounts.setMembershipCategory, { userId: mari.userId, membershipCategory })
    const past = await anEntry(studio, admin, { categories: ['Girl Group'] })
    await anEntry(studio, admin, { categories: ['Girl Group'], inDays: 5 })
    const boys = await anEntry(studio, admin, { categories: ['Boy Group'], inDays: 6 })
    const path = await pathOf(mari)
    await give('Member-girl')
    studio.now += 3 * DAY
    await give('Member-boy')
    expect(await read(path)).toMatchObject([{ id: past.scheduleId }, { id: boys.scheduleId }])
    studio.now += DAY
    await give(null)
    expect(await read(path)).toMatchObject([{ id: past.scheduleId }])
  })

  it("names the people if there are several, and loses a child's classes when the guardian link ends", async () => {
    const child = await studio.person('user', { displayName: 'Kati' })
    await studio.database.transaction((tx) =>
      tx.execute(sql`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
        values (${mari.accountId}, ${child.userId}, true, true, true, now())`),
    )
    const [both, hers] = [await anEntry(studio, admin), await anEntry(studio, admin, { inDays: 2 })]
    for (const [person, { scheduleId }] of [
      [mari, both],
      [child, both],
      [child, hers],
    ] as const)
      await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
    const path = await pathOf(mari)
    expect(await titles(path)).toEqual(['Girls beginners (Kati, Mari)', 'Girls beginners (Kati)'])
    await studio.database.transaction((tx) => tx.execute(sql`delete from guardians`))
    expect(await titles(path)).toEqual(['Girls beginners'])
  })

  it('shows a cancelled class as cancelled for 30 days, to registered and included people', async () => {
    const included = await studio.person('user', { membershipCategory: 'Member-girl' })
    const { scheduleId } = await anEntry(studio, admin, { inDays: 40 })
    await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
    const paths = [await pathOf(mari), await pathOf(included)]
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    studio.now += 30 * DAY - 1
    await studio.within(admin, (c) => cleanUpFeeds.run(c, {} as never))
    for (const path of paths) expect(await read(path)).toMatchObject([{ id: scheduleId, status: 'CANCELLED' }])
    studio.now += 1
    for (const path of paths) expect(await read(path)).toEqual([])
  })

  it('shows an evening on a closed day as cancelled for 30 days, and restores it when the studio opens again', async () => {
    const close = async (day: string) =>
      (await studio.must(admin, closures.add, { firstDay: day, lastDay: '', reason: 'Floor' })).id
    // closed before the course was created, so that evening was never announced
    await close('2026-03-27')
    studio.now += HOUR
    await studio.must(mari, courses.join, joining(await aCourse(studio, admin)))
    const path = await pathOf(mari)
    const shown = async () => (await read(path)).map(({ start, status }) => `${start.slice(5, 10)} ${status}`)
    expect(await shown()).toEqual(
      ['20', '03', '10', '17', '24'].map((day, at) => `${at === 0 ? '03' : '04'}-${day} CONFIRMED`),
    )
    studio.now += HOUR
    const id = await close('2026-04-17')
    expect(await shown()).toContain('04-17 CANCELLED')
    await studio.must(admin, closures.remove, { id })
    expect(await shown()).toContain('04-17 CONFIRMED')
    await close('2026-04-17')
    studio.now += 30 * DAY - 1
    expect(await shown()).toContain('04-17 CANCELLED')
    studio.now += 1
    expect((await shown()).join()).not.toContain('04-17')
  })

  it('shows an evening removed by an edit as cancelled for 30 days, unless it was reverted or the person joined later', async () => {
    const days = { startDate: '2026-03-20', endDate: '2026-04-03', regDeadline: '2026-03-25' }
    const courseId = await aCourse(studio, admin, days)
    await studio.must(mari, courses.join, joining(courseId))
    const teacher = await studio.person('teacher')
    const begun = (await studio.ask(admin, courses.one, { courseId }))!
    const before: CourseEdit = { ...begun, teacherIds: [] }
    const edit = (was: Partial<CourseEdit>, change: Partial<CourseEdit>) =>
      studio.must(admin, courses.update, { ...before, ...was, ...change, courseId, before: { ...before, ...was } })
    const teachers = { teacherIds: [teacher.accountId] }
    await edit({}, teachers)
    const [path, taught] = [await pathOf(mari), await pathOf(teacher, 'teaching')]
    const shown = async (one = path) => (await read(one)).map(({ start, status }) => `${start.slice(5, 10)} ${status}`)
    const all = ['03-20 CONFIRMED', '03-27 CONFIRMED', '04-03 CONFIRMED']
    studio.now = Date.parse('2026-03-21T10:00:00Z')
    await edit(teachers, { ...teachers, weekday: 4 })
    studio.now += MINUTE
    await edit({ ...teachers, weekday: 4 }, { ...teachers, weekday: 5 })
    studio.now += 2 * MINUTE
    await studio.runJobs()
    expect(await shown()).toEqual(all)
    const last = { ...teachers, endDate: '2026-04-02' }
    await edit(teachers, last)
    expect(await shown()).toEqual(['03-20 CONFIRMED', '03-27 CONFIRMED', '04-03 CANCELLED'])
    const kati = await studio.person()
    studio.now += 2 * MINUTE
    await studio.runJobs()
    await studio.must(kati, courses.join, joining(courseId))
    expect(await shown(await pathOf(kati))).toEqual(['03-20 CONFIRMED', '03-27 CONFIRMED'])
    studio.now += 30 * DAY - 2 * MINUTE - 1
    await studio.within(admin, (c) => cleanUpFeeds.run(c, {} as never))
    for (const one of [path, taught]) expect(await shown(one)).toContain('04-03 CANCELLED')
    studio.now += 2
    for (const one of [path, taught]) expect((await shown(one)).join()).not.toContain('04-03')
    await studio.within(admin, (c) => cleanUpFeeds.run(c, {} as never))
    expect(await studio.sql`select * from "courseEdits"`).toEqual([])
  })

  it('no longer has a place that the person gave up', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
    const path = await pathOf(mari)
    await studio.must(mari, registrations.cancel, { scheduleId })
    expect(await read(path)).toEqual([])
  })

  it.each([
    { days: '28 to 30 March', noon: '2026-03-27T10:00:00Z', starts: ['28T16', '29T15', '30T15'] },
    { days: '24 to 26 October', noon: '2026-10-23T09:00:00Z', starts: ['24T15', '25T16', '26T16'] },
  ])('has evenings at six on both sides of a clock change: $days', async ({ noon, starts }) => {
    studio.now = Date.parse(noon)
    for (const inDays of [1, 2, 3]) {
      const { scheduleId } = await anEntry(studio, admin, { inDays })
      await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
    }
    const events = await read(await pathOf(mari))
    const month = noon.slice(0, 8)
    expect(events.map(({ start }) => start)).toEqual(starts.map((start) => `${month}${start}:00:00.000Z`))
    const inTallinn = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Tallinn', timeStyle: 'short' })
    for (const { start } of events) expect(inTallinn.format(new Date(start))).toBe('18:00')
  })

  it('returns 304 until something changes', async () => {
    const path = await pathOf(mari)
    const tag = async () => (await http.fetch(path)).headers.get('etag') ?? ''
    const first = await tag()
    studio.now += HOUR
    const again = await http.fetch(path, { headers: { 'if-none-match': first } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
    expect((await http.fetch(path, { headers: { 'if-none-match': first } })).status).toBe(200)
    expect(await tag()).not.toBe(first)
  })
})

it('raises SEQUENCE with each change, so that calendar apps apply it', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  const path = await pathOf(mari)
  const sequence = async () => {
    const calendar = new ICAL.Component(ICAL.parse(await (await http.fetch(path)).text()) as never)
    return new ICAL.Event(calendar.getFirstSubcomponent('vevent')!).sequence
  }
  const first = await sequence()
  studio.now += HOUR
  const later = { ...anEntryForm, startTime: '19:00', endTime: '20:00' }
  await studio.must(admin, schedule.update, { ...later, scheduleId, before: anEntryForm })
  const second = await sequence()
  studio.now += HOUR
  await studio.must(admin, registrations.cancelEntry, { scheduleId })
  expect(second).toBeGreaterThan(first)
  expect(await sequence()).toBeGreaterThan(second)
})

describe('where a class is', () => {
  const places = async (path: string, person?: Person) => {
    const answer = await http.fetch(path, person && { headers: { cookie: `session=${person.sessionToken}` } })
    const calendar = new ICAL.Component(ICAL.parse(await answer.text()) as never)
    return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).location)
  }
  /** A class without a room, one with a room, and the last evening of a course in that room. */
  async function taught() {
    const { scheduleId: without } = await anEntry(studio, admin)
    const { scheduleId } = await anEntry(studio, admin, { inDays: 2 })
    const courseId = await aCourse(studio, admin)
    for (const id of [without, scheduleId]) await studio.must(mari, registrations.registerWithDropIn, dropIn(id))
    await studio.must(mari, courses.join, joining(courseId))
    const { id: roomId } = await studio.must(admin, rooms.add, { name: 'Big room' })
    await studio.database.transaction(async (tx) => {
      await tx.execute(sql`update schedule set room_id = ${roomId} where id = ${scheduleId}`)
      await tx.execute(sql`update courses set room_id = ${roomId} where id = ${courseId}`)
    })
    return { scheduleId, courseId }
  }
  const [STUDIO, ROOM] = ['Tantsustuudio Hoog', 'Big room, Tantsustuudio Hoog']

  it('starts with the room, in feeds and in downloaded events, for visitors as well', async () => {
    const { scheduleId, courseId } = await taught()
    const path = await pathOf(mari)
    expect((await places(path)).slice(0, 3)).toEqual([STUDIO, ROOM, ROOM])
    expect(await places(await pathOf(admin, 'studio'))).toEqual([STUDIO, ROOM])
    expect(await places('/feeds/timetable.ics')).toEqual([STUDIO, ROOM])
    expect(await places(`/calendar/class/${scheduleId}.ics`, mari)).toEqual([ROOM])
    expect((await places(`/calendar/course/${courseId}.ics`, mari))[0]).toBe(ROOM)
  })

  it('is only the studio if no room is named', async () => {
    const { scheduleId: id } = await taught()
    const roomOf = async () => (await studio.ask(mari, registrations.calendar, { id }))[0]?.room
    expect(await roomOf()).toBe('Big room')
    await saveSettings(studio, admin, 'features', { rooms: false })
    await vi.waitFor(async () => expect(await roomOf()).toBeUndefined())
    await saveSettings(studio, admin, 'features', { rooms: true })
  })
})

it('does not let proxies cache, search engines index, or referrers reveal a secret address', async () => {
  const { headers } = await http.fetch(await pathOf(mari))
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
})

describe('an address', () => {
  it('exists once per account: reading it again creates no other, and only replacing it ends it', async () => {
    const path = await pathOf(mari)
    expect(path).toMatch(/^\/feeds\/calendar\/[\w-]{43}\.ics$/)
    expect(await pathOf(mari)).toBe(path)
    const next = await pathOf(mari, 'own', true)
    expect(next).not.toBe(path)
    expect((await http.fetch(next)).status).toBe(200)
    const answers = await Promise.all([path, unknown, '/feeds/calendar/x.ics'].map(answerOf))
    expect(answers[0]?.status).toBe(404)
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it('does not work for a deactivated person', async () => {
    const path = await pathOf(mari)
    await studio.must(admin, accounts.setActive, { userId: mari.userId, active: false })
    expect((await http.fetch(path)).status).toBe(404)
  })

  it('stops working when the e-mail address is taken back, since the intruder may have copied it', async () => {
    const owner = await studio.person('user', { email: 'owner@example.ee' })
    const path = await pathOf(owner)
    await studio.must(owner, signing.askForAddress, { email: 'thief@example.ee', password: '' })
    await studio.must(owner, signing.takeAddress, { token: await tokenFor('thief@example.ee') })
    expect((await http.fetch(path)).status).toBe(200)
    await studio.must(visitor, signing.keepAddress, { token: await tokenFor('owner@example.ee') })
    expect((await http.fetch(path)).status).toBe(404)
  })

  it("is never printed in the server's log, not even on an error", async () => {
    const path = await pathOf(mari)
    await studio.database.transaction((tx) => tx.execute(sql`alter table feeds rename to away`))
    try {
      expect((await http.fetch(path)).status).toBe(500)
    } finally {
      await studio.database.transaction((tx) => tx.execute(sql`alter table away rename to feeds`))
    }
    const reported = studio.reported.splice(0).join('\n')
    expect(reported).toContain('A request failed')
    expect(reported).not.toContain(path.slice(16, 59))
  })
})

describe("the studio's calendar", () => {
  it('has everything that takes place, for staff only, and only while they are staff', async () => {
    const teacher = await studio.person('teacher')
    const { scheduleId } = await anEntry(studio, admin, { categories: ['Boy Group'] })
    const path = await pathOf(teacher, 'studio')
    expect(await read(path)).toMatchObject([{ id: scheduleId, summary: 'Girls beginners' }])
    expect(await codeOf(studio.call(mari, feeds.make, { kind: 'studio', anew: false }))).toBe('staffOnly')
    await studio.database.transaction((tx) => tx.execute(sql`update accounts set role = 'user' where role = 'teacher'`))
    expect((await http.fetch(path)).status).toBe(404)
    expect(await studio.ask(teacher, feeds.mine, {})).toEqual([])
  })
})

describe("a teacher's calendar", () => {
  let triin: Person
  let kaur: Person
  beforeEach(async () => {
    triin = await studio.person('teacher', { displayName: 'Triin' })
    kaur = await studio.person('teacher', { displayName: 'Kaur' })
  })

  /** A class tomorrow, taught by these people. */
  async function taughtBy(...teachers: Person[]) {
    const { scheduleId } = await anEntry(studio, admin)
    await giveTo(scheduleId, [], teachers)
    return scheduleId
  }
  const giveTo = (scheduleId: string, from: readonly Person[], to: readonly Person[]) => {
    const taught = (all: readonly Person[]) => ({ ...anEntryForm, teacherIds: all.map(({ accountId }) => accountId) })
    return studio.must(admin, schedule.update, { ...taught(to), scheduleId, before: taught(from) })
  }

  it('has the classes and course evenings that the person teaches, and no others', async () => {
    const both = await taughtBy(triin, kaur)
    const hers = await taughtBy(triin)
    await taughtBy()
    const days = { startDate: '2026-03-20', endDate: '2026-03-27' }
    await aCourse(studio, admin, { ...days, name: 'Hers', teacherIds: [triin.accountId] })
    await aCourse(studio, admin, { ...days, name: 'Of nobody' })
    const events = await read(await pathOf(triin, 'teaching'))
    expect(new Set(events.slice(0, 2).map(({ id }) => id))).toEqual(new Set([both, hers]))
    expect(events.slice(2)).toMatchObject([
      { summary: 'Hers', start: '2026-03-20T16:00:00.000Z', status: 'CONFIRMED' },
      { summary: 'Hers', start: '2026-03-27T16:00:00.000Z', status: 'CONFIRMED' },
    ])
    expect(await read(await pathOf(kaur, 'teaching'))).toMatchObject([{ id: both }])
  })

  it("is named in its owner's language", async () => {
    const name = async (person: Person) =>
      /^NAME:(.*)\r$/m.exec(await (await http.fetch(await pathOf(person, 'teaching'))).text())?.[1]
    expect(await name(triin)).toContain(': classes I teach')
    await studio.must(kaur, accounts.setLanguage, { language: 'et' })
    expect(await name(kaur)).toContain(': trennid\\, mida annan')
  })

  it("loses a class that is given to another teacher, and adds it to that teacher's calendar", async () => {
    const scheduleId = await taughtBy(triin)
    const [path, other] = [await pathOf(triin, 'teaching'), await pathOf(kaur, 'teaching')]
    expect([await read(path), await read(other)]).toMatchObject([[{ id: scheduleId }], []])
    await giveTo(scheduleId, [triin], [kaur])
    expect([await read(path), await read(other)]).toMatchObject([[], [{ id: scheduleId }]])
  })

  it('shows the actual teacher: a stand-in has the class only after an admin approved', async () => {
    const scheduleId = await taughtBy(triin)
    const [path, other] = [await pathOf(triin, 'teaching'), await pathOf(kaur, 'teaching')]
    const { id: standInId } = await studio.must(triin, standIns.ask, { scheduleId })
    await studio.must(kaur, standIns.offer, { standInId })
    expect([await read(path), await read(other)]).toMatchObject([[{ id: scheduleId }], []])
    await studio.must(admin, standIns.approve, { standInId, offeredBy: kaur.accountId })
    expect([await read(path), await read(other)]).toMatchObject([[], [{ id: scheduleId }]])
  })

  it('shows a cancelled class as cancelled for 30 days', async () => {
    const scheduleId = await taughtBy(triin)
    const path = await pathOf(triin, 'teaching')
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    studio.now += 30 * DAY - 1
    expect(await read(path)).toMatchObject([{ id: scheduleId, status: 'CANCELLED' }])
    studio.now += 1
    expect(await read(path)).toEqual([])
  })

  it('is for staff only; for a former teacher it looks like an unknown address', async () => {
    await taughtBy(triin)
    const path = await pathOf(triin, 'teaching')
    expect(await codeOf(studio.call(mari, feeds.make, { kind: 'teaching', anew: false }))).toBe('staffOnly')
    await studio.database.transaction((tx) =>
      tx.execute(sql`update accounts set role = 'user' where id = ${triin.accountId}`),
    )
    const [ended, other] = [await answerOf(path), await answerOf(unknown)]
    expect(ended.status).toBe(404)
    expect(ended).toEqual(other)
    expect(await studio.ask(triin, feeds.mine, {})).toEqual([])
  })
})
