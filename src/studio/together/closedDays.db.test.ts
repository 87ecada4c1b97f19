import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { CalendarEvent } from '#kernel/calendar.ts'
import { DAY, HOUR } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { aCourse, anEntry, aPurchase, joining } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { aBrowser } from '#server/testing/pushService.ts'
import { codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { classes } from '#studio/classes/contract.ts'
import { closures } from '#studio/closures/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { notices } from '#studio/notices/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

// noon of 10 March 2026
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

const close = (firstDay: string, lastDay = '', reason = 'Inventory') =>
  studio.must(admin, closures.add, { firstDay, lastDay, reason })

async function plan(startDate: string, endDate: string) {
  const form = { name: 'Salsa', description: '', defaultMaxParticipants: 9, categories: ['Girl Group'] }
  const { id: classId } = await studio.must(admin, classes.create, form)
  const times = { startTime: '18:00', endTime: '19:00', standardPrice: null, memberPrice: null }
  return studio.call(admin, schedule.add, { classId, weekdays: [4, 5], startDate, endDate, ...times })
}

it('planning classes leaves closed days out, and is refused if no day is left', async () => {
  await close('2026-03-13', '2026-03-19')
  expect((await plan('2026-03-12', '2026-03-20')).body).toMatchObject({ ok: true, value: { created: 2 } })
  expect((await plan('2026-03-13', '2026-03-19')).body).toMatchObject({ fields: { weekdays: 'allClosed' } })
  const days = await studio.sql<{ day: string }>`select starts_at::date::text as day from schedule order by 1`
  expect(days.map(({ day }) => day)).toEqual(['2026-03-12', '2026-03-20'])
})

it('evenings of a course on closed days are left out of its calendar and listed as days off', async () => {
  // Fridays from 13 March on
  const courseId = await aCourse(studio, admin, {
    startDate: '2026-03-13',
    endDate: '2026-04-03',
    regDeadline: '2026-03-12',
    weekday: 5,
  })
  await studio.must(member, courses.join, joining(courseId))
  const days = async () => {
    const events: readonly CalendarEvent[] = await studio.ask(member, courses.calendar, { id: courseId })
    return events.map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 10))
  }
  expect(await days()).toEqual(['2026-03-13', '2026-03-20', '2026-03-27', '2026-04-03'])
  const { id: closedDaysId } = await close('2026-03-18', '2026-03-27')
  expect(await days()).toEqual(['2026-03-13', '2026-04-03'])
  const off = ['2026-03-20', '2026-03-27']
  expect(await studio.ask(visitor, courses.listed, { id: courseId })).toMatchObject({ daysOff: off })
  expect(await studio.ask(member, courses.mine, {})).toMatchObject([{ daysOff: off }])
  expect(await studio.ask(admin, courses.onClosedDays, {})).toMatchObject(
    off.map((day) => ({ closedDaysId, id: courseId, day, registeredCount: 1 })),
  )
  await studio.must(admin, closures.remove, { id: closedDaysId })
  expect(await days()).toHaveLength(4)
})

describe('closing days with evenings of a course', () => {
  // Fridays from 13 March on
  const dates = { startDate: '2026-03-13', endDate: '2026-04-03', regDeadline: '2026-03-12', weekday: 5 }
  const days = [{ firstDay: '2026-03-20', lastDay: '2026-03-27', reason: 'Inventory' }]
  const spans = days.map(({ firstDay, lastDay }) => ({ firstDay, lastDay }))
  let courseId: string
  async function joined() {
    courseId = await aCourse(studio, admin, dates)
    await studio.must(member, courses.join, joining(courseId))
    await studio.writeLetters()
    studio.now += HOUR
  }
  const leftOut = async () => (await studio.ask(visitor, courses.listed, { id: courseId }))?.daysOff
  const concerned = () => studio.ask(admin, registrations.concernedByClosing, { days: spans })
  async function told() {
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    await studio.writeLetters()
    return studio.sql<{ subject: string; text: string }>`select subject, text from outbox
      where subject like 'No class:%' or subject like 'Takes place%' or subject like 'New times%' order by created_at`
  }
  const close = (cancel: boolean, scheduleIds: string[] = []) =>
    studio.must(admin, registrations.closeDays, { days, cancel, scheduleIds, extendBy: 0 })

  it('is preceded by a list of the evenings and of how many people they concern, each counted once', async () => {
    await joined()
    const { scheduleId } = await anEntry(studio, admin, { inDays: 15 })
    const purchaseId = await aPurchase(studio, admin, member, { validPeriod: 30 })
    await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    expect(await concerned()).toMatchObject({
      people: 1,
      classes: [{ id: scheduleId, people: 1 }],
      evenings: ['2026-03-20', '2026-03-27'].map((day) => ({ id: courseId, day, people: 1 })),
    })
    expect(await close(true, [scheduleId])).toEqual({ cancelled: 1, evenings: 2, extended: 0 })
    expect(await concerned()).toMatchObject({ people: 0, classes: [], evenings: [] })
    expect(await studio.ask(admin, courses.onClosedDays, {})).toMatchObject([{ undoable: true }, { undoable: true }])
  })

  it('leaves the evenings out, and tells all participants in one letter after two minutes', async () => {
    await joined()
    await studio.must(member, notices.turnOn, aBrowser('one').subscription)
    await studio.must(member, notices.choose, { kind: 'moved', way: 'emailAndPush' })
    await close(true)
    expect(await leftOut()).toEqual(['2026-03-20', '2026-03-27'])
    const [letter, ...more] = await told()
    expect(more).toEqual([])
    expect(letter?.subject).toBe('No class: K-pop in six weeks')
    expect(letter?.text).toContain('does not take place on 20 March, 27 March. Your place is kept.')
    expect(letter?.text).toContain('Evenings: Friday, 18:00–19:30: 13 March, 3 April')
    const [push] = await studio.sql<{ payload: string }>`select payload from pushes`
    expect(push?.payload).toContain('No class: K-pop in six weeks')
    expect(push?.payload).toContain('20 Mar')
    expect(await studio.ask(admin, courses.onClosedDays, {})).toMatchObject([{ undoable: false }, { undoable: false }])
  })

  it('can be undone within two minutes, without a letter', async () => {
    await joined()
    await close(true)
    const ids = (await studio.ask(admin, courses.onClosedDays, {})).map(({ closedDaysId }) => closedDaysId)
    await studio.must(admin, closures.letCoursesGoOn, { ids })
    expect(await leftOut()).toEqual([])
    expect(await studio.ask(admin, courses.onClosedDays, {})).toMatchObject([{ offAt: null }, { offAt: null }])
    expect(await told()).toEqual([])
    expect((await concerned()).evenings).toHaveLength(2)
  })

  it('can leave the evenings in place, until one press cancels them', async () => {
    await joined()
    expect(await close(false)).toEqual({ cancelled: 0, evenings: 0, extended: 0 })
    expect(await leftOut()).toEqual([])
    expect(await told()).toEqual([])
    const [listed] = await studio.ask(admin, closures.list, {})
    expect(listed).toMatchObject({ coursesGoOn: true })
    const closedDaysId = listed?.id ?? ''
    const input = { closedDaysId, scheduleIds: [], extendBy: 0 }
    const said = await studio.must(admin, registrations.cancelOnClosedDays, input)
    expect(said).toEqual({ cancelled: 0, evenings: 2, extended: 0 })
    expect(await leftOut()).toEqual(['2026-03-20', '2026-03-27'])
    expect(await told()).toMatchObject([{ subject: 'No class: K-pop in six weeks' }])
  })

  it('tells participants that the evenings take place after all when the closed days are removed', async () => {
    await joined()
    await close(true)
    await told()
    const [listed] = await studio.ask(admin, closures.list, {})
    await studio.must(admin, closures.remove, { id: listed?.id ?? '' })
    expect(await leftOut()).toEqual([])
    const letters = await told()
    expect(letters.map(({ subject }) => subject)).toEqual([
      'No class: K-pop in six weeks',
      'Takes place after all: K-pop in six weeks',
    ])
    expect(letters[1]?.text).toContain('takes place on 20 March, 27 March after all')
    await expectInvariants(studio)
  })

  it('is told in one letter with an edit that moves the course', async () => {
    await joined()
    await close(true)
    const course = (await studio.ask(admin, courses.one, { courseId }))!
    await studio.must(admin, courses.update, { ...course, weekday: 4, courseId, before: course })
    const [letter, ...more] = await told()
    expect(more).toEqual([])
    expect(letter?.subject).toBe('New times: K-pop in six weeks')
    expect(letter?.text).toContain('Before: Friday, 18:00–19:30: 13 March, 20 March, 27 March, 3 April')
    expect(letter?.text).toContain('Now: Thursday, 18:00–19:30: 19 March, 2 April')
  })
})

it('a public holiday is shown with its name in both languages, whoever added it', async () => {
  await close('2026-04-03', '', 'suur reede')
  await close('2026-06-24', '', 'Inventory')
  const [holiday, other] = await studio.ask(admin, closures.list, {})
  expect(holiday?.holiday).toMatchObject({ en: 'Good Friday', et: 'suur reede' })
  expect(other?.holiday).toBeNull()
})

it('an invalid form is refused with the wrong fields', async () => {
  const add = (firstDay: string, lastDay: string, reason = 'Inventory') =>
    codeOf(studio.call(admin, closures.add, { firstDay, lastDay, reason }))
  expect(await add('', '', ' ')).toEqual({ firstDay: 'fieldMissing', reason: 'fieldMissing' })
  expect(await add('2026-03-13', '2026-03-12')).toEqual({ lastDay: 'endDateBeforeStart' })
  expect(await add('2026-03-13', '2027-06-12')).toEqual({ lastDay: 'closedTooLong' })
})

it('Estonian public holidays are suggested from today on, in both languages', async () => {
  const offered = await studio.ask(admin, closures.holidays, {})
  expect(offered[0]).toEqual({ day: '2026-04-03', en: 'Good Friday', et: 'suur reede' })
  expect(offered.at(-1)?.day).toBe('2027-02-24')
})

it('classes on closed days are cancelled with one press, and passes are extended once', async () => {
  // until 28 March: clocks are put forward in the following night
  const purchaseId = await aPurchase(studio, admin, member, { validPeriod: 18 })
  const before = await validUntil()
  const { scheduleId } = await anEntry(studio, admin, { inDays: 1 })
  const { scheduleId: kept } = await anEntry(studio, admin, { inDays: 5 })
  await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
  const { id: closedDaysId } = await close('2026-03-11', '2026-03-14')
  const concerned = await studio.ask(admin, schedule.onClosedDays, {})
  expect(concerned).toMatchObject([{ closedDaysId, id: scheduleId, registeredCount: 1 }])

  // the other class is not on these days, though the caller sends it
  const input = { closedDaysId, scheduleIds: [scheduleId, kept], extendBy: 4 }
  expect(await studio.must(admin, registrations.cancelOnClosedDays, input)).toEqual({
    cancelled: 1,
    evenings: 0,
    extended: 1,
  })
  expect(await studio.ask(admin, schedule.onClosedDays, {})).toEqual([])
  // nothing is extended while it can be undone
  expect(await validUntil()).toBe(before)
  studio.now += UNDO_WITHIN
  await studio.runJobs()
  expect(await validUntil()).toBe(before + 4 * DAY - HOUR)
  const [pass] = await studio.ask(member, memberships.mine, {})
  expect(pass).toMatchObject({ classesUsed: 0 })
  expect(await studio.must(admin, registrations.cancelOnClosedDays, input)).toEqual({
    cancelled: 0,
    evenings: 0,
    extended: 0,
  })
  const [entry] = await studio.sql<{
    open: boolean
  }>`select cancelled_at is null as open from schedule where id = ${kept}`
  expect(entry?.open).toBe(true)
  await expectInvariants(studio)
})

describe('in a studio with more passes than one statement or transaction can take', () => {
  const MANY = 6_000
  const ends = () =>
    studio.sql`select count(*)::int as passes, count(distinct valid_until)::int as ends, max(valid_until) as last from purchases`

  async function aLargeStudio(): Promise<number> {
    const purchaseId = await aPurchase(studio, admin, member, { validPeriod: 30 })
    await studio.database.transaction(async (tx) => {
      await tx.execute(sql`insert into purchases select (jsonb_populate_record(p, jsonb_build_object(
          'id', 'pass' || n, 'payment_id', null))).* from purchases p, generate_series(2, ${MANY}::int) n`)
      await tx.execute(sql`insert into "passEntries" (purchase_id, at, kind, classes, remaining, valid_until)
        select id, created_at, 'opening', class_limit, class_limit, valid_until from purchases
        where id <> ${purchaseId}`)
    })
    return await validUntil()
  }

  it('all are extended after classes were cancelled', async () => {
    const before = await aLargeStudio()
    const { scheduleId } = await anEntry(studio, admin, { inDays: 1 })
    const { id: closedDaysId } = await close('2026-03-11')
    const input = { closedDaysId, scheduleIds: [scheduleId], extendBy: 4 }
    expect(await studio.must(admin, registrations.cancelOnClosedDays, input)).toEqual({
      cancelled: 1,
      evenings: 0,
      extended: MANY,
    })
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    expect(await ends()).toEqual([{ passes: MANY, ends: 1, last: before + 4 * DAY }])
    await expectInvariants(studio)
  })

  it('all are extended at once if no class is cancelled, and only once', async () => {
    const before = await aLargeStudio()
    const { id: closedDaysId } = await close('2026-03-11')
    const input = { closedDaysId, scheduleIds: [], extendBy: 4 }
    expect(await studio.must(admin, registrations.cancelOnClosedDays, input)).toEqual({
      cancelled: 0,
      evenings: 0,
      extended: MANY,
    })
    expect(await studio.must(admin, registrations.cancelOnClosedDays, input)).toEqual({
      cancelled: 0,
      evenings: 0,
      extended: 0,
    })
    await studio.runJobs()
    expect(await ends()).toEqual([{ passes: MANY, ends: 1, last: before + 4 * DAY }])
  })
})

it('concernedByClosing counts the people who would come, each once, and the valid passes', async () => {
  const included = await studio.person('user', { membershipCategory: 'Member-girl' })
  const purchaseId = await aPurchase(studio, admin, member, { validPeriod: 18 })
  const { scheduleId } = await anEntry(studio, admin, { inDays: 1 })
  const { scheduleId: second } = await anEntry(studio, admin, { inDays: 2, name: 'Salsa' })
  await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
  await close('2026-03-11', '2026-03-14')
  const concerned = () =>
    studio.ask(admin, registrations.concernedByClosing, { days: [{ firstDay: '2026-03-11', lastDay: '2026-03-14' }] })
  const { people, passes, classes: each } = await concerned()
  expect({ people, passes }).toEqual({ people: 2, passes: 1 })
  expect(each).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: scheduleId, people: 2 }),
      expect.objectContaining({ id: second, people: 1 }),
    ]) as unknown,
  )
  await studio.must(included, registrations.cantCome, { scheduleId: second })
  expect((await concerned()).classes).toContainEqual(expect.objectContaining({ id: second, people: 0 }))
})

it('the holidays of a year can be added as closed days in one press, all or none', async () => {
  const offered = await studio.ask(admin, closures.holidays, {})
  const days = offered.map(({ day, en }) => ({ firstDay: day, lastDay: '', reason: en }))
  const wrong = [...days, { firstDay: '', lastDay: '', reason: 'No day' }]
  expect(await codeOf(studio.call(admin, closures.addAll, { days: wrong }))).toEqual({ firstDay: 'fieldMissing' })
  expect(await studio.ask(admin, closures.list, {})).toEqual([])
  await studio.must(admin, closures.addAll, { days })
  expect(await studio.ask(admin, closures.list, {})).toHaveLength(offered.length)
})

it('undoing restores the cancelled classes with their places and passes, without a letter', async () => {
  const purchaseId = await aPurchase(studio, admin, member, { validPeriod: 18 })
  const { scheduleId } = await anEntry(studio, admin, { inDays: 1 })
  const { scheduleId: second } = await anEntry(studio, admin, { inDays: 2, name: 'Salsa' })
  await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
  await studio.writeLetters()
  const before = await validUntil()
  const letters = await studio.sql`select id from outbox`
  const { id: closedDaysId } = await close('2026-03-11', '2026-03-14')
  const input = { closedDaysId, scheduleIds: [scheduleId, second], extendBy: 4 }
  expect(await studio.must(admin, registrations.cancelOnClosedDays, input)).toEqual({
    cancelled: 2,
    evenings: 0,
    extended: 1,
  })
  const [change] = await studio.ask(admin, schedule.undoable, {})
  const both = { kind: 'cancelled', changed: 2, className: 'Girls beginners, Salsa', onClosedDays: true }
  expect(change).toMatchObject(both)
  await studio.must(admin, schedule.undoChange, { changeId: change?.changeId ?? 0 })
  expect(await studio.ask(admin, schedule.onClosedDays, {})).toHaveLength(2)
  studio.now += UNDO_WITHIN
  await studio.runJobs()
  await studio.writeLetters()
  expect(await validUntil()).toBe(before)
  expect(await studio.ask(member, memberships.mine, {})).toMatchObject([{ classesUsed: 1 }])
  expect(await studio.sql`select id from outbox`).toEqual(letters)
  expect(await studio.ask(admin, closures.list, {})).toMatchObject([{ extendedBy: 0 }])
  await expectInvariants(studio)
})

it('a cancellation on days that are not closed, or not closed any more, is not listed as one on closed days', async () => {
  const { scheduleId } = await anEntry(studio, admin, { inDays: 1 })
  const { id } = await close('2026-03-12')
  const cancelled = () => studio.ask(admin, schedule.undoable, {})
  await studio.must(admin, schedule.cancelSeries, { scheduleId, scheduleIds: [scheduleId] })
  expect(await cancelled()).toMatchObject([{ onClosedDays: false }])
  const { id: that } = await close('2026-03-11')
  expect(await cancelled()).toMatchObject([{ onClosedDays: true }])
  await studio.must(admin, closures.remove, { id: that })
  expect(await cancelled()).toMatchObject([{ onClosedDays: false }])
  await studio.must(admin, closures.remove, { id })
})

it('a pass that ends before the closed days is not extended', async () => {
  await aPurchase(studio, admin, member, { validPeriod: 3 })
  const before = await validUntil()
  const { id: closedDaysId } = await close('2026-03-20')
  const input = { closedDaysId, scheduleIds: [], extendBy: 2 }
  expect(await studio.must(admin, registrations.cancelOnClosedDays, input)).toMatchObject({ extended: 0 })
  expect(await validUntil()).toBe(before)
  expect(await codeOf(studio.call(admin, registrations.cancelOnClosedDays, { ...input, extendBy: 61 }))).toEqual({
    extendBy: 'extensionOutOfRange',
  })
})

async function validUntil(): Promise<number> {
  const [pass] = await studio.ask(member, memberships.mine, {})
  if (!pass) throw new Error('There is no pass.')
  return pass.validUntil
}
