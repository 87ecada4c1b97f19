import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { aCourse, anEntry, aPurchase, cancelClass, dropIn, joining, saveSettings } from '#server/testing/fixtures.ts'
import { camt, movement, statementOf } from '#server/testing/statements.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { bank } from '#studio/bank/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { entryFormOf } from '#studio/schedule/rules/entry.ts'
import { standIns } from '#studio/standIns/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

let studio: TestStudio
let admin: Person
let mari: Person
let juku: Person

// noon of 10 March 2026, a Tuesday
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin', { email: 'admin@example.ee' })
  mari = await studio.person('user', { displayName: 'Mari', email: 'mari@example.ee' })
  juku = await studio.person('user', { displayName: 'Juku', email: 'juku@example.ee' })
}, WITH_FEATURES)

interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly calendar: string | null
}
/** The letters written since the last call. */
async function letters(): Promise<Letter[]> {
  await studio.writeLetters()
  const found = await studio.sql<Letter>`
    select to_address as "to", subject, text, calendar from outbox order by to_address, id`
  await studio.database.transaction((tx) => tx.execute('delete from outbox'))
  return [...found]
}
const lines = async () => (await letters()).map(({ to, subject }) => `${to}: ${subject}`)
const register = (person: Person, scheduleId: string) =>
  studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
const link = (guardian: Person, child: Person) =>
  studio.database.transaction((tx) =>
    tx.execute(`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
      values ('${guardian.accountId}', '${child.userId}', true, true, true, now())`),
  )
/** Mari transfers this sum (cents), and the studio settles the line. */
async function paidByTransfer(cents: number): Promise<void> {
  const { reference } = await studio.ask(mari, payments.myReference, {})
  const account = 'EE471000001020145685'
  const file = camt(statementOf([movement({ cents, reference: reference ?? '', text: '' })], { account }))
  await studio.must(admin, bank.read, { file: Buffer.from(file).toString('base64') })
  const lines = (await studio.ask(admin, bank.ready, {})).map(({ lineId, seen }) => ({ lineId, seen }))
  await studio.must(admin, bank.settle, { lines })
}
const statusesIn = ({ calendar }: Letter) =>
  new ICAL.Component(ICAL.parse(calendar ?? '') as never)
    .getAllSubcomponents('vevent')
    .map((event) => [
      String(event.getFirstPropertyValue('uid')).split('@')[0],
      String(event.getFirstPropertyValue('status')),
    ])

describe('people waiting for a class', () => {
  async function full(maxParticipants = 1) {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3, maxParticipants })
    await register(juku, scheduleId)
    await studio.must(mari, waiting.join, { kind: 'class', id: scheduleId, takeWith: null })
    await letters()
    return scheduleId
  }
  const CANCELLED = 'Cancelled: Girls beginners, Friday 13 March'

  it('are told once when it is cancelled', async () => {
    const scheduleId = await full()
    await cancelClass(studio, admin, scheduleId)
    const found = (await letters()).filter(({ to }) => to === 'mari@example.ee')
    expect(found.map(({ subject }) => subject)).toEqual([CANCELLED])
    expect(found[0]?.text).toContain(
      'Girls beginners (Friday 13 March, 18:00) will not take place. You are no longer on the waiting list.',
    )
    expect(found[0]?.text).not.toContain('held for you')
    await studio.must(admin, schedule.delete, { scheduleId })
    expect(await lines()).toEqual([])
  })

  it('are told when it is deleted, and that an offered place is gone', async () => {
    const scheduleId = await full()
    await studio.must(mari, accounts.setLanguage, { language: 'et' })
    await studio.must(juku, registrations.cancel, { scheduleId })
    expect(await lines()).toEqual([expect.stringMatching(/^mari@example\.ee: Sulle on vaba koht kuni/)])
    await studio.must(admin, schedule.delete, { scheduleId })
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect(letter).toMatchObject({ to: 'mari@example.ee', subject: 'Jääb ära: Girls beginners, reede, 13. märts' })
    expect(letter?.text).toContain('Koht, mida hoidsime, langes sellega ära.')
  })

  it('are not told while the cancellation can be undone', async () => {
    const scheduleId = await full()
    const { changeId } = await studio.must(admin, registrations.cancelEntry, { scheduleId })
    await studio.must(admin, schedule.undoChange, { changeId })
    expect(await lines()).toEqual([])
    expect(await studio.sql`select 1 from waiting where state = 'waiting'`).toHaveLength(1)
  })
})

it('people waiting for a course are told when it is deleted, also if they had an offer', async () => {
  const courseId = await aCourse(studio, admin, { name: 'Heels', defaultMaxParticipants: 1 })
  await studio.must(juku, courses.join, joining(courseId))
  await studio.must(mari, waiting.join, { kind: 'course', id: courseId, takeWith: null })
  await studio.must(juku, courses.leave, { courseId })
  await letters()
  await studio.must(admin, courses.remove, { courseId })
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter).toMatchObject({ to: 'mari@example.ee', subject: 'Cancelled: Heels' })
  expect(letter?.text).toContain('Heels will not take place. You are no longer on the waiting list.')
  expect(letter?.text).toContain('The place that we held is gone with it.')
})

it('people who waited for a course that is over are not told when it is deleted', async () => {
  const courseId = await aCourse(studio, admin, { name: 'Heels', defaultMaxParticipants: 1 })
  await studio.must(juku, courses.join, joining(courseId))
  await studio.must(mari, waiting.join, { kind: 'course', id: courseId, takeWith: null })
  const [place] = await studio.sql<{ id: string }>`select id from "courseRegistrations"`
  await studio.must(admin, courses.deleteRegistration, { registrationId: place?.id ?? '' })
  await letters()
  await studio.database.transaction((tx) =>
    tx.execute(`update courses set start_date = '2026-01-01', end_date = '2026-03-01'`),
  )
  await studio.must(admin, courses.remove, { courseId })
  expect(await lines()).toEqual([])
})

describe('a person whom staff remove', () => {
  it('is told once about a class, with what happens to the money, and the event is removed from the calendar', async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await register(mari, scheduleId)
    await letters()
    await studio.must(admin, attendance.removeRegistration, { scheduleId, userId: mari.userId })
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect(letter).toMatchObject({
      to: 'mari@example.ee',
      subject: 'Place cancelled: Girls beginners, Friday 13 March',
    })
    expect(letter?.text).toContain('The studio has cancelled the place in Girls beginners on Friday 13 March at 18:00.')
    expect(letter?.text).toContain('you have nothing to pay for this class')
    expect(letter && statusesIn(letter)).toEqual([[scheduleId, 'CANCELLED']])
  })

  it('is not told about a class that has begun, or in which they are included by category', async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    for (const person of [mari, juku]) await register(person, scheduleId)
    await studio.must(admin, accounts.setMembershipCategory, { userId: juku.userId, membershipCategory: 'Member-girl' })
    await letters()
    await studio.must(admin, attendance.removeRegistration, { scheduleId, userId: juku.userId })
    studio.now = Date.parse('2026-03-13T16:05:00Z')
    await studio.must(admin, attendance.removeRegistration, { scheduleId, userId: mari.userId })
    expect(await lines()).toEqual([])
  })

  it('is told about a class, except for the acting account, even if it is their own child', async () => {
    const child = await studio.person('user', { displayName: 'Liisu', email: 'liisu@example.ee' })
    await link(admin, child)
    await link(juku, child)
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await register(child, scheduleId)
    await letters()
    await studio.must(admin, attendance.removeRegistration, { scheduleId, userId: child.userId })
    expect((await lines()).map((line) => line.split(':')[0])).toEqual(['juku@example.ee', 'liisu@example.ee'])
  })

  it('is told about a course, and its evenings are removed from the calendar', async () => {
    const courseId = await aCourse(studio, admin, { name: 'Heels' })
    await studio.must(mari, courses.join, joining(courseId))
    await letters()
    const [place] = await studio.sql<{ id: string }>`select id from "courseRegistrations"`
    await studio.must(admin, courses.deleteRegistration, { registrationId: place?.id ?? '' })
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect(letter).toMatchObject({ to: 'mari@example.ee', subject: 'Place cancelled: Heels' })
    expect(letter?.text).toContain('There is nothing to pay for it any more.')
    const statuses = letter ? statusesIn(letter).map(([, status]) => status) : []
    expect(statuses.length).toBeGreaterThan(1)
    expect(new Set(statuses)).toEqual(new Set(['CANCELLED']))
  })

  it('is told how to get the money for a paid course back', async () => {
    const courseId = await aCourse(studio, admin, { name: 'Heels' })
    await studio.must(mari, courses.join, joining(courseId))
    await letters()
    const [place] = await studio.sql<{ id: string; paymentId: string }>`
      select id, payment_id as "paymentId" from "courseRegistrations"`
    await studio.must(admin, payments.confirm, { paymentId: place?.paymentId ?? '', actualAmount: 12_000 })
    await letters()
    await studio.must(admin, courses.deleteRegistration, { registrationId: place?.id ?? '' })
    const [letter] = await letters()
    expect(letter?.text).toContain('please write to us about getting the money back')
    expect(letter?.text).not.toContain('nothing to pay')
  })

  it('is told that a transfer for a course is credit now, and is not asked to write', async () => {
    const courseId = await aCourse(studio, admin, { name: 'Heels' })
    await studio.must(mari, courses.join, joining(courseId))
    await letters()
    const [place] = await studio.sql<{ id: string }>`select id from "courseRegistrations"`
    await paidByTransfer(6000)
    await studio.must(admin, courses.deleteRegistration, { registrationId: place?.id ?? '' })
    const letter = (await letters()).find(({ subject }) => subject.startsWith('Place cancelled'))
    expect(letter?.text).toContain('60€ that was paid for it is your credit now.')
    expect(letter?.text).not.toContain('getting the money back')
  })

  it('is told that a transfer for a class is credit now', async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await register(mari, scheduleId)
    await paidByTransfer(1500)
    await cancelClass(studio, admin, scheduleId)
    const letter = (await letters()).find(({ subject }) => subject.startsWith('Cancelled'))
    expect(letter?.text).toContain('15€ that was paid for it is your credit now.')
    expect(letter?.text).not.toContain('getting the money back')
  })

  it('keeps the event in the calendar of a guardian who has another child there', async () => {
    const [first, second] = await Promise.all(
      ['Liisu', 'Leo'].map((displayName) =>
        studio.person('user', { displayName, email: `${displayName.toLowerCase()}@example.ee` }),
      ),
    )
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    const courseId = await aCourse(studio, admin, { name: 'Heels' })
    for (const child of [first, second]) {
      if (!child) throw new Error('There is no child.')
      await link(juku, child)
      await register(child, scheduleId)
      await studio.must(child, courses.join, joining(courseId))
    }
    const toJuku = async () => (await letters()).find(({ to }) => to === 'juku@example.ee')
    const takeOff = async (child: Person | undefined) => {
      await letters()
      const userId = child?.userId ?? ''
      await studio.must(admin, attendance.removeRegistration, { scheduleId, userId })
      const ofClass = await toJuku()
      const [place] = await studio.sql<{ id: string }>`select id from "courseRegistrations" where user_id = ${userId}`
      await studio.must(admin, courses.deleteRegistration, { registrationId: place?.id ?? '' })
      return [ofClass, await toJuku()].map((letter) => letter && letter.calendar !== '')
    }
    expect(await takeOff(first)).toEqual([false, false])
    expect(await takeOff(second)).toEqual([true, true])
  })

  it('is told once about a pass, with what happens to the money', async () => {
    const purchaseId = await aPurchase(studio, admin, mari, { name: 'Four classes' })
    await letters()
    await studio.must(admin, memberships.deletePurchase, { purchaseId })
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect(letter).toMatchObject({ to: 'mari@example.ee', subject: 'Membership cancelled: Four classes' })
    expect(letter?.text).toContain('There is nothing to pay for it any more.')
  })

  it('is told only of the end of a pass if the letter about its purchase was not written yet', async () => {
    const purchaseId = await aPurchase(studio, admin, mari, { name: 'Four classes' })
    await studio.runJobs()
    await studio.must(admin, memberships.deletePurchase, { purchaseId })
    expect(await lines()).toEqual(['mari@example.ee: Membership cancelled: Four classes'])
  })
})

describe('staff note that somebody can’t come, or comes after all', () => {
  let liisu: Person
  let scheduleId: string
  /** A child of Mari and of the admin; the child is included in the class, as Mari is. */
  async function included() {
    liisu = await studio.person('user', {
      displayName: 'Liisu',
      email: 'liisu@example.ee',
      membershipCategory: 'Member-girl',
    })
    for (const guardian of [mari, admin]) await link(guardian, liisu)
    scheduleId = (await anEntry(studio, admin, { inDays: 3 })).scheduleId
    await letters()
  }
  const cant = () => studio.must(admin, registrations.otherCantCome, { scheduleId, userId: liisu.userId })
  const back = () => studio.must(admin, registrations.otherComesAfterAll, { scheduleId, userId: liisu.userId })

  it('the person and their guardians are told, with the make-up class, except for the acting account', async () => {
    await included()
    await cant()
    const found = await letters()
    expect(found.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      "liisu@example.ee: Can't come: Girls beginners, Friday 13 March",
      "mari@example.ee: Liisu: Can't come: Girls beginners, Friday 13 March",
    ])
    const [own, maris] = found
    expect(own?.text).toContain(
      "The studio has noted that you can't come to Girls beginners on Friday 13 March at 18:00. The place is free for somebody else.",
    )
    expect(own?.text).toContain('You have a make-up class until Sunday 12 April. No class for it is planned yet.')
    expect(own?.text).toContain(`/my-place/${scheduleId}`)
    expect(own && statusesIn(own)).toEqual([[scheduleId, 'CANCELLED']])
    expect(maris?.text).toContain('Liisu')
    await back()
    const [again] = await letters()
    expect(again?.subject).toBe('Comes after all: Girls beginners, Friday 13 March')
    expect(again?.text).toContain('You have your place again.')
    expect(again?.text).toContain('The make-up class that you got for it is taken back.')
    expect(again && statusesIn(again)).toEqual([[scheduleId, 'CONFIRMED']])
  })

  it('the letter omits "none planned" if a class for the make-up is planned', async () => {
    await included()
    const both = ['Girl Group', 'Boy Group']
    scheduleId = (await anEntry(studio, admin, { inDays: 4, categories: both })).scheduleId
    await anEntry(studio, admin, { inDays: 5, categories: ['Boy Group'] })
    await letters()
    await cant()
    const [own] = await letters()
    expect(own?.text).toContain('You have a make-up class until')
    expect(own?.text).not.toContain('No class for it is planned yet.')
  })

  it('the event stays in the calendar of a guardian who is in the class too', async () => {
    await included()
    await studio.must(admin, accounts.setMembershipCategory, { userId: mari.userId, membershipCategory: 'Member-girl' })
    await letters()
    await cant()
    const [own, maris] = await letters()
    expect([own?.to, own && statusesIn(own)]).toEqual(['liisu@example.ee', [[scheduleId, 'CANCELLED']]])
    expect([maris?.to, maris?.calendar]).toEqual(['mari@example.ee', ''])
  })

  it('they are told even if the class is cancelled before the letter is written', async () => {
    await included()
    await cant()
    studio.now += 3 * MINUTE
    await studio.runJobs()
    await cancelClass(studio, admin, scheduleId)
    expect(await lines()).toContain("liisu@example.ee: Can't come: Girls beginners, Friday 13 March")
  })

  it('nobody is told if it is taken back within two minutes', async () => {
    await included()
    await cant()
    await back()
    expect(await lines()).toEqual([])
    await cant()
    await studio.must(liisu, registrations.comeAfterAll, { scheduleId })
    expect(await lines()).toEqual([])
  })

  it("the letter is in the reader's language, and says if it is too late for a make-up class", async () => {
    await included()
    await saveSettings(studio, admin, 'registration', { lateHours: 72 })
    await studio.must(liisu, accounts.setLanguage, { language: 'et' })
    // 08:00 of the next day, 58 hours before the class
    studio.now = Date.parse('2026-03-11T06:00:00Z')
    await cant()
    const [own] = await letters()
    expect(own?.subject).toBe('Ei saa tulla: Girls beginners, reede, 13. märts')
    expect(own?.text).toContain('On juba hilja: seda järele teha ei saa.')
  })

  it('they are told that they come after all, also if they had said themselves that they can’t', async () => {
    await included()
    await studio.must(liisu, registrations.cantCome, { scheduleId })
    expect(await lines()).toEqual([])
    await back()
    expect((await lines()).map((line) => line.split(':')[0])).toEqual(['liisu@example.ee', 'mari@example.ee'])
  })

  it('they are not told once the class has begun', async () => {
    await included()
    await studio.must(liisu, registrations.cantCome, { scheduleId })
    studio.now = Date.parse('2026-03-13T16:05:00Z')
    await back()
    expect(await lines()).toEqual([])
  })
})

it('a freeze removes the classes that it gives back from the calendar', async () => {
  const purchaseId = await aPurchase(studio, admin, mari)
  const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
  await studio.must(mari, registrations.registerWithMembership, { scheduleId, purchaseId })
  await letters()
  const days = { firstDay: '2026-03-12', lastDay: '2026-03-15', reason: 'ill' }
  await studio.must(admin, passes.freeze, { purchaseId, ...days, scheduleIds: [scheduleId] })
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter?.subject).toContain('is frozen')
  expect(letter && statusesIn(letter)).toEqual([[scheduleId, 'CANCELLED']])
})

describe('the letters about a stand-in', () => {
  let triin: Person
  let kaur: Person

  async function asked() {
    triin = await studio.person('teacher', { displayName: 'Triin' })
    kaur = await studio.person('teacher', { displayName: 'Kaur' })
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await studio.database.transaction((tx) =>
      tx.execute(
        `update schedule set teacher_ids = array['${triin.accountId}'], series_id = 's' where id = '${scheduleId}'`,
      ),
    )
    await register(mari, scheduleId)
    await studio.must(triin, standIns.ask, { scheduleId })
    const [found] = await studio.ask(admin, standIns.list, {})
    await studio.must(kaur, standIns.offer, { standInId: found?.id ?? '' })
    await letters()
    return { scheduleId, standInId: found?.id ?? '' }
  }
  const toMari = async () => (await letters()).filter(({ to }) => to === 'mari@example.ee')

  it('include a pending edit of the class', async () => {
    const { scheduleId, standInId } = await asked()
    const entry = await studio.ask(admin, schedule.entry, { scheduleId })
    if (!entry) throw new Error('There is no such entry.')
    const before = entryFormOf(entry, 'Europe/Tallinn')
    const edit = { ...before, startTime: '18:30', before, scheduleId, scheduleIds: [scheduleId] }
    await studio.must(admin, schedule.editSeries, edit)
    // the offer was for the old time, so it must be repeated
    await studio.must(kaur, standIns.offer, { standInId })
    const { told } = await studio.must(admin, standIns.approve, { standInId, offeredBy: kaur.accountId })
    expect(told).toBe(1)
    const [letter, ...more] = await toMari()
    expect(more).toEqual([])
    expect(letter?.subject).toBe('New time: Girls beginners, Friday 13 March')
    expect(letter?.text).toMatch(/Teacher: Kaur [^(]*\(before: Triin/)
    expect(letter?.text).not.toContain('Another teacher')
  })

  it('are not sent to somebody who has left the class', async () => {
    const { scheduleId, standInId } = await asked()
    await studio.must(admin, standIns.approve, { standInId, offeredBy: kaur.accountId })
    await studio.must(mari, registrations.cancel, { scheduleId })
    expect(await toMari()).toEqual([])
  })
})
