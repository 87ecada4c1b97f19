import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { EXPORT_LIMIT } from '#kernel/paging.ts'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { anEntry, aPurchase, dropIn, cancelClass } from '#server/testing/fixtures.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import type { EntryRange } from '#studio/schedule/rules.ts'
import { attendance } from './contract.ts'
import { ENTRIES_ON_A_PAGE } from './rules.ts'

let studio: TestStudio
let admin: Person
let teacher: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  teacher = await studio.person('teacher')
  member = await studio.person('user', { displayName: 'Zoja' })
})

const listed = async (range: EntryRange = 'upcoming') => {
  const { people, entries } = await studio.ask(teacher, attendance.registrants, { range, page: 1 })
  const names = new Map(people.map((person) => [person.id, person.displayName]))
  return entries.map((entry) => entry.registrants.map((row) => ({ ...row, name: names.get(row.userId) })))
}

describe('the registrants of a class', () => {
  it('are listed by name with method, payment and attendance, included users among them', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const purchaseId = await aPurchase(studio, admin, member)
    const payer = await studio.person('user', { displayName: 'Anna' })
    const included = await studio.person('user', { displayName: 'Õie', membershipCategory: 'Member-girl' })
    await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    await studio.must(payer, registrations.registerWithDropIn, dropIn(scheduleId))
    await studio.must(teacher, attendance.take, { scheduleId, userId: included.userId, value: 'attended' })
    expect(await listed()).toMatchObject([
      [
        { name: 'Anna', method: 'dropIn', payment: { status: 'due', price: 1500 }, attendance: null },
        { name: 'Zoja', method: 'membership', membershipName: 'Four classes', payment: null },
        { name: 'Õie', method: 'included', membershipName: null, payment: null, attendance: 'attended' },
      ],
    ])
  })

  it('counts a person once who is both included and registered', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const category = { userId: member.userId, membershipCategory: 'Member-girl' as const }
    await studio.must(admin, accounts.setMembershipCategory, category)
    expect(await listed()).toMatchObject([[{ name: 'Zoja', method: 'dropIn' }]])
  })

  it('updates included people when a category changes, and keeps those already marked', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const watched = await studio.watch(teacher, attendance.classDetails, { scheduleId })
    const methods = async () =>
      (await watched.next()).entries[0]?.registrants.map((row) => [row.method, row.attendance])
    expect(await methods()).toEqual([])
    const category = (membershipCategory: 'Member-girl' | null) =>
      studio.must(admin, accounts.setMembershipCategory, { userId: member.userId, membershipCategory })
    await category('Member-girl')
    expect(await methods()).toEqual([['included', null]])
    await studio.must(teacher, attendance.take, { scheduleId, userId: member.userId, value: 'no-show' })
    expect(await methods()).toEqual([['included', 'no-show']])
    await category(null)
    await studio.must(teacher, attendance.take, { scheduleId, userId: member.userId, value: 'attended' })
    expect(await methods()).toEqual([['included', 'attended']])
    watched.stop()
  })

  it('lists nobody once the class is cancelled', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.person('user', { membershipCategory: 'Member-girl' })
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    expect(await listed()).toEqual([[]])
  })

  it('uses few queries, however many classes there are', async () => {
    const { id: classId } = await studio.must(admin, classes.create, {
      name: 'Every day',
      description: '',
      defaultMaxParticipants: 10,
      categories: ['Girl Group'],
    })
    await studio.person('user', { membershipCategory: 'Member-girl' })
    const dates = { startDate: '2026-03-11', endDate: '2026-04-30', startTime: '18:00', endTime: '19:00' }
    const prices = { standardPrice: null, memberPrice: null }
    await studio.must(admin, schedule.add, { classId, weekdays: [1, 2, 3, 4, 5, 6, 7], ...dates, ...prices })
    const first = await studio.ask(teacher, attendance.registrants, { range: 'upcoming', page: 1 })
    const last = await studio.ask(teacher, attendance.registrants, { range: 'upcoming', page: 99 })
    expect([first.entries.length, first.total, first.people.length]).toEqual([ENTRIES_ON_A_PAGE, 51, 1])
    expect([last.page, last.entries.length]).toEqual([6, 1])
    const file = await studio.ask(teacher, attendance.registrantsForExport, { range: 'upcoming', part: 0 })
    expect([file.entries.length, file.total]).toEqual([51, 51])
  })
})

describe('the file of registrants', () => {
  /** Classes on this many consecutive days; this many people are included in each by their membership category. */
  async function busyStudio(days: number, members: number) {
    const { classId } = await anEntry(studio, admin)
    await studio.database.transaction(async (tx) => {
      await tx.execute(sql`
        insert into schedule (id, class_id, class_name, categories, starts_at, ends_at, max_participants, created_at,
          updated_at)
        select 'e' || n, ${classId}::text, 'Girls ' || n, '{Girl Group}', starts_at + n * interval '1 day',
          ends_at + n * interval '1 day', 100, created_at, updated_at
        from schedule, generate_series(1, ${days - 1}::int) n`)
      await tx.execute(
        insertPeople(
          'id, email, email_verified_at, display_name, family_name, dob, membership_category, created_at',
          sql`select 'm' || n, 'm' || n || '@example.ee', now(), 'Mari', 'Number ' || n, '2005-05-05', 'Member-girl', now()
        from generate_series(1, ${members}::int) n`,
        ),
      )
    })
  }
  const fileOf = async () => {
    const { people, entries, total } = await studio.ask(teacher, attendance.registrantsForExport, {
      range: 'upcoming',
      part: 0,
    })
    const rows = entries.flatMap((entry) => entry.registrants)
    const known = new Set(people.map(({ id }) => id))
    expect(known.size, 'each person once').toBe(people.length)
    expect(rows.every(({ userId }) => known.has(userId))).toBe(true)
    return { classes: entries.length, rows: rows.length, total }
  }

  it('contains all registrants of any number of classes, in one piece or in parts', async () => {
    await busyStudio(600, 3)
    expect(await fileOf()).toEqual({ classes: 600, rows: 1800, total: 1800 })
    const ask = (part: number) => studio.ask(teacher, attendance.registrantsForExport, { range: 'upcoming', part })
    const whole = await ask(0)
    const parts = [await ask(1), await ask(2), await ask(3)]
    expect(parts.map(({ total, parts }) => `${total} in ${parts}`)).toEqual(Array(3).fill('1800 in 3'))
    expect(parts.flatMap(({ entries }) => entries)).toEqual(whole.entries)
    expect((await ask(4)).entries).toEqual([])
  })

  it('stops when it is full, and says how many registrants there are', async () => {
    await busyStudio(301, 40)
    // one more who registered, one who is counted already, and a class that is cancelled
    await studio.must(member, registrations.registerWithDropIn, dropIn('e1'))
    await studio.must(teacher, attendance.take, { scheduleId: 'e1', userId: 'm1', value: 'attended' })
    await studio.must(teacher, attendance.take, { scheduleId: 'e2', userId: 'm1', value: 'attended' })
    await studio.must(admin, registrations.cancelEntry, { scheduleId: 'e2' })
    expect(await fileOf()).toEqual({ classes: 250, rows: EXPORT_LIMIT, total: 300 * 40 + 1 })
  })
})

describe('the ranges', () => {
  it('show a class as upcoming until half an hour after its end, and as past from its end on', async () => {
    await anEntry(studio, admin)
    const counts = async () => [(await listed('upcoming')).length, (await listed('past')).length]
    // 18:00 to 19:00 in Tallinn
    const end = Date.parse('2026-03-11T17:00:00Z')
    studio.now = end - MINUTE
    expect(await counts()).toEqual([1, 0])
    studio.now = end + 29 * MINUTE
    expect(await counts()).toEqual([1, 1])
    studio.now = end + 31 * MINUTE
    expect(await counts()).toEqual([0, 1])
  })

  it('show weeks and months, the past latest first', async () => {
    for (const inDays of [1, 6, 21]) await anEntry(studio, admin, { inDays })
    const days = async (range: EntryRange) =>
      (await studio.ask(teacher, attendance.registrants, { range, page: 1 })).entries.map((entry) =>
        new Date(entry.startsAt).toISOString().slice(5, 10),
      )
    expect(await days('thisWeek')).toEqual(['03-11'])
    expect(await days('thisMonth')).toEqual(['03-11', '03-16', '03-31'])
    studio.now += 25 * DAY
    expect(await days('thisMonth')).toEqual([])
    expect(await days('lastMonth')).toEqual(['03-11', '03-16', '03-31'])
    expect(await days('past')).toEqual(['03-31', '03-16', '03-11'])
    expect(await days('lastWeek')).toEqual([])
    expect(await days('thisWeek')).toEqual(['03-31'])
  })
})

describe('attendance', () => {
  it('is marked, changed and taken back, one mark per person', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const marks = ['attended', 'no-show', null] as const
    for (const value of marks) {
      await studio.must(teacher, attendance.take, { scheduleId, userId: member.userId, value })
      expect(await listed()).toMatchObject([[{ attendance: value }]])
    }
  })

  it('refuses to mark somebody who does not come to the class', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const take = (scheduleId: string, userId: string) =>
      codeOf(studio.call(teacher, attendance.take, { scheduleId, userId, value: 'attended' }))
    expect(await take(scheduleId, member.userId)).toBe('registrationNotFound')
    expect(await take(scheduleId, 'nobody')).toBe('registrationNotFound')
    expect(await take('none', member.userId)).toBe('scheduleNotFound')
  })

  it('is deleted when the person gives the place back, who is then no longer listed', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    await studio.must(teacher, attendance.take, { scheduleId, userId: member.userId, value: 'attended' })
    const watched = await studio.watch(teacher, attendance.classDetails, { scheduleId })
    const names = async () => (await watched.next()).entries[0]?.registrants.map(({ userId }) => userId)
    expect(await names()).toEqual([member.userId])
    await studio.must(member, registrations.cancel, { scheduleId })
    expect(await names()).toEqual([])
    watched.stop()
  })

  it('refuses to mark an included person whose account is deactivated', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const { userId } = await studio.person('user', { membershipCategory: 'Member-girl' })
    await studio.must(admin, accounts.setActive, { userId, active: false })
    expect(await listed()).toEqual([[]])
    const mark = { scheduleId, userId, value: 'attended' as const }
    expect(await codeOf(studio.call(teacher, attendance.take, mark))).toBe('registrationNotFound')
  })

  it('refuses to mark anybody once the class is cancelled', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const { userId } = await studio.person('user', { membershipCategory: 'Member-girl' })
    const take = (value: 'attended' | 'no-show' | null) =>
      codeOf(studio.call(teacher, attendance.take, { scheduleId, userId, value }))
    expect(await take('attended')).toBe('done')
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    expect(await take('no-show')).toBe('registrationNotFound')
    expect(await take(null)).toBe('done')
    expect(await take(null)).toBe('done')
  })
})

it('lists for some weeks who was registered when a class was cancelled', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  const before = async () =>
    (await studio.ask(teacher, attendance.classDetails, { scheduleId })).registeredBefore.map(({ id }) => id)
  expect(await before()).toEqual([])
  await cancelClass(studio, admin, scheduleId)
  expect(await before()).toEqual([member.userId])
})

describe('everybody of a class at once', () => {
  /** A class at 18:00 tomorrow with one drop-in and two included people, half an hour before its start. */
  async function aFullDoor() {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const anna = await studio.person('user', { displayName: 'Anna', membershipCategory: 'Member-girl' })
    const olga = await studio.person('user', { displayName: 'Olga', membershipCategory: 'Member-girl' })
    studio.now = Date.parse('2026-03-11T15:30:00Z')
    return { scheduleId, anna, olga, userIds: [member.userId, anna.userId, olga.userId] }
  }
  const marks = async () => {
    const [rows] = await listed()
    return Object.fromEntries((rows ?? []).map(({ name, attendance }) => [name ?? '', attendance] as const))
  }

  it('marks everybody with one press, logs each, and skips those already marked', async () => {
    const { scheduleId, anna, userIds } = await aFullDoor()
    await studio.must(teacher, attendance.take, { scheduleId, userId: anna.userId, value: 'no-show' })
    const press = await studio.must(teacher, attendance.takeAll, { scheduleId, userIds: [...userIds, ...userIds] })
    expect(press.userIds).toHaveLength(2)
    expect(await marks()).toEqual({ Zoja: 'attended', Olga: 'attended', Anna: 'no-show' })
    const lines = await studio.sql`select message from logs where message like 'Attendance of %: attended.'`
    expect(lines).toHaveLength(2)
  })

  it('takes back the marks of a press, but not marks made or changed by hand', async () => {
    const { scheduleId, anna, olga, userIds } = await aFullDoor()
    await studio.must(teacher, attendance.take, { scheduleId, userId: anna.userId, value: 'attended' })
    studio.now += MINUTE
    const { markedAt } = await studio.must(teacher, attendance.takeAll, { scheduleId, userIds })
    studio.now += MINUTE
    await studio.must(admin, attendance.take, { scheduleId, userId: olga.userId, value: 'no-show' })
    const back = () => studio.must(teacher, attendance.takeAllBack, { scheduleId, userIds, markedAt })
    expect(await back()).toEqual({ takenBack: 1 })
    expect(await marks()).toEqual({ Zoja: null, Olga: 'no-show', Anna: 'attended' })
    expect(await back()).toEqual({ takenBack: 0 })
  })

  it('cannot be taken back by another person, nor if the same mark was made again since', async () => {
    const { scheduleId, olga, userIds } = await aFullDoor()
    const { markedAt } = await studio.must(teacher, attendance.takeAll, { scheduleId, userIds })
    expect(await studio.must(admin, attendance.takeAllBack, { scheduleId, userIds, markedAt })).toEqual({
      takenBack: 0,
    })
    studio.now += MINUTE
    await studio.must(teacher, attendance.take, { scheduleId, userId: olga.userId, value: 'attended' })
    expect(await studio.must(teacher, attendance.takeAllBack, { scheduleId, userIds, markedAt })).toEqual({
      takenBack: 2,
    })
    expect(await marks()).toEqual({ Zoja: null, Olga: 'attended', Anna: null })
  })

  it('marks only people who still come, and only once if pressed twice at the same time', async () => {
    const { scheduleId, anna, userIds } = await aFullDoor()
    await studio.must(admin, attendance.removeRegistration, { scheduleId, userId: member.userId })
    await studio.must(admin, accounts.setActive, { userId: anna.userId, active: false })
    const press = (person: Person) =>
      studio.must(person, attendance.takeAll, { scheduleId, userIds: [...userIds, 'nobody'] })
    const [one, other] = await Promise.all([press(teacher), press(admin)])
    expect([...one.userIds, ...other.userIds]).toHaveLength(1)
    expect(await marks()).toEqual({ Olga: 'attended' })
  })

  it('can be marked from three hours before the start, but not in a cancelled class', async () => {
    const { scheduleId, userIds } = await aFullDoor()
    const press = () => codeOf(studio.call(teacher, attendance.takeAll, { scheduleId, userIds }))
    studio.now = Date.parse('2026-03-11T16:00:00Z') - 3 * HOUR - 1
    expect(await press()).toBe('tooEarlyForAll')
    studio.now += 1
    expect(await press()).toBe('done')
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    expect(await press()).toBe('entryCancelled')
    expect(await codeOf(studio.call(teacher, attendance.takeAll, { scheduleId: 'none', userIds }))).toBe(
      'scheduleNotFound',
    )
  })

  it('accepts at most 500 people', async () => {
    const { scheduleId } = await aFullDoor()
    const press = (people: number) => {
      const userIds = Array.from({ length: people }, (_, n) => `m${n}`)
      return codeOf(studio.call(teacher, attendance.takeAll, { scheduleId, userIds }))
    }
    expect([await press(500), await press(501)]).toEqual(['done', { userIds: 'invalidInput' }])
  })
})

describe('what is on today', () => {
  const onToday = () => studio.ask(teacher, attendance.today, {})

  it('counts who comes and who is marked, and keeps a class that has ended', async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 0 })
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    await studio.person('user', { displayName: 'Õie', membershipCategory: 'Member-girl' })
    expect(await onToday()).toMatchObject({ entries: [{ taken: 2, marked: 0, maxParticipants: 10 }], next: null })
    studio.now += 9 * HOUR
    await studio.must(teacher, attendance.take, { scheduleId, userId: member.userId, value: 'no-show' })
    expect(await onToday()).toMatchObject({ entries: [{ id: scheduleId, taken: 2, marked: 1 }] })
  })

  it('lists classes of the last days in which somebody is not marked', async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 0 })
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    expect((await onToday()).unmarked).toEqual([])
    studio.now += DAY
    expect((await onToday()).unmarked).toMatchObject([{ id: scheduleId, taken: 1, marked: 0 }])
    await studio.must(teacher, attendance.take, { scheduleId, userId: member.userId, value: 'attended' })
    expect((await onToday()).unmarked).toEqual([])
    const history = await studio.ask(teacher, attendance.ofUser, { userId: member.userId, page: 1 })
    expect(history.rows).toMatchObject([{ id: scheduleId, attendance: 'attended' }])
  })

  it('lists no class of another day, but names the next one that takes place', async () => {
    const cancelled = await anEntry(studio, admin, { inDays: 1 })
    await studio.must(admin, registrations.cancelEntry, { scheduleId: cancelled.scheduleId })
    await anEntry(studio, admin, { inDays: 2 })
    expect(await onToday()).toMatchObject({ entries: [], next: { className: 'Girls beginners' } })
    const { next } = await onToday()
    expect(next?.startsAt).toBe(Date.parse('2026-03-12T16:00:00Z'))
    studio.now += 2 * DAY
    expect(await onToday()).toMatchObject({ entries: [{ taken: 0 }], next: null })
  })
})

describe('removing a registration', () => {
  it('gives the class back and takes the mark with it, also after the start', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const purchaseId = await aPurchase(studio, admin, member)
    const place = { scheduleId, userId: member.userId }
    await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    studio.now = Date.parse('2026-03-11T16:00:00Z') + HOUR / 2
    await studio.must(teacher, attendance.take, { ...place, value: 'attended' })
    await studio.must(teacher, attendance.removeRegistration, place)
    expect(await listed()).toEqual([[]])
    expect(await studio.sql`select classes_used as used from purchases`).toEqual([{ used: 0 }])
    await expectInvariants(studio)
    expect(await codeOf(studio.call(teacher, attendance.removeRegistration, place))).toBe('registrationNotFound')
  })

  it('keeps the mark of a person who still comes by category', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const place = { scheduleId, userId: member.userId }
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const category = { userId: member.userId, membershipCategory: 'Member-girl' as const }
    await studio.must(admin, accounts.setMembershipCategory, category)
    studio.now = Date.parse('2026-03-11T16:00:00Z') + HOUR / 2
    await studio.must(teacher, attendance.take, { ...place, value: 'attended' })
    await studio.must(admin, attendance.removeRegistration, place)
    expect(await listed()).toMatchObject([[{ name: 'Zoja', method: 'included', attendance: 'attended' }]])
    await expectInvariants(studio)
  })

  it('leaves a confirmed payment to the admin', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const place = { scheduleId, userId: member.userId }
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const [payment] = await studio.ask(member, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: payment?.id ?? '', actualAmount: 1500 })
    expect(await codeOf(studio.call(teacher, attendance.removeRegistration, place))).toBe('paidRegistration')
    expect(await codeOf(studio.call(admin, attendance.removeRegistration, place))).toBe('done')
    await expectInvariants(studio)
  })
})
