import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { Limits } from '#server/commands/limits.ts'
import { databaseOver } from '#server/db/database.ts'
import { claimDue, markFailed } from '#server/mail/outbox.ts'
import { testEngine } from '#server/testing/database.ts'
import { queue } from '#server/testing/mail/outboxFixture.ts'
import { aCourse, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, TEST_NOON, TestStudio, type Person } from '#server/testing/studio.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { figure, numbers } from './numbers.ts'
import { replacing } from './withoutGuard.ts'

let studio: TestStudio
let admin: Person
const zone = process.env['TZ']
/** Counted by the tests below. */
const counted = { right: 0, wrong: 0 }
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(async () => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  await studio.close()
  const { right, wrong } = counted
  const tried = `${SERVER_ZONES.length} server zones × ${SPANS.length} spans, deadlines, year ends; ± 1 day`
  figure(12, 'clock', `${tried}: ${wrong === 0 ? 'all' : `${right} of ${right + wrong}`} right`)
})
afterEach(({ task }) => {
  counted[task.result?.state === 'pass' ? 'right' : 'wrong']++
})
beforeEach(async () => {
  await studio.empty()
  admin = await studio.person('admin')
})

/** Node applies a new TZ at once; in all of these the server is outside the studio's zone. */
const SERVER_ZONES = numbers(['America/Los_Angeles'], ['UTC', 'America/Los_Angeles', 'Pacific/Auckland'])

/** Instants (UTC) of classes planned for 18:00 in Tallinn on each day of a period. */
const SPANS: readonly [what: string, from: string, to: string, expected: readonly string[]][] = [
  ['summer time begins', '2026-03-28', '2026-03-30', ['03-28T16:00', '03-29T15:00', '03-30T15:00']],
  ['summer time ends', '2026-10-24', '2026-10-26', ['10-24T15:00', '10-25T16:00', '10-26T16:00']],
  ['the year ends', '2026-12-31', '2027-01-01', ['12-31T16:00', '01-01T16:00']],
  ['a leap day', '2028-02-28', '2028-03-01', ['02-28T16:00', '02-29T16:00', '03-01T16:00']],
]

describe.each(SERVER_ZONES)('on a server in %s', (serverZone) => {
  beforeEach(() => {
    process.env['TZ'] = serverZone
  })

  it.each(SPANS)('classes keep their local time when %s', async (_what, startDate, endDate, expected) => {
    studio.now = Date.parse(`${startDate}T06:00:00Z`) - 7 * DAY
    admin = await studio.person('admin')
    const form = { name: 'Girls beginners', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
    const { id: classId } = await studio.must(admin, classes.create, form)
    const prices = { standardPrice: null, memberPrice: null }
    const plan = {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      startDate,
      endDate,
      startTime: '18:00',
      endTime: '19:30',
      ...prices,
    }
    await studio.must(admin, schedule.add, { ...plan, classId })
    const { entries } = await studio.ask(admin, registrations.upcoming, { weeks: 2 })
    expect(entries.map(({ startsAt }) => new Date(startsAt).toISOString().slice(5, 16))).toEqual(expected)
    expect(entries.every(({ startsAt, endsAt }) => endsAt - startsAt === 90 * MINUTE)).toBe(true)
  })

  it("plans in the server's time zone, or in steps of 24 hours, fail the same check (negative control)", () => {
    for (const [, startDate, , expected] of SPANS) {
      const days = expected.map((_, n) => new Date(Date.parse(`${startDate}T00:00:00Z`) + n * DAY).toISOString())
      // a text without a zone is in the server's time zone
      const byServer = days.map((day) => new Date(`${day.slice(0, 10)}T18:00:00`).toISOString().slice(5, 16))
      expect(byServer).not.toEqual(expected)
    }
    for (const [, startDate, , expected] of SPANS.slice(0, 2)) {
      const first = Date.parse(`${startDate.slice(0, 5)}${expected[0]}:00Z`)
      expect(expected.map((_, n) => new Date(first + n * DAY).toISOString().slice(5, 16))).not.toEqual(expected)
    }
  })

  it("a course can be joined until the last minute of its deadline in the studio's zone, also across a clock change", async () => {
    studio.now = Date.parse('2026-03-20T10:00:00Z')
    const dates = { startDate: '2026-03-31', endDate: '2026-05-31', regDeadline: '2026-03-29' }
    const courseId = await aCourse(studio, admin, dates)
    const join = async () => codeOf(studio.call(await studio.person(), courses.join, joining(courseId)))
    studio.now = Date.parse('2026-03-29T20:59:59Z')
    expect(await join()).toBe('done')
    studio.now = Date.parse('2026-03-29T21:00:00Z')
    expect(await join()).not.toBe('done')
    const dues = await studio.sql<{ term: number }>`
      select extract(epoch from deadline - created_at)::int / 60 as term from payments`
    expect(dues).toEqual([{ term: 7200 }])
  })

  it('a payment confirmed in the last minute of a year belongs to that year', async () => {
    studio.now = Date.parse('2026-12-31T10:00:00Z')
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    const member = await studio.person()
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const [due] = await studio.ask(member, payments.mine, {})
    studio.now = Date.parse('2026-12-31T21:59:59Z')
    await studio.must(admin, payments.confirm, { paymentId: due!.id, actualAmount: 1500 })
    expect(await studio.ask(admin, payments.year, { year: 2026 })).toMatchObject([{ month: 12, sum: 1500 }])
    expect(await studio.ask(admin, payments.year, { year: 2027 })).toEqual([])
  })
})

describe.each([
  ['ahead', DAY],
  ['behind', -DAY],
])('a clock that was a day %s for a while', (_how, wrong) => {
  it('leaves everybody signed in and able to do everything, and the data consistent', async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 5 })
    const members = [await studio.person(), await studio.person()]
    for (const shift of [0, wrong, 0]) {
      studio.now = TEST_NOON + shift
      for (const member of members) {
        await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
        await studio.must(member, registrations.cancel, { scheduleId })
      }
    }
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })

  it('locks nobody out of signing in, and delays no e-mail', async () => {
    const { database } = studio
    const limits = new Limits(database, 1)
    const over = (now: number) => limits.over([{ key: 'sign-in:mari', max: 2, per: 10 * MINUTE }], now)
    for (let tries = 0; tries < 3; tries++) await over(TEST_NOON + wrong)
    expect(await over(TEST_NOON + wrong)).not.toBe(null)
    await queue(database, TEST_NOON + wrong, {}, {})
    const [tried] = await claimDue(database, 1, TEST_NOON + wrong)
    await markFailed(database, tried!, 'away', TEST_NOON + wrong)

    expect(await over(TEST_NOON)).toBe(null)
    expect(await claimDue(database, 10, TEST_NOON + HOUR)).toHaveLength(2)
  })
})

it('without resetting counters of a wrong clock, the same check finds people locked out (negative control)', async () => {
  const { engine } = await testEngine()
  const unguarded = replacing(engine, (text) =>
    text.replace(/(or "rateLimits"\.reset_at > \$\d+)/g, `$1::timestamptz + interval '10 years'`),
  )
  const database = databaseOver(unguarded)
  const over = (now: number) => new Limits(database, 1).over([{ key: 'sign-in:mari', max: 2, per: 10 * MINUTE }], now)
  for (let tries = 0; tries < 3; tries++) await over(TEST_NOON + DAY)
  expect(await over(TEST_NOON)).toBeGreaterThan(DAY / 1000)
  await database.close()
})
