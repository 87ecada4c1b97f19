import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { DAY, HOUR } from '#kernel/time.ts'
import {
  aCourse,
  aCourseForm,
  anEntry,
  anEntryForm,
  aPurchase,
  cancelClass,
  dropIn,
  joining,
  saveSettings,
} from '#server/testing/fixtures.ts'
import { aBrowser, deliveredPushes, type PushBrowser } from '#server/testing/pushService.ts'
import { camt, movement, statementOf } from '#server/testing/statements.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { bank } from '#studio/bank/contract.ts'
import { bills } from '#studio/bills/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { mailings } from '#studio/mailings/contract.ts'
import type { Audience } from '#studio/mailings/rules.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { notices } from '#studio/notices/contract.ts'
import { kindNames } from '#studio/notices/rules.ts'
import { passes } from '#studio/passes/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule, type EntryForm } from '#studio/schedule/contract.ts'
import { entryFormOf } from '#studio/schedule/rules/entry.ts'
import { settings } from '#studio/settings/contract.ts'
import { standIns } from '#studio/standIns/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

/** Does not occur in the texts of anybody else. */
const FAMILY_NAME = 'Põldmaa-Vahtra'
const PHONE = '+3725551234'
const MAILBOX = 'postkast'
const IBAN = 'EE471000001020145685'
/** Written by staff, so it may appear in letters only. */
const WRITTEN = `About ${FAMILY_NAME}`

let studio: TestStudio
let admin: Person
let triin: Person
let kaur: Person
let mari: Person
/** On waiting lists, while others have a place. */
let anna: Person
let child: Person
const browsers = new Map<string, PushBrowser>()

/** Creates a person who gets pushes of every kind in their own browser. */
async function somebody(kind: 'admin' | 'teacher' | 'user', displayName: string): Promise<Person> {
  const person = await studio.person(kind, { displayName, email: `${MAILBOX}-${displayName}@example.ee`.toLowerCase() })
  const browser = aBrowser(displayName)
  browsers.set(browser.subscription.endpoint, browser)
  await studio.must(person, notices.turnOn, browser.subscription)
  for (const one of kindNames) await studio.must(person, notices.choose, { kind: one, way: 'emailAndPush' })
  return person
}

studioForEach(async (empty) => {
  studio = empty
  browsers.clear()
  admin = await somebody('admin', 'Ann')
  triin = await somebody('teacher', 'Triin')
  kaur = await somebody('teacher', 'Kaur')
  mari = await somebody('user', 'Mari')
  anna = await somebody('user', 'Anna')
  child = await studio.person('user', { displayName: 'Liisu' })
  await write(sql`delete from sessions where account_id = ${child.accountId}`)
  await write(sql`delete from accounts where id = ${child.accountId}`)
  await write(sql`update people set family_name = ${FAMILY_NAME}, phone = ${PHONE}`)
  await write(sql`update people set dob = '2008-03-30' where id = ${child.userId}`)
  await write(sql`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
    values (${mari.accountId}, ${child.userId}, true, true, true, now())`)
  await saveSettings(studio, admin, 'notices', { classHours: 24, membershipDays: 7, overdueDays: 1 })
}, WITH_FEATURES)

const write = (statement: ReturnType<typeof sql>) => studio.database.transaction((tx) => tx.execute(statement))
const place = (person: Person, scheduleId: string) =>
  studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
/** Advances the clock and runs the due jobs. */
async function after(milliseconds: number) {
  studio.now += milliseconds
  await studio.startJobs()
  await studio.runJobs()
}

async function classes() {
  const { scheduleId: moved } = await anEntry(studio, admin, { inDays: 3 })
  const { scheduleId: cancelled } = await anEntry(studio, admin, { inDays: 4 })
  const { scheduleId: soon } = await anEntry(studio, admin, { inDays: 1 })
  for (const scheduleId of [moved, cancelled, soon]) await place(mari, scheduleId)
  await studio.must(mari, registrations.registerWithDropIn, { ...dropIn(moved), personId: child.userId })
  await after(4 * 60_000)
  const before = { ...anEntryForm, startDate: '2026-03-13', endDate: '2026-03-13' }
  const later = { ...before, startTime: '19:00', endTime: '20:00' }
  await studio.must(admin, schedule.update, { ...later, scheduleId: moved, before })
  await studio.must(admin, registrations.cancelEntry, { scheduleId: cancelled })
  await after(7 * HOUR)
}

async function series() {
  for (const inDays of [8, 9]) await place(mari, (await anEntry(studio, admin, { inDays, name: 'Salsa' })).scheduleId)
  const [first, second] = await studio.sql<{ id: string; day: string }>`
    select id, to_char(starts_at at time zone 'Europe/Tallinn', 'YYYY-MM-DD') as day
    from schedule where class_name = 'Salsa' order by starts_at`
  if (!first || !second) throw new Error('The classes were not planned.')
  const before = { ...anEntryForm, className: 'Salsa', startDate: first.day, endDate: first.day }
  const one = { scheduleId: first.id, scheduleIds: [first.id] }
  await studio.must(admin, schedule.editSeries, { ...before, startTime: '17:00', before, ...one })
  await after(HOUR)
  await studio.must(admin, schedule.cancelSeries, { scheduleId: second.id, scheduleIds: [second.id] })
  await after(HOUR)
}

async function waitingLists() {
  const full = async (takeWith: string | null) => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 2, maxParticipants: 1, name: 'Tango' })
    await place(mari, scheduleId)
    await studio.must(anna, waiting.join, { kind: 'class', id: scheduleId, takeWith })
    return scheduleId
  }
  const leave = (scheduleId: string) => studio.must(mari, registrations.cancel, { scheduleId, acceptsLate: true })
  const newTime = await full(null)
  const [entry] = await studio.sql<{ day: string }>`
    select to_char(starts_at at time zone 'Europe/Tallinn', 'YYYY-MM-DD') as day from schedule where id = ${newTime}`
  const day = entry?.day ?? ''
  const known = { ...anEntryForm, className: 'Tango', maxParticipants: 1, startDate: day, endDate: day }
  await studio.must(admin, schedule.update, { ...known, startTime: '17:00', before: known, scheduleId: newTime })
  await leave(newTime)
  await leave(await full(null))
  await leave(await full(await aPurchase(studio, admin, anna)))
  const late = await full(null)
  await write(sql`update schedule set starts_at = ${new Date(studio.now + 10 * 60_000).toISOString()}::timestamptz,
    ends_at = ${new Date(studio.now + HOUR).toISOString()}::timestamptz where id = ${late}`)
  await leave(late)
}

async function passesOfMari() {
  const purchaseId = await aPurchase(studio, admin, mari)
  const days = { firstDay: '2026-03-20', lastDay: '2026-03-22', reason: WRITTEN }
  await after(5 * 60_000)
  await studio.must(mari, passes.ask, { id: purchaseId, ...days })
  const [asked] = await studio.sql<{ id: string }>`select id from freezes`
  await studio.must(admin, passes.refuse, { freezeId: asked?.id ?? '', answer: WRITTEN })
  await studio.must(admin, passes.freeze, { purchaseId, ...days, scheduleIds: [] })
  await write(sql`update purchases set valid_from = valid_from - interval '40 days',
    valid_until = ${new Date(studio.now + 5 * DAY).toISOString()}::timestamptz where id = ${purchaseId}`)
  await after(HOUR)
}

async function standInsOfTriin() {
  const taught = async (inDays: number) => {
    const { scheduleId } = await anEntry(studio, admin, { inDays, name: 'Rumba' })
    await write(sql`update schedule set teacher_ids = array[${triin.accountId}] where id = ${scheduleId}`)
    await place(mari, scheduleId)
    await studio.must(triin, standIns.ask, { scheduleId })
    const found = (await studio.ask(admin, standIns.list, {})).find((one) => one.scheduleId === scheduleId)
    return { scheduleId, standInId: found?.id ?? '' }
  }
  const decided = await taught(3)
  const offer = (standInId: string) => studio.must(kaur, standIns.offer, { standInId })
  await offer(decided.standInId)
  await studio.must(admin, standIns.refuse, { standInId: decided.standInId, offeredBy: kaur.accountId })
  await offer(decided.standInId)
  await studio.must(admin, standIns.approve, { standInId: decided.standInId, offeredBy: kaur.accountId })
  await studio.must(triin, standIns.withdraw, { standInId: (await taught(4)).standInId })
  const { scheduleId } = await taught(1)
  const [entry] = await studio.sql<{ at: number }>`select starts_at as at from schedule where id = ${scheduleId}`
  await after((entry?.at ?? 0) - studio.now)
}

async function money() {
  // Mari pays for Liisu, and an admin books for her
  await studio.must(admin, registrations.registerOtherWithDropIn, {
    ...dropIn((await anEntry(studio, admin, { inDays: 2 })).scheduleId),
    userId: child.userId,
  })
  await after(5 * 60_000)
  const rows = (await studio.ask(mari, payments.mine, {})).filter(({ status }) => status === 'due')
  const [first] = rows
  if (!first) throw new Error('Mari owes nothing.')
  await studio.must(admin, payments.confirm, { paymentId: first.id, actualAmount: first.price, rest: 'letGo' })
  await after(HOUR)
  const course = { ...aCourseForm(studio.now), status: 'active' as const }
  const courseId = await aCourse(studio, admin)
  await studio.must(anna, courses.join, joining(courseId))
  await after(5 * 60_000)
  await studio.must(admin, courses.update, { courseId, before: course, ...course, startTime: '17:00' })
  const { reference } = await studio.ask(anna, payments.myReference, {})
  const line = movement({ archive: 'RO1', order: 'RO1', text: '', cents: 6000, reference: reference ?? '' })
  const file = Buffer.from(camt(statementOf([line], { account: IBAN }))).toString('base64')
  await studio.must(admin, bank.read, { file })
  const lines = (await studio.ask(admin, bank.ready, {})).map(({ lineId, seen }) => ({ lineId, seen }))
  await studio.must(admin, bank.settle, { lines })
  await after(HOUR)
}

async function monthlyFees() {
  const { membershipCategories } = await studio.ask(admin, settings.shown, {})
  const { name, nameEt, groupPrice: marked } = membershipCategories.find(({ id }) => id === 'Cover')!
  const form = { name, nameEt, marked, monthlyPrice: null }
  await studio.must(admin, settings.editCategory, {
    ...form,
    kind: 'membership',
    id: 'Cover',
    monthlyPrice: 4000,
    before: form,
  })
  await vi.waitFor(async () => {
    const shown = await studio.ask(admin, settings.shown, {})
    expect(shown.membershipCategories.find(({ id }) => id === 'Cover')?.monthlyPrice).toBe(4000)
  })
  await studio.must(admin, accounts.setMembershipCategory, { userId: anna.userId, membershipCategory: 'Cover' })
  const { rows } = await studio.ask(admin, bills.month, { month: '2026-03' })
  const fees = rows.map(({ personId, full }) => ({ personId, proposed: full, cents: full }))
  await studio.must(admin, bills.create, { month: '2026-03', rows: fees })
  await after(HOUR)
}

async function takenAway() {
  const { scheduleId } = await anEntry(studio, admin, { inDays: 5, name: 'Polka', maxParticipants: 1 })
  await place(mari, scheduleId)
  await studio.must(admin, attendance.removeRegistration, { scheduleId, userId: mari.userId })
  await place(mari, scheduleId)
  await studio.must(anna, waiting.join, { kind: 'class', id: scheduleId, takeWith: null })
  await cancelClass(studio, admin, scheduleId)
  await studio.must(anna, courses.join, joining(await aCourse(studio, admin)))
  const [joined] = await studio.sql<{ id: string }>`
    select id from "courseRegistrations" order by created_at desc limit 1`
  await studio.must(admin, courses.deleteRegistration, { registrationId: joined?.id ?? '' })
  await studio.must(admin, memberships.deletePurchase, { purchaseId: await aPurchase(studio, admin, mari) })
  await after(HOUR)
}

async function messages() {
  const { scheduleId } = await anEntry(studio, admin, { inDays: 2, name: 'Foxtrot' })
  await place(mari, scheduleId)
  const audiences: Audience[] = [
    { kind: 'class', id: scheduleId },
    { kind: 'people', id: `${MAILBOX}-mari` },
  ]
  for (const audience of audiences) {
    const found = await studio.ask(admin, mailings.toWrite, { audience })
    const words = { subject: WRITTEN, text: WRITTEN }
    await studio.must(admin, mailings.send, { id: newId(), audience, ...words, accounts: found?.accounts ?? 0 })
  }
  await after(HOUR)
}

async function taught() {
  const aClass = async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 6, name: 'Samba' })
    await write(sql`update schedule set teacher_ids = array[${triin.accountId}] where id = ${scheduleId}`)
    return scheduleId
  }
  const edit = async (change: Partial<EntryForm>) => {
    const scheduleId = await aClass()
    const entry = await studio.ask(admin, schedule.entry, { scheduleId })
    if (!entry) throw new Error('The class was not planned.')
    const before = entryFormOf(entry, 'Europe/Tallinn')
    await studio.must(admin, schedule.update, { ...before, ...change, before, scheduleId })
  }
  await edit({ startTime: '17:00' })
  await edit({ teacherIds: [kaur.accountId] })
  await cancelClass(studio, admin, await aClass())
  await after(HOUR)
}

async function absentByStaff() {
  await studio.must(admin, accounts.setMembershipCategory, { userId: anna.userId, membershipCategory: 'Member-girl' })
  const { scheduleId } = await anEntry(studio, admin, { inDays: 5, name: 'Twist' })
  const { scheduleId: other } = await anEntry(studio, admin, { inDays: 6, name: 'Twist' })
  const { userId } = anna
  await studio.must(anna, registrations.cantCome, { scheduleId })
  await studio.must(admin, registrations.otherComesAfterAll, { scheduleId, userId })
  await studio.must(admin, registrations.otherCantCome, { scheduleId: other, userId })
  await after(HOUR)
}

const overdue = () => after(20 * DAY)

/** The names of all declared kinds of letters. */
function declaredLetters(): string[] {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /^[^.]+\.ts$/.test(name))
  const found = files.flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(/ letterKind\('([^']+)'/g),
  ])
  return found.map(([, name = '']) => name).toSorted()
}

it('every kind of letter is also sent as a push, which shows no more of a person than the first name', async () => {
  const sent: { title: string; body: string; path: string; tag: string }[] = []
  for (const part of [
    classes,
    series,
    waitingLists,
    passesOfMari,
    standInsOfTriin,
    money,
    monthlyFees,
    takenAway,
    taught,
    absentByStaff,
    messages,
    overdue,
  ]) {
    await part()
    const atOnce = await deliveredPushes(studio)
    // what is held back at night is sent in the morning
    await after(12 * HOUR)
    for (const { url, headers, body } of [...atOnce, ...(await deliveredPushes(studio))]) {
      expect(body.length).toBeLessThanOrEqual(3072)
      expect(headers.get('topic')).toMatch(/^[\w-]{1,32}$/)
      const text = browsers.get(url)?.read(body) ?? ''
      for (const secret of [FAMILY_NAME, PHONE, PHONE.slice(4), MAILBOX, '@', IBAN, IBAN.slice(-8), '€'])
        expect(text).not.toContain(secret)
      sent.push(JSON.parse(text) as (typeof sent)[number])
    }
  }
  const told = await studio.sql<{ letter: string }>`select distinct letter from told order by letter`
  expect(told.map(({ letter }) => letter).toSorted()).toEqual(declaredLetters())
  expect(studio.reported).toEqual([])
  // the person concerned is named by first name only
  expect(sent.filter(({ title }) => title.startsWith('Liisu: ')).length).toBeGreaterThan(1)
  const plain = sent.map(({ title }) =>
    title.replace(/^Liisu: /, '').replace(/\w+day \d+ \w+(, \d\d:\d\d)?/, 'some day'),
  )
  expect([...new Set(plain)].toSorted()).toMatchInlineSnapshot(`
    [
      "A message from the studio",
      "A place is free for you until some day: Tango",
      "A place is free: first come, first served. Tango",
      "Another teacher: Rumba, some day",
      "Booked: Foxtrot, some day",
      "Booked: Girls beginners, some day",
      "Booked: Rumba, some day",
      "Booked: Salsa, some day",
      "Can't come: Twist, some day",
      "Cancelled: Girls beginners, some day",
      "Cancelled: Polka, some day",
      "Cancelled: Salsa, some day",
      "Cancelled: Samba, some day",
      "Comes after all: Twist, some day",
      "Four classes ends on some day",
      "Four classes is frozen",
      "Four classes is not frozen",
      "Mari, Liisu: A message from the studio",
      "Membership bought: Four classes",
      "Membership cancelled: Four classes",
      "Monthly fees",
      "New time: Girls beginners, some day",
      "New time: Salsa, some day",
      "New time: Samba, some day",
      "New time: Tango, some day",
      "New times: K-pop in six weeks",
      "Nobody took it over: Rumba",
      "Not taken over: Rumba, some day",
      "Not yours any more: Samba, some day",
      "Place cancelled: K-pop in six weeks",
      "Place cancelled: Polka, some day",
      "Settled: Rumba, some day",
      "Somebody would take over Rumba, some day",
      "Something is still to be paid",
      "Something to pay for Liisu",
      "Soon: Girls beginners, some day",
      "Soon: Rumba, some day",
      "Taken over: Rumba, some day",
      "To approve: another teacher for Rumba, some day",
      "Who can take Rumba, some day?",
      "You have a place: Tango",
      "You teach: Samba, some day",
      "Your course: K-pop in six weeks",
      "Your money has arrived",
      "turns 18 soon",
    ]
  `)
})
