import ICAL from 'ical.js'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { aCourse, aCourseForm, joining, saveSettings } from '#server/testing/fixtures.ts'
import { TEST_NOON, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { closures } from '#studio/closures/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { courses, type CourseEdit } from './contract.ts'

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
}, WITH_FEATURES)

it('sends an e-mail to a person who joins a course, with the first evening, room, teacher, and all evenings for their calendar', async () => {
  await studio.must(admin, closures.add, { firstDay: '2026-04-03', lastDay: '', reason: 'Good Friday' })
  const { id: roomId } = await studio.must(admin, rooms.add, { name: 'Big room' })
  const triin = await studio.person('teacher', { displayName: 'Triin' })
  const days = { startDate: '2026-03-23', endDate: '2026-04-17' }
  const courseId = await aCourse(studio, admin, { ...days, roomId, teacherIds: [triin.accountId] })
  await studio.must(await studio.person(), courses.join, joining(courseId))
  await studio.writeLetters()
  const [letter, ...more] = await studio.sql<{ text: string; calendar: string }>`
    select text, calendar from outbox where subject = 'Your course: K-pop in six weeks'`
  expect(more).toEqual([])
  // the course begins on a Monday, and its evenings are Fridays
  expect(letter?.text).toContain('Friday 27 March, 18:00–19:30')
  expect(letter?.text).toContain('Room: Big room')
  expect(letter?.text).toContain('Teacher: Triin')
  const events = new ICAL.Component(ICAL.parse(letter?.calendar ?? '') as never).getAllSubcomponents('vevent')
  const starts = events.map((event) => new ICAL.Event(event).startDate.toJSDate().toISOString().slice(0, 13))
  expect(starts).toEqual(['2026-03-27T16', '2026-04-10T15', '2026-04-17T15'])
})

it('says to a guardian who has the place', async () => {
  const [mari, ema] = [await studio.person('user', { displayName: 'Mari' }), await studio.person()]
  await studio.database.transaction((tx) =>
    tx.execute(sql`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
      values (${ema.accountId}, ${mari.userId}, true, true, true, now())`),
  )
  await studio.must(mari, courses.join, joining(await aCourse(studio, admin)))
  await studio.writeLetters()
  const letters = await studio.sql<{ text: string }>`
    select o.text from outbox o join accounts a on a.email = o.to_address
    where a.id in (${mari.accountId}, ${ema.accountId}) order by a.id = ${ema.accountId}`
  expect(letters.map(({ text }) => /^.* in the course .*$/m.exec(text)?.[0])).toEqual([
    'You have a place in the course K-pop in six weeks. See you there!',
    'Mari has a place in the course K-pop in six weeks. See you there!',
  ])
})

describe('whoever has joined a course that is edited', () => {
  const begun: CourseEdit = {
    ...aCourseForm(TEST_NOON),
    endDate: '2026-04-10',
    status: 'active',
  }
  const MARI = 'mari@example.ee'
  const EMA = 'ema@example.ee'
  let courseId: string
  let mari: Person
  async function prepare(form: Partial<CourseEdit> = {}) {
    const { status: _status, ...made } = { ...begun, ...form }
    courseId = await aCourse(studio, admin, made)
    mari = await studio.person('user', { displayName: 'Mari', email: MARI })
    await studio.must(mari, courses.join, joining(courseId))
    await studio.writeLetters()
    studio.now += MINUTE
    return { ...begun, ...form }
  }
  const edit = (before: CourseEdit, change: Partial<CourseEdit>) =>
    studio.must(admin, courses.update, { courseId, before, ...before, ...change })

  interface Letter {
    readonly to: string
    readonly subject: string
    readonly text: string
    readonly calendar: string
  }
  /** E-mails about an edit. */
  async function told() {
    await studio.writeLetters()
    return studio.sql<Letter>`
      select to_address as to, subject, text, calendar from outbox
      where subject like 'New times:%' or subject like 'Changes:%' or subject like '%Uued ajad:%'
      order by to_address`
  }
  const inCalendar = ({ calendar }: Letter) =>
    new ICAL.Component(ICAL.parse(calendar) as never).getAllSubcomponents('vevent').map((event) => {
      const start = new ICAL.Event(event).startDate.toJSDate().toISOString().slice(5, 16)
      return `${start} ${String(event.getFirstPropertyValue('status'))}`
    })

  it('gets one e-mail with the old and the new evenings, and all of them for the calendar', async () => {
    await edit(await prepare(), { weekday: 4, startTime: '19:00', endTime: '20:30' })
    const [letter, ...more] = await told()
    expect(more).toEqual([])
    expect(letter?.to).toBe(MARI)
    expect(letter?.subject).toBe('New times: K-pop in six weeks')
    expect(letter?.text).toContain('The course K-pop in six weeks has new dates or times. Your place is kept.')
    expect(letter?.text).toContain('you can give your place back until the day before the course begins')
    expect(letter?.text).toContain('Before: Friday, 18:00–19:30: 20 March, 27 March, 3 April, 10 April')
    expect(letter?.text).toContain('Now: Thursday, 19:00–20:30: 26 March, 2 April, 9 April')
    expect(letter && inCalendar(letter)).toEqual([
      '03-20T16:00 CANCELLED',
      '03-26T17:00 CONFIRMED',
      '03-27T16:00 CANCELLED',
      '04-02T16:00 CONFIRMED',
      '04-03T15:00 CANCELLED',
      '04-09T16:00 CONFIRMED',
      '04-10T15:00 CANCELLED',
    ])
  })

  it('gets it in their own language, as does a guardian who gets notices, which names the child', async () => {
    const form = await prepare()
    const ema = await studio.person('user', { displayName: 'Ema', email: EMA })
    await studio.must(ema, accounts.setLanguage, { language: 'et' })
    await studio.database.transaction((tx) =>
      tx.execute(sql`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
        values (${ema.accountId}, ${mari.userId}, true, true, true, now())`),
    )
    await edit(form, { startTime: '19:00', endTime: '20:30' })
    const letters = await told()
    expect(letters.map(({ to }) => to)).toEqual([EMA, MARI])
    const hers = letters.find(({ to }) => to === EMA)
    expect(hers?.subject).toBe('Mari: Uued ajad: K-pop in six weeks')
    expect(hers?.text).toContain('Mari')
    expect(hers?.text).toContain('Kursuse „K-pop in six weeks“ ajad on muutunud. Sinu koht jääb alles.')
    expect(hers?.text).toContain('Nüüd: reede kell 19.00–20.30: 20. märts, 27. märts, 3. aprill, 10. aprill')
  })

  it('is told of a new room and a new teacher, with the old ones', async () => {
    const { id: big } = await studio.must(admin, rooms.add, { name: 'Big room' })
    const { id: small } = await studio.must(admin, rooms.add, { name: 'Small room' })
    const triin = await studio.person('teacher', { displayName: 'Triin' })
    const form = await prepare({ roomId: big, teacherIds: [triin.accountId] })
    await edit(form, { roomId: small })
    const [letter, ...more] = await told()
    expect(more).toEqual([])
    expect(letter?.subject).toBe('Changes: K-pop in six weeks')
    expect(letter?.text).toContain('Room: Small room (before: Big room)')
    expect(letter?.text).toContain('Evenings: Friday, 18:00–19:30: 20 March')
    expect(letter?.text).toMatch(/Teacher: Triin [^(]+$/m)
    expect(letter && inCalendar(letter)).toHaveLength(4)
  })

  it('is told of a new teacher even if the studio has no rooms', async () => {
    const triin = await studio.person('teacher', { displayName: 'Triin' })
    const kaur = await studio.person('teacher', { displayName: 'Kaur' })
    const form = await prepare({ roomId: null, teacherIds: [triin.accountId] })
    await saveSettings(studio, admin, 'features', { rooms: false })
    await edit(form, { teacherIds: [kaur.accountId] })
    expect((await told())[0]?.text).toMatch(/Teacher: Kaur [^(]+ \(before: Triin .+\)$/m)
  })

  it.each([
    ['its texts and prices', { name: 'K-pop', description: 'New', standardPrice: 7000, memberPrice: 6000 }],
    ['its places and the deadline', { defaultMaxParticipants: 20, regDeadline: '2026-03-15' }],
    ['days on which there is no evening', { startDate: '2026-03-18', endDate: '2026-04-12' }],
  ])('hears nothing of %s', async (_what, change) => {
    await edit(await prepare(), change)
    expect(await told()).toEqual([])
  })

  it('is not told of changes to evenings in the past', async () => {
    const form = await prepare()
    studio.now = Date.parse('2026-04-09T10:00:00Z')
    await edit(form, { startDate: '2026-03-27' })
    expect(await told()).toEqual([])
  })

  it('gets one e-mail about two edits within two minutes, with the values before both', async () => {
    await edit(await prepare(), { startTime: '18:15' })
    studio.now += 2 * MINUTE - 1
    await studio.runJobs()
    await edit({ ...begun, startTime: '18:15' }, { weekday: 4 })
    const [letter, ...more] = await told()
    expect(more).toEqual([])
    expect(letter?.text).toContain('Before: Friday, 18:00–19:30: 20 March')
    expect(letter?.text).toContain('Now: Thursday, 18:15–19:30: 26 March')
  })

  it('is not told of an edit that is reverted within two minutes', async () => {
    const form = await prepare()
    await edit(form, { weekday: 4 })
    studio.now += 2 * MINUTE - 1
    await studio.runJobs()
    await edit({ ...form, weekday: 4 }, { weekday: 5 })
    expect(await told()).toEqual([])
    expect(await studio.sql`select * from "courseEdits"`).toEqual([])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['button', () => studio.must(admin, courses.setStatus, { courseId, status: 'active' })],
    ['form', () => edit({ ...begun, weekday: 4, startTime: '19:00', status: 'archived' }, { status: 'active' })],
  ])('is told of edits of an archived course once it is active again, set so by the %s', async (_, activate) => {
    await edit(await prepare(), { weekday: 4, status: 'archived' })
    expect(await told()).toEqual([])
    await edit({ ...begun, weekday: 4, status: 'archived' }, { startTime: '19:00' })
    expect(await told()).toEqual([])
    await activate()
    const [letter, ...more] = await told()
    expect(more).toEqual([])
    expect(letter?.text).toContain('Before: Friday, 18:00–19:30: 20 March, 27 March, 3 April, 10 April')
    expect(letter?.text).toContain('Now: Thursday, 19:00–19:30: 26 March, 2 April, 9 April')
  })

  it('is not told of an edit of an archived course that is set back before it is active again', async () => {
    await edit(await prepare(), { weekday: 4, status: 'archived' })
    expect(await told()).toEqual([])
    await edit({ ...begun, weekday: 4, status: 'archived' }, { weekday: 5 })
    await studio.must(admin, courses.setStatus, { courseId, status: 'active' })
    expect(await told()).toEqual([])
    expect(await studio.sql`select * from "courseEdits"`).toEqual([])
  })

  it('is told only of edits made after they joined', async () => {
    await edit(await prepare(), { startTime: '18:15' })
    studio.now += MINUTE
    const kati = await studio.person('user', { displayName: 'Kati', email: 'kati@example.ee' })
    await studio.must(kati, courses.join, joining(courseId))
    expect((await told()).map(({ to }) => to)).toEqual([MARI])
    // another one would have come together with that of joining
    const hers = await studio.sql<{ text: string }>`select text from outbox where to_address = 'kati@example.ee'`
    expect(hers).toHaveLength(1)
    expect(hers[0]?.text).not.toContain('new dates or times')
  })

  it('is not told after leaving or being removed, while those who stay are', async () => {
    const form = await prepare()
    const juku = await studio.person('user', { displayName: 'Juku', email: 'juku@example.ee' })
    const kati = await studio.person('user', { displayName: 'Kati', email: 'kati@example.ee' })
    for (const person of [juku, kati]) await studio.must(person, courses.join, joining(courseId))
    await studio.writeLetters()
    await edit(form, { startTime: '18:15' })
    studio.now += UNDO_WITHIN
    // it is known to whom it is told, and waits a quarter of an hour for other letters
    await studio.runJobs()
    expect(await studio.sql`select 1 from "waitingNotices"`).toHaveLength(3)
    await studio.must(mari, courses.leave, { courseId })
    const [place] = await studio.sql<{
      id: string
    }>`select id from "courseRegistrations" where user_id = ${juku.userId}`
    await studio.must(admin, courses.deleteRegistration, { registrationId: place?.id ?? '' })
    expect((await told()).map(({ to }) => to)).toEqual(['kati@example.ee'])
  })

  it('is told that no evening is left, and to contact the studio if the course has begun', async () => {
    const form = await prepare()
    studio.now = Date.parse('2026-03-28T10:00:00Z')
    await edit(form, { endDate: '2026-03-28' })
    const [letter] = await told()
    expect(letter?.text).toContain('Now: no more evenings')
    expect(letter?.text).toContain('please write to us')
    expect(letter?.text).not.toContain('give your place back')
  })

  it('is told immediately, at any hour, if the evening is soon', async () => {
    const form = await prepare()
    studio.now = Date.parse('2026-03-20T06:00:00Z')
    await edit(form, { startTime: '17:00' })
    studio.now += 2 * MINUTE
    await studio.runJobs()
    expect(await studio.sql`select 1 from outbox where subject = 'New times: K-pop in six weeks'`).toHaveLength(1)
  })
})
