import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { aCourse, anEntry, anEntryForm, dropIn, joining, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { pay } from '#studio/pay/contract.ts'
import { payFor } from '#studio/pay/rules.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'

let studio: TestStudio
let admin: Person
/** Teaches the class of 11 March, 18:00–19:00. */
let triin: Person
let kaur: Person
/** Registered for it. */
let people: Person[]
let scheduleId: string

const AFTER = Date.parse('2026-03-11T17:00:30Z')
const APRIL = Date.parse('2026-04-01T09:00:00Z')
const MAY = Date.parse('2026-05-01T09:00:00Z')

const edit = (change: Partial<typeof anEntryForm> & { teacherIds?: string[] }) =>
  codeOf(studio.call(admin, schedule.update, { scheduleId, ...anEntryForm, ...change, before: anEntryForm }))
const setRate = (teacher: Person, base: number, perHead: number, most: number | null = null, from = '2026-01-01') =>
  codeOf(studio.call(admin, pay.setRate, { accountId: teacher.accountId, from, base, perHead, most }))

async function open(empty: TestStudio) {
  studio = empty
  admin = await studio.person('admin', { displayName: 'Ann' })
  triin = await studio.person('teacher', { displayName: 'Triin' })
  kaur = await studio.person('teacher', { displayName: 'Kaur' })
  people = await Promise.all([studio.person(), studio.person(), studio.person()])
  scheduleId = (await anEntry(studio, admin)).scheduleId
  await edit({ teacherIds: [triin.accountId] })
  for (const person of people) await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  await setRate(triin, 2000, 300, 2700)
  await studio.startJobs()
}

// noon of 10 March 2026, a Tuesday
studioForEach(open, WITH_FEATURES)

const sheet = (month = '2026-03') => studio.ask(admin, pay.sheet, { month })
const lines = async (month?: string) =>
  (await sheet(month)).lines.map(
    ({ name, title, heads, cents, isLater }) =>
      `${name?.split(' ')[0] ?? 'gone'} ${title} ${heads} ${cents}${isLater ? ' later' : ''}`,
  )
const mark = (person: Person | undefined, value: 'attended' | 'no-show' | null = 'attended') =>
  codeOf(studio.call(admin, attendance.take, { scheduleId, userId: person?.userId ?? '', value }))
/** Runs the jobs at that time, as a server would within a minute. */
const goTo = async (now: number) => {
  studio.now = now
  await studio.runJobs()
}
const close = async (month = '2026-03', cents?: number) =>
  codeOf(
    studio.call(admin, pay.close, {
      month,
      cents: cents ?? (await sheet(month)).lines.reduce((sum, line) => sum + line.cents, 0),
    }),
  )
const ended = async () => {
  studio.now = AFTER
  await studio.runJobs()
}

describe('a class that has ended', () => {
  it('is on the pay sheet with its teacher and rate of that time, whatever changes later', async () => {
    expect(await lines()).toEqual([])
    await ended()
    expect(await lines()).toEqual(['Triin Girls beginners 0 2000'])
    studio.now += MINUTE
    await edit({ teacherIds: [kaur.accountId], className: 'Salsa' })
    await setRate(triin, 9000, 0)
    await studio.must(admin, pay.removeRate, {
      rateId:
        (await studio.ask(admin, pay.rates, {})).find(({ accountId }) => accountId === triin.accountId)?.rates[0]?.id ??
        '',
    })
    studio.now += HOUR
    await studio.runJobs()
    expect(await lines()).toEqual(['Triin Girls beginners 0 2000'])
    await expectInvariants(studio)
  })

  it('counts people marked as attended, up to the maximum pay', async () => {
    await ended()
    // included people are to be marked too
    await studio.person('user', { membershipCategory: 'Member-girl' })
    expect((await sheet()).lines.map(({ unmarked }) => unmarked)).toEqual([4])
    await mark(people[0])
    await mark(people[1], 'no-show')
    expect(await lines()).toEqual(['Triin Girls beginners 1 2300'])
    await mark(people[1])
    await mark(people[2])
    expect(await lines()).toEqual(['Triin Girls beginners 3 2700'])
  })

  it('is recorded once after a downtime of three hours, even by concurrent jobs', async () => {
    studio.now = AFTER + 3 * HOUR
    await Promise.all([studio.runJobs(), studio.runJobs(), studio.runJobs()])
    await studio.runJobs()
    expect(await lines()).toEqual(['Triin Girls beginners 0 2000'])
  })

  it('is recorded with its former teacher if it is edited after its end but before the job', async () => {
    studio.now = AFTER + 3 * HOUR
    await edit({ teacherIds: [kaur.accountId] })
    await studio.runJobs()
    expect(await lines()).toEqual(['Triin Girls beginners 0 2000'])
  })

  it('keeps its line if it is cancelled after its end', async () => {
    studio.now = AFTER + 3 * HOUR
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    await studio.runJobs()
    expect(await lines()).toEqual(['Triin Girls beginners 0 2000'])
  })

  it('has no line if it was cancelled before its end', async () => {
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    await ended()
    expect(await lines()).toEqual([])
  })

  it('keeps the counted heads if it is deleted', async () => {
    const ghost = await studio.person('user', { membershipCategory: 'Member-girl' })
    await ended()
    await mark(ghost)
    for (const { userId } of people) await studio.must(admin, attendance.removeRegistration, { scheduleId, userId })
    expect(await lines()).toEqual(['Triin Girls beginners 1 2300'])
    await studio.must(admin, schedule.delete, { scheduleId })
    expect(await lines()).toEqual(['Triin Girls beginners 1 2300'])
  })

  it('has a line for each of its teachers', async () => {
    await edit({ teacherIds: [triin.accountId, kaur.accountId] })
    await setRate(kaur, 1000, 0)
    await ended()
    expect(await lines()).toEqual(['Kaur Girls beginners 0 1000', 'Triin Girls beginners 0 2000'])
  })

  it('is recorded if it was planned for a past day, when the plan can no longer be undone', async () => {
    await ended()
    const before = await lines()
    const form = { name: 'Salsa', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
    const { id: classId } = await studio.must(admin, classes.create, form)
    const days = { weekdays: [1, 2, 3, 4, 5, 6, 7], startDate: '2026-03-09', endDate: '2026-03-09' }
    const at = { startTime: '18:00', endTime: '19:00', standardPrice: null, memberPrice: null }
    await studio.must(admin, schedule.add, { classId, ...days, ...at, teacherIds: [triin.accountId] })
    await goTo(studio.now + MINUTE)
    expect(await lines()).toEqual(before)
    await goTo(studio.now + 2 * MINUTE)
    expect(await lines()).toEqual(['Triin Salsa 0 2000', ...before])
  })

  it('belongs to the teacher who is named first if it had none', async () => {
    await edit({ teacherIds: [] })
    await ended()
    expect(await lines()).toEqual([])
    await edit({ teacherIds: [triin.accountId] })
    await edit({ teacherIds: [kaur.accountId] })
    expect(await lines()).toEqual(['Triin Girls beginners 0 2000'])
  })

  it('waits for a rate that is valid on its day', async () => {
    await edit({ teacherIds: [kaur.accountId] })
    await ended()
    expect(await sheet()).toMatchObject({ lines: [], withoutRate: [{ accountId: kaur.accountId, count: 1 }] })
    await setRate(kaur, 1500, 0, null, '2026-03-12')
    expect(await lines()).toEqual([])
    await setRate(kaur, 1200, 0, null, '2026-03-01')
    expect(await lines()).toEqual(['Kaur Girls beginners 0 1200'])
  })
})

it('an evening of a course counts its participants', async () => {
  // Fridays from 20 March, 18:00–19:30
  const courseId = await aCourse(studio, admin, { teacherIds: [triin.accountId] })
  await studio.must(people[0] ?? admin, courses.join, joining(courseId))
  await ended()
  studio.now = Date.parse('2026-03-20T18:00:00Z')
  await studio.runJobs()
  studio.now = Date.parse('2026-03-27T19:00:00Z')
  await studio.runJobs()
  expect(await lines()).toEqual([
    'Triin Girls beginners 0 2000',
    'Triin K-pop in six weeks 1 2300',
    'Triin K-pop in six weeks 1 2300',
  ])
  // past evenings do not move to another teacher
  const course = await studio.ask(admin, courses.one, { courseId })
  if (!course) throw new Error('No such course.')
  await studio.must(admin, courses.update, { ...course, courseId, teacherIds: [kaur.accountId], before: course })
  await studio.runJobs()
  expect((await lines()).filter((line) => line.startsWith('Kaur'))).toEqual([])
})

it('an evening of a course keeps the heads counted when its month was closed', async () => {
  // Fridays from 20 March, 18:00–19:30
  const courseId = await aCourse(studio, admin, { teacherIds: [triin.accountId, kaur.accountId] })
  const [anna, mari] = [await studio.person(), await studio.person()]
  for (const person of [anna, mari]) await studio.must(person, courses.join, joining(courseId))
  await ended()
  await goTo(Date.parse('2026-03-20T18:00:00Z'))
  await goTo(Date.parse('2026-03-27T19:00:00Z'))
  await goTo(APRIL)
  const evenings = ['Triin K-pop in six weeks 2 2600', 'Triin K-pop in six weeks 2 2600']
  expect((await lines()).slice(-2)).toEqual(evenings)
  expect(await close()).toBe('done')
  // somebody who leaves the running course now was there in March
  const [joined] = await studio.sql<{ id: string }>`select id from "courseRegistrations" where user_id = ${anna.userId}`
  await studio.must(admin, courses.deleteRegistration, { registrationId: joined?.id ?? '' })
  expect((await lines()).slice(-2)).toEqual(evenings)
  expect(await lines('2026-04')).toEqual([])
  // a teacher who had no rate then is paid for the same heads
  await setRate(kaur, 1000, 100)
  expect(await lines('2026-04')).toEqual(Array(2).fill('Kaur K-pop in six weeks 2 1200 later'))
  await expectInvariants(studio)
})

it('a pay sheet with more classes than a statement may have parameters works', async ({ skip }) => {
  if (!studio.database.url) return skip('Both take as many, and the embedded database is slow to write them.')
  await ended()
  await goTo(APRIL)
  await close()
  await studio.database.transaction((tx) =>
    tx.execute(sql`insert into "payEntries" (id, kind, owner_id, day, account_id, title, starts_at, ends_at, base, per_head, heads, fixed_at)
      select 'old' || n, 'class', 'gone' || n, '2026-02-01', account_id, title, starts_at, ends_at, 0, 0, 0, fixed_at
      from "payEntries", generate_series(1, 66000) n`),
  )
  await studio.database.transaction((tx) =>
    tx.execute(sql`insert into "payLines" (id, month, entry_id, heads, cents)
      select id, '2026-03', id, 0, 0 from "payEntries" where id like 'old%'`),
  )
  await mark(people[0])
  expect(await lines('2026-04')).toEqual(['Triin Girls beginners 1 300 later'])
})

describe('closing a month', () => {
  it('is possible once it is over, month by month, and only with the sum that was shown', async () => {
    await ended()
    expect(await close()).toBe('monthNotOver')
    await goTo(APRIL)
    await mark(people[0])
    expect(await close('2026-04')).toBe('earlierMonthOpen')
    expect(await close('2026-02')).toBe('nothingYet')
    expect(await close('2026-03', 2000)).toBe('sumChanged')
    expect(await close('2026-03', 2300)).toBe('done')
    expect(await close('2026-03', 2300)).toBe('monthClosed')
    await expectInvariants(studio)
  })

  it('keeps its lines unchanged: later marks become lines of the next month', async () => {
    await ended()
    await goTo(APRIL)
    await close()
    await mark(people[0])
    await mark(people[1])
    expect(await lines()).toEqual(['Triin Girls beginners 0 2000'])
    expect(await lines('2026-04')).toEqual(['Triin Girls beginners 2 600 later'])
    await goTo(MAY)
    expect(await close('2026-04')).toBe('done')
    await mark(people[0], null)
    expect(await lines('2026-04')).toEqual(['Triin Girls beginners 2 600 later'])
    expect(await lines('2026-05')).toEqual(['Triin Girls beginners 1 -300 later'])
    await expectInvariants(studio)
  })

  it('makes the database refuse changes of its lines', async () => {
    await ended()
    await goTo(APRIL)
    await close()
    const change = studio.database.transaction((tx) => tx.execute(sql`update "payLines" set cents = 1`))
    await expect(change.catch((error: unknown) => error)).resolves.toMatchObject({ cause: { code: '23001' } })
  })

  it('happens once, even by two admins at once', async () => {
    await ended()
    await goTo(APRIL)
    const outcomes = await Promise.all([close('2026-03', 2000), close('2026-03', 2000)])
    expect(outcomes).toEqual(expect.arrayContaining(['done', 'monthClosed']))
    await expectInvariants(studio)
  })

  it('concurrently with marking heads puts them into the next month, or is refused since the sum has changed', async () => {
    await ended()
    await goTo(APRIL)
    const [closed] = await Promise.all([close('2026-03', 2000), mark(people[0]), mark(people[1])])
    const march = await sheet()
    const april = await lines('2026-04')
    if (closed === 'done') {
      expect(march.lines.map(({ cents }) => cents)).toEqual([2000])
      expect(april).toEqual(['Triin Girls beginners 2 600 later'])
    } else {
      expect(closed).toBe('sumChanged')
      expect([march.closedAt, april]).toEqual([null, []])
    }
    await expectInvariants(studio)
  })

  it('is refused before its last classes are recorded', async () => {
    await ended()
    studio.now = APRIL
    expect(await close('2026-03', 2000)).toBe('countedSoon')
    await studio.runJobs()
    expect(await close('2026-03', 2000)).toBe('done')
  })
})

it('the lines of a class add up to its value at the last closing, for any sequence of marking and closing', async () => {
  const step = fc.oneof(fc.record({ mark: fc.nat(2), here: fc.boolean() }), fc.constant({ close: true as const }))
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
    await studio.empty()
    await open(studio)
    await ended()
    const here = new Set<number>()
    const closedSheets = new Map<string, readonly string[]>()
    let worth = 0
    let month = 3
    for (const one of steps) {
      if ('close' in one) {
        month++
        await goTo(Date.UTC(2026, month - 1, 1, 9))
        const closing = `2026-${String(month - 1).padStart(2, '0')}`
        expect(await close(closing)).toBe('done')
        closedSheets.set(closing, await lines(closing))
        worth = payFor({ base: 2000, perHead: 300, most: 2700 }, here.size)
      } else {
        await mark(people[one.mark], one.here ? 'attended' : 'no-show')
        if (one.here) here.add(one.mark)
        else here.delete(one.mark)
      }
    }
    const [found] = await studio.sql<{ sum: number }>`select coalesce(sum(cents), 0)::int as sum from "payLines"`
    expect(found?.sum).toBe(worth)
    for (const [closed, before] of closedSheets) expect(await lines(closed)).toEqual(before)
    await expectInvariants(studio)
  })
  await fc.assert(property, { numRuns: 8 })
})

it('a teacher sees only their own lines of closed months, and not the sheet', async () => {
  await ended()
  const mine = async (person: Person) =>
    (await studio.ask(person, pay.mine, {})).map(
      ({ month, lines }) => `${month} ${lines.map(({ cents }) => cents).join(' ')}`,
    )
  expect(await mine(triin)).toEqual([])
  await goTo(APRIL)
  await close()
  expect(await mine(triin)).toEqual(['2026-03 2000'])
  expect(await mine(kaur)).toEqual([])
  expect((await studio.must(triin, privacy.download, {})).pay).toMatchObject({
    rates: [{ baseInCents: 2000 }],
    taught: [{ name: 'Girls beginners' }],
    lines: [{ month: '2026-03', amountInCents: 2000 }],
  })
})

it('the lines of a deleted teacher stay, without a link to a person', async () => {
  studio.now = AFTER
  await studio.must(admin, privacy.deleteUser, { userId: triin.userId })
  await studio.runJobs()
  expect(await lines()).toEqual(['gone Girls beginners 0 2000'])
  await expectInvariants(studio)
})

it('nothing is recorded while the feature is off', async () => {
  await saveSettings(studio, admin, 'features', { paySheet: false })
  await ended()
  expect(await studio.sql`select id from "payEntries"`).toEqual([])
})
