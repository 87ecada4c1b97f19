import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, HOUR, MINUTE } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { aPurchase, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule, type EntryForm, type ScheduleEntry } from '#studio/schedule/contract.ts'
import { entryFormOf } from '#studio/schedule/rules/entry.ts'
import { formAfter, onSaved } from '#studio/schedule/rules/series.ts'
import { waiting } from '#studio/waiting/contract.ts'

const ZONE = 'Europe/Tallinn'
let studio: TestStudio
let admin: Person
let mari: Person
let juku: Person

// noon of 10 March 2026, a Tuesday; clocks go forward on 29 March
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  mari = await studio.person('user', { email: 'mari@example.ee' })
  juku = await studio.person('user', { email: 'juku@example.ee', displayName: 'Juku' })
}, WITH_FEATURES)

/** Salsa on three Mondays at 18:00; the last is after the clocks went forward. */
async function aSeries(plan: { weekdays?: number[]; roomId?: string; startTime?: string; endTime?: string } = {}) {
  const form = { name: 'Salsa', description: '', defaultMaxParticipants: 9, categories: ['Girl Group'] }
  const { id: classId } = await studio.must(admin, classes.create, form)
  const dates = { weekdays: [1], startDate: '2026-03-16', endDate: '2026-03-31' }
  const times = { startTime: '18:00', endTime: '19:00', standardPrice: null, memberPrice: null }
  await studio.must(admin, schedule.add, { classId, ...dates, ...times, ...plan })
  const found = await studio.sql<{ id: string }>`select id from schedule where class_id = ${classId} order by starts_at`
  return found.map(({ id }) => id)
}

async function entryOf(scheduleId: string): Promise<ScheduleEntry> {
  const entry = await studio.ask(admin, schedule.entry, { scheduleId })
  if (!entry) throw new Error('There is no such entry.')
  return entry
}

async function edit(scheduleIds: readonly string[], change: Partial<EntryForm>, by = admin) {
  const [scheduleId = ''] = scheduleIds
  const before = entryFormOf(await entryOf(scheduleId), ZONE)
  const asked = { ...before, ...change, before, scheduleId, scheduleIds: [...scheduleIds] }
  return studio.call(by, schedule.editSeries, asked)
}

async function mustEdit(...args: Parameters<typeof edit>): Promise<number> {
  const { body } = await edit(...args)
  if (!body.ok) throw new Error(JSON.stringify(body))
  return body.value.changeId
}

const cancel = async (scheduleIds: readonly string[]) =>
  (await studio.must(admin, schedule.cancelSeries, { scheduleId: scheduleIds[0] ?? '', scheduleIds: [...scheduleIds] }))
    .changeId
const cancelOne = async (scheduleId: string) =>
  (await studio.must(admin, registrations.cancelEntry, { scheduleId })).changeId
const undo = (changeId: number) => studio.call(admin, schedule.undoChange, { changeId })
const register = (person: Person, scheduleId: string) =>
  studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
const moveTo = (startTime: string, endTime: string) => ({ startTime, endTime })

const times = async () => {
  const found = await studio.sql<{ at: string; until: string }>`
    select to_char(starts_at at time zone 'Europe/Tallinn', 'MM-DD HH24:MI') as at,
      to_char(ends_at at time zone 'Europe/Tallinn', 'HH24:MI') as until from schedule order by starts_at`
  return found.map(({ at, until }) => `${at}–${until}`)
}
const letters = () =>
  studio.sql<{ to: string; subject: string; text: string }>`
    select to_address as "to", subject, text from outbox order by id`
const lettersTo = async (address: string) => (await letters()).filter(({ to }) => to === address)
/** Discards the letters written so far, about bookings and purchases. */
async function readLetters() {
  await studio.writeLetters()
  await studio.database.transaction((tx) => tx.execute('delete from outbox'))
}

/** Everything that an edit or a cancellation may change. */
const everything = async () => ({
  entries: await studio.sql`
    select id, class_name, class_description, categories, room_id, teacher_ids, starts_at, ends_at, max_participants,
      registered_count, held_count, standard_price, member_price, cancelled_at, moved_at from schedule order by id`,
  places: await studio.sql`select * from registrations order by id`,
  used: await studio.sql`select id, classes_used from purchases order by id`,
  payments: await studio.sql`select id, status from payments order by id`,
  waits: await studio.sql`select id, state from waiting order by id`,
  taken:
    await studio.sql`select owner_id, title, room_id, teacher_ids, starts_at, ends_at from taken order by owner_id`,
})

describe('a series', () => {
  it('lists its upcoming classes that are not cancelled', async () => {
    const [first = '', second = '', third = ''] = await aSeries()
    await aSeries()
    await studio.must(admin, registrations.cancelEntry, { scheduleId: second })
    const listed = await studio.ask(admin, schedule.series, { scheduleId: third })
    expect(listed.map(({ id }) => id)).toEqual([first, third])
    studio.now = Date.parse('2026-03-17T10:00:00Z')
    expect((await studio.ask(admin, schedule.series, { scheduleId: first })).map(({ id }) => id)).toEqual([third])
  })
})

describe('editing classes of a series', () => {
  it('sets the same local time before and after a clock change, and keeps all places', async () => {
    const ids = await aSeries()
    for (const id of ids) await register(mari, id)
    const before = await everything()
    await mustEdit(ids, moveTo('19:30', '21:00'))
    expect(await times()).toEqual(['03-16 19:30–21:00', '03-23 19:30–21:00', '03-30 19:30–21:00'])
    expect((await everything()).places).toEqual(before.places)
    await expectInvariants(studio)
  })

  it('moves each class by the same number of days, and keeps unchanged fields', async () => {
    const [first = '', second = '', third = ''] = await aSeries()
    await mustEdit([second], { ...moveTo('17:00', '18:00'), maxParticipants: 5 })
    await mustEdit([second, first], { startDate: '2026-03-24', endDate: '2026-03-24', className: 'Salsa II' })
    expect(await times()).toEqual(['03-17 18:00–19:00', '03-24 17:00–18:00', '03-30 18:00–19:00'])
    expect(await entryOf(first)).toMatchObject({ className: 'Salsa II', maxParticipants: 9 })
    expect(await entryOf(second)).toMatchObject({ className: 'Salsa II', maxParticipants: 5 })
    expect(await entryOf(third)).toMatchObject({ className: 'Salsa', maxParticipants: 9 })
  })

  it('changes room, teachers, maximum, prices and texts', async () => {
    const ids = await aSeries()
    const { id: roomId } = await studio.must(admin, rooms.add, { name: 'Big room' })
    const teacher = await studio.person('teacher')
    const change = {
      roomId,
      teacherIds: [teacher.accountId],
      maxParticipants: 12,
      standardPrice: 1500,
      memberPrice: 900,
    }
    await mustEdit(ids, { ...change, classDescription: 'Bring shoes', categories: ['Boy Group'] })
    for (const id of ids) {
      expect(await entryOf(id)).toMatchObject({ ...change, classDescription: 'Bring shoes', categories: ['Boy Group'] })
    }
    await studio.writeLetters()
    expect((await letters()).map(({ subject }) => subject)).toEqual(['You teach: Salsa, 3 classes'])
    await expectInvariants(studio)
  })

  it('changes all of them or none', async () => {
    const ids = await aSeries()
    const { id: roomId } = await studio.must(admin, rooms.add, { name: 'Big room' })
    await aSeries({ roomId, startTime: '20:00', endTime: '21:00', weekdays: [2] })
    const before = await everything()
    // only the last class conflicts, after the clock change
    const late = { ...moveTo('19:30', '20:30'), roomId, startDate: '2026-03-17', endDate: '2026-03-17' }
    const refused = (await edit(ids, late)).body
    const inTheWay = { title: 'Salsa', room: 'Big room', when: '2026-03-17 20:00–21:00' }
    expect(refused).toMatchObject({ ok: false, code: 'roomTaken', params: inTheWay })
    expect(await everything()).toEqual(before)
    for (const person of [mari, juku]) await register(person, ids[2] ?? '')
    const tooFew = (await edit(ids, { maxParticipants: 1 })).body
    expect(tooFew).toMatchObject({ code: 'fewerThanRegistered', params: { when: '2026-03-30 18:00', places: 2 } })
    expect(await codeOf(edit(ids, { className: 'S' }))).toEqual({ className: 'classNameTooShort' })
    expect(await studio.ask(admin, schedule.undoable, {})).toEqual([])
  })

  it('refuses two of its classes in one room at the same time', async () => {
    const { id: roomId } = await studio.must(admin, rooms.add, { name: 'Big room' })
    const ids = await aSeries({ weekdays: [1, 2] })
    const [monday = '', tuesday = ''] = ids
    // both on the same day, one after the other
    await mustEdit([tuesday], { ...moveTo('20:00', '21:00'), startDate: '2026-03-16', endDate: '2026-03-16' })
    expect(await codeOf(edit([monday, tuesday], { ...moveTo('17:00', '18:00'), roomId }))).toBe('roomTaken')
    expect(await codeOf(edit([monday, tuesday], { roomId }))).toBe('done')
  })

  it('is refused if the list of classes has changed', async () => {
    const [first = '', second = '', third = ''] = await aSeries()
    const [other = ''] = await aSeries()
    const change = moveTo('19:00', '20:00')
    expect(await codeOf(edit([first, other], change))).toBe('seriesChanged')
    await studio.must(admin, registrations.cancelEntry, { scheduleId: second })
    expect(await codeOf(edit([first, second], change))).toBe('seriesChanged')
    await studio.must(admin, schedule.delete, { scheduleId: third })
    expect(await codeOf(edit([first, third], change))).toBe('seriesChanged')
    const cancelSeries = { scheduleId: first, scheduleIds: [second] }
    expect(await codeOf(studio.call(admin, schedule.cancelSeries, cancelSeries))).toBe('seriesChanged')
    studio.now = Date.parse('2026-03-16T16:00:00Z')
    expect(await codeOf(edit([first], change))).toBe('seriesChanged')
  })

  it('compares each field with what was saved for the edited class meanwhile', async () => {
    const [first = '', second = ''] = await aSeries()
    const before = entryFormOf(await entryOf(first), ZONE)
    await mustEdit([first], { className: 'Salsa II' })
    const typed = { ...before, scheduleId: first, scheduleIds: [second], before }
    const both = studio.call(admin, schedule.editSeries, { ...typed, className: 'Salsa III' })
    expect((await both).body).toMatchObject({ code: 'editedMeanwhile', fields: { className: 'fieldEdited' } })
    await studio.must(admin, schedule.editSeries, { ...typed, maxParticipants: 7 })
    expect(await entryOf(first)).toMatchObject({ className: 'Salsa II', maxParticipants: 7 })
    expect(await entryOf(second)).toMatchObject({ className: 'Salsa', maxParticipants: 7 })
  })

  it('sets the complete time as shown in the form, also if somebody else moved the edited class meanwhile', async () => {
    const [first = '', second = ''] = await aSeries()
    const begun = entryFormOf(await entryOf(first), ZONE)
    await mustEdit([first], moveTo('17:00', '18:00'))
    // the form now shows 17:00–18:00, and its end is changed
    const [before, typed] = [
      { ...begun, endTime: '18:00' },
      { ...begun, endTime: '18:30' },
    ]
    const shown = onSaved(entryFormOf(await entryOf(first), ZONE), { before, typed })
    expect(shown.typed).toMatchObject(moveTo('17:00', '18:30'))
    const looked = formAfter(entryFormOf(await entryOf(second), ZONE), shown.before, shown.typed)
    await studio.must(admin, schedule.editSeries, { ...typed, before, scheduleId: first, scheduleIds: [second] })
    const saved = async (id: string) => entryFormOf(await entryOf(id), ZONE)
    expect(await saved(first)).toMatchObject(moveTo('17:00', '18:30'))
    expect(await saved(second)).toEqual(looked)
    expect(looked).toMatchObject(moveTo('17:00', '18:30'))
  })
})

describe('the letter about changed classes', () => {
  it('lists all changed dates, before and after', async () => {
    const ids = await aSeries()
    for (const id of ids.slice(0, 2)) await register(mari, id)
    await register(juku, ids[2] ?? '')
    await readLetters()
    expect(await told(ids[0], 'all')).toBe(2)
    expect(await told(ids[0], 'all', [ids[2] ?? ''])).toBe(1)
    expect(await told(ids[2], 'following')).toBe(1)
    await mustEdit(ids, moveTo('19:30', '20:30'))
    studio.now += UNDO_WITHIN - 1
    await studio.runJobs()
    expect(await lettersTo('mari@example.ee')).toEqual([])
    await studio.writeLetters()
    const [one, ...others] = await lettersTo('mari@example.ee')
    expect(others).toEqual([])
    expect(one?.subject).toBe('New times: Salsa')
    expect(one?.text).toContain('2 classes have a new date or time.')
    expect(one?.text).toContain('Monday 16 March, 18:00–19:00: now Monday 16 March, 19:30–20:30')
    expect(one?.text).toContain('Monday 23 March, 18:00–19:00: now Monday 23 March, 19:30–20:30')
    // for a single class it is the same letter as for a single edit
    expect((await lettersTo('juku@example.ee')).map(({ subject }) => subject)).toEqual([
      'New time: Salsa, Monday 30 March',
    ])
  })

  it('combines several changes, and omits undone ones', async () => {
    const ids = await aSeries()
    const [first = '', second = '', third = ''] = ids
    for (const id of ids) await register(mari, id)
    await readLetters()
    await mustEdit(ids, moveTo('19:30', '20:30'))
    studio.now += MINUTE
    await mustEdit([first, second], moveTo('20:00', '21:00'))
    studio.now += MINUTE
    // nothing is sent while the second change can be undone
    await studio.runJobs()
    const later = await cancel([third])
    await undo(later)
    await studio.must(admin, registrations.cancelEntry, { scheduleId: third })
    await studio.writeLetters()
    // the cancellation of the single class waited for the others
    const [one, ...others] = await lettersTo('mari@example.ee')
    expect(others).toEqual([])
    expect(one?.text.match(/new date or time/g)).toHaveLength(1)
    expect(one?.text).toContain('2 classes have a new date or time.')
    expect(one?.text).toContain('Monday 16 March, 18:00–19:00: now Monday 16 March, 20:00–21:00')
  })

  it('includes a later single edit of a class', async () => {
    const [first = '', second = ''] = await aSeries()
    await register(mari, first)
    await register(mari, second)
    await readLetters()
    await mustEdit([first, second], moveTo('19:30', '20:30'))
    studio.now += MINUTE
    await register(juku, first)
    studio.now += 1
    const before = entryFormOf(await entryOf(first), ZONE)
    await studio.must(admin, schedule.update, { scheduleId: first, ...before, ...moveTo('20:00', '21:00'), before })
    await studio.writeLetters()
    const [toMari, ...others] = await lettersTo('mari@example.ee')
    expect(others).toEqual([])
    expect(toMari?.text).toContain('Monday 16 March, 18:00–19:00: now Monday 16 March, 20:00–21:00')
    const [toJuku] = await lettersTo('juku@example.ee')
    expect(toJuku?.text).toContain('Booked: Salsa')
    expect(toJuku?.text).toMatch(/Before: Monday 16 March, 19:30–20:30\s+Now: Monday 16 March, 20:00–21:00/)
  })

  it('names the time that the reader knew if the class is cancelled', async () => {
    const ids = await aSeries()
    const [first = ''] = ids
    await register(mari, first)
    await readLetters()
    studio.now += 1
    await mustEdit(ids, moveTo('19:30', '20:30'))
    studio.now += MINUTE
    await register(juku, first)
    await studio.must(admin, registrations.cancelEntry, { scheduleId: first })
    await studio.writeLetters()
    const cancelled = async (address: string) =>
      (await lettersTo(address)).map(({ text }) => text).filter((text) => text.includes('cancelled'))
    const [toMari, ...others] = await cancelled('mari@example.ee')
    expect(others).toEqual([])
    expect(toMari).toContain('Monday 16 March at 18:00 will not take place')
    const [toJuku] = await cancelled('juku@example.ee')
    expect(toJuku).toContain('Monday 16 March at 19:30 will not take place')
  })

  it('is not sent if everything is as before', async () => {
    const ids = await aSeries()
    for (const id of ids) await register(mari, id)
    await readLetters()
    await mustEdit(ids, moveTo('19:30', '20:30'))
    await mustEdit(ids, moveTo('18:00', '19:00'))
    await studio.writeLetters()
    expect(await lettersTo('mari@example.ee')).toEqual([])
  })

  it('is also sent to included people', async () => {
    await studio.person('user', { membershipCategory: 'Member-girl', email: 'girl@example.ee' })
    const ids = await aSeries()
    await mustEdit(ids, moveTo('19:30', '20:30'))
    await studio.writeLetters()
    const [one, ...others] = await lettersTo('girl@example.ee')
    expect(others).toEqual([])
    expect(one?.text).toContain('3 classes have a new date or time.')
  })

  it('names to included people only the dates on which they come', async () => {
    const girlOf = (email: string) => studio.person('user', { membershipCategory: 'Member-girl', email })
    const [notFirst, notLast] = [await girlOf('a@example.ee'), await girlOf('b@example.ee')]
    const ids = await aSeries()
    const [first = '', second = '', third = ''] = ids
    await studio.must(notFirst, registrations.cantCome, { scheduleId: first })
    for (const scheduleId of [second, third]) await studio.must(notLast, registrations.cantCome, { scheduleId })
    expect(await told(first, 'all')).toBe(2)
    expect(await told(second, 'following')).toBe(1)
    await mustEdit([second, third], moveTo('19:30', '20:30'))
    await studio.writeLetters()
    expect((await letters()).map(({ to, subject }) => [to, subject])).toEqual([['a@example.ee', 'New times: Salsa']])
    await readLetters()
    await cancel(ids)
    await studio.writeLetters()
    const cancelled = (await letters()).map(({ to, subject }) => `${to}: ${subject}`)
    expect(cancelled.toSorted()).toEqual([
      'a@example.ee: Cancelled: Salsa, 2 classes',
      'b@example.ee: Cancelled: Salsa, Monday 16 March',
    ])
  })

  it('is sent for the remaining dates after a downtime', async () => {
    const ids = await aSeries()
    for (const id of ids) await register(mari, id)
    await readLetters()
    await mustEdit(ids, moveTo('19:30', '20:30'))
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    studio.now = Date.parse('2026-03-17T10:00:00Z')
    await studio.runJobs()
    const told = (await lettersTo('mari@example.ee')).filter(({ text }) => text.includes('new date or time'))
    expect(told).toHaveLength(1)
  })

  it('is sent at night if the first date is near', async () => {
    const ids = await aSeries()
    for (const id of ids) await register(mari, id)
    await readLetters()
    studio.now = Date.parse('2026-03-16T05:00:00Z') - 6 * HOUR
    await mustEdit(ids, moveTo('10:00', '11:00'))
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    expect(await lettersTo('mari@example.ee')).toHaveLength(1)
  })
})

const told = async (scheduleId: string | undefined, scope: 'one' | 'following' | 'all', leaveOut: string[] = []) =>
  (await studio.ask(admin, registrations.toldOfSeries, { scheduleId: scheduleId ?? '', scope, leaveOut })).people

it('the number of people told is asked in as few statements for a series as for one class', async () => {
  const [scheduleId = ''] = await aSeries()
  const query = studio.services.queries.get(registrations.toldOfSeries.name)
  const statements = (scope: 'one' | 'all') =>
    studio.database.transaction(async (tx) => {
      let asked = 0
      const db = new Proxy(tx, {
        get(target, name) {
          if (name === 'select' || name === 'selectDistinct') asked++
          return Reflect.get(target, name, target) as unknown
        },
      })
      const { now, services } = studio
      const by = { kind: 'admin', accountId: admin.accountId, subjectId: admin.userId } as const
      const context = { ...by, db, now, settings: services.settings, changesAt: () => {} }
      await query?.handler.run(context, { scheduleId, scope, leaveOut: [] })
      return asked
    })
  const forOne = await statements('one')
  expect(forOne).toBeGreaterThan(0)
  expect(await statements('all')).toBe(forOne)
})

it('includedInSeries counts, for each class, the people who come without a registration', async () => {
  const [first = '', second = '', third = ''] = await aSeries()
  await register(mari, first)
  for (const { userId } of [mari, juku]) {
    await studio.must(admin, accounts.setMembershipCategory, { userId, membershipCategory: 'Member-girl' })
  }
  await studio.must(juku, registrations.cantCome, { scheduleId: third })
  const asked = await studio.ask(admin, registrations.includedInSeries, { scheduleId: second })
  expect(asked).toEqual([
    { id: first, included: 1 },
    { id: second, included: 2 },
    { id: third, included: 1 },
  ])
})

describe('cancelling classes of a series', () => {
  it('takes effect at once, while places end and letters go out after the time for undo', async () => {
    const ids = await aSeries()
    const [first = '', second = '', third = ''] = ids
    const purchaseId = await aPurchase(studio, admin, mari)
    for (const scheduleId of [first, second]) {
      await studio.must(mari, registrations.registerWithMembership, { scheduleId, purchaseId })
    }
    await register(mari, third)
    await register(juku, third)
    await readLetters()
    await cancel(ids)
    expect((await entryOf(third)).cancelledAt).toBe(studio.now)
    expect(await codeOf(studio.call(juku, registrations.registerWithDropIn, dropIn(first)))).toBe('entryCancelled')
    await expectInvariants(studio)
    studio.now += UNDO_WITHIN - 1
    await studio.runJobs()
    expect((await everything()).places).toHaveLength(4)
    await studio.writeLetters()
    expect((await everything()).places).toEqual([])
    const [pass] = await studio.ask(mari, memberships.mine, {})
    expect(pass).toMatchObject({ classesUsed: 0 })
    const [one, ...others] = await lettersTo('mari@example.ee')
    expect(others).toEqual([])
    expect(one?.subject).toBe('Cancelled: Salsa, 3 classes')
    expect(one?.text).toContain('2 classes are back on your membership Four classes.')
    expect(one?.text).toContain('you have nothing to pay for these classes')
    expect((await lettersTo('juku@example.ee')).map(({ subject }) => subject)).toEqual([
      'Cancelled: Salsa, Monday 30 March',
    ])
    await expectInvariants(studio)
  })

  it('frees the room at once; the undo is refused if somebody has taken it', async () => {
    const { id: roomId } = await studio.must(admin, rooms.add, { name: 'Big room' })
    const ids = await aSeries({ roomId })
    const first = await cancel(ids)
    expect(await codeOf(undo(first))).toBe('done')
    const again = await cancel(ids)
    await aSeries({ roomId, startTime: '18:30', endTime: '19:30' })
    const { body } = await undo(again)
    const inTheWay = { title: 'Salsa', room: 'Big room', when: '2026-03-16 18:30–19:30' }
    expect(body).toMatchObject({ code: 'roomTaken', params: inTheWay })
    await expectInvariants(studio)
  })

  it('prevents deleting a class until people are told', async () => {
    const ids = await aSeries()
    await cancel(ids)
    const takeOff = () => studio.call(admin, schedule.delete, { scheduleId: ids[0] ?? '' })
    expect(await codeOf(takeOff())).toBe('changedJustNow')
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    expect(await codeOf(takeOff())).toBe('done')
  })
})

describe('undoing within two minutes', () => {
  /** Two people with places, by pass and by drop-in, of whom one also waits for a full class. */
  async function aFullSeries() {
    const ids = await aSeries()
    const [first = '', second = ''] = ids
    await mustEdit([first], { maxParticipants: 1 })
    const purchaseId = await aPurchase(studio, admin, mari)
    for (const scheduleId of [first, second]) {
      await studio.must(mari, registrations.registerWithMembership, { scheduleId, purchaseId })
    }
    await register(juku, second)
    await studio.must(juku, waiting.join, { kind: 'class', id: first, takeWith: null })
    await readLetters()
    return ids
  }

  it('restores classes, places and letters after an edit', async () => {
    const ids = await aFullSeries()
    const [before, written] = [await everything(), await letters()]
    const teacher = await studio.person('teacher')
    const changeId = await mustEdit(ids, {
      ...moveTo('20:00', '21:00'),
      className: 'Rumba',
      categories: ['Boy Group'],
      teacherIds: [teacher.accountId],
      standardPrice: 1000,
    })
    const [listed] = await studio.ask(admin, schedule.undoable, {})
    expect(listed).toEqual({
      changeId,
      at: studio.now,
      kind: 'edited',
      className: 'Rumba',
      changed: 3,
      onClosedDays: false,
    })
    studio.now += UNDO_WITHIN - 1
    expect((await undo(changeId)).body).toMatchObject({ ok: true, value: { undone: 3 } })
    expect(await everything()).toEqual(before)
    await studio.writeLetters()
    expect(await letters()).toEqual(written)
    expect(await studio.ask(admin, schedule.undoable, {})).toEqual([])
    await expectInvariants(studio)
  })

  it('tells only those who booked meanwhile that the class has its old time again', async () => {
    const ids = await aFullSeries()
    const [, second = '', third = ''] = ids
    const changeId = await mustEdit(ids, moveTo('20:00', '21:00'))
    studio.now += MINUTE
    const late = await studio.person('user', { email: 'late@example.ee' })
    await register(late, second)
    await register(late, third)
    await studio.must(late, registrations.cancel, { scheduleId: third })
    // writes the confirmation with the new time
    await studio.runJobs()
    studio.now += MINUTE / 2
    expect(await codeOf(undo(changeId))).toBe('done')
    expect(await studio.ask(admin, schedule.undoable, {})).toEqual([])
    await studio.writeLetters()
    const [one, ...others] = await letters()
    expect(others).toEqual([])
    expect(one?.to).toBe('late@example.ee')
    expect(one?.text).toContain('New time: Salsa, Monday 23 March')
    expect(one?.text).toMatch(/Before: Monday 23 March, 20:00–21:00\s+Now: Monday 23 March, 18:00–19:00/)
    const [written] = await studio.sql<{ calendar: string }>`select calendar from outbox`
    expect(written?.calendar.match(/DTSTART:.*Z/g)).toEqual(['DTSTART:20260323T160000Z'])
    expect(await studio.sql`select id from "scheduleChanges"`).toEqual([])
  })

  it('restores classes, places and letters after a cancellation', async () => {
    const ids = await aFullSeries()
    const [before, written] = [await everything(), await letters()]
    const changeId = await cancel(ids)
    studio.now += UNDO_WITHIN - 1
    await studio.runJobs()
    expect((await undo(changeId)).body).toMatchObject({ ok: true, value: { undone: 3 } })
    expect(await everything()).toEqual(before)
    await studio.writeLetters()
    expect(await letters()).toEqual(written)
    await expectInvariants(studio)
  })

  it('restores a single cancelled class, without any letter', async () => {
    const [first = '', second = ''] = await aFullSeries()
    const [before, written] = [await everything(), await letters()]
    for (const scheduleId of [first, second]) {
      const changeId = await cancelOne(scheduleId)
      const [listed] = await studio.ask(admin, schedule.undoable, {})
      expect(listed).toEqual({
        changeId,
        at: studio.now,
        kind: 'cancelled',
        className: 'Salsa',
        changed: 1,
        onClosedDays: false,
      })
      studio.now += UNDO_WITHIN - 1
      await studio.runJobs()
      expect((await undo(changeId)).body).toMatchObject({ ok: true, value: { undone: 1 } })
    }
    expect(await everything()).toEqual(before)
    await studio.writeLetters()
    expect(await everything()).toEqual(before)
    expect(await letters()).toEqual(written)
    await expectInvariants(studio)
  })

  it('offers a place that was given up meanwhile to a waiting person', async () => {
    const [first = ''] = await aFullSeries()
    const changeId = await cancelOne(first)
    await studio.must(mari, registrations.cancel, { scheduleId: first })
    const stateOf = async () =>
      (await studio.sql<{ state: string }>`select state from waiting`).map(({ state }) => state)
    expect(await stateOf()).toEqual(['waiting'])
    expect(await codeOf(undo(changeId))).toBe('done')
    expect(await stateOf()).toEqual(['offered'])
    await expectInvariants(studio)
  })

  it('is refused after two minutes, twice, and before later changes of the same classes are undone', async () => {
    const ids = await aSeries()
    const first = await mustEdit(ids, { className: 'Rumba' })
    const second = await mustEdit(ids.slice(1), { className: 'Tango' })
    expect(await codeOf(undo(first))).toBe('undoLaterFirst')
    expect(await codeOf(undo(second))).toBe('done')
    expect(await codeOf(undo(second))).toBe('changeStands')
    expect(await codeOf(undo(first))).toBe('done')
    expect((await entryOf(ids[2] ?? '')).className).toBe('Salsa')
    const third = await cancel(ids)
    studio.now += UNDO_WITHIN
    expect(await codeOf(undo(third))).toBe('changeStands')
    expect(await codeOf(undo(99))).toBe('changeStands')
  })

  it('keeps what others have changed since, and new places', async () => {
    const [first = '', second = '', third = ''] = await aSeries()
    await mustEdit([first, second, third], { maxParticipants: 1 })
    await register(mari, first)
    studio.now += HOUR
    await studio.runJobs()
    const changeId = await mustEdit([first, second, third], { maxParticipants: 3, ...moveTo('20:00', '21:00') })
    await register(juku, first)
    const before = entryFormOf(await entryOf(second), ZONE)
    const typed = { ...before, ...moveTo('21:00', '22:00') }
    await studio.must(admin, schedule.update, { scheduleId: second, ...typed, before })
    await studio.must(admin, schedule.delete, { scheduleId: third })
    expect((await undo(changeId)).body).toMatchObject({ value: { undone: 2 } })
    expect(await times()).toEqual(['03-16 18:00–19:00', '03-23 21:00–22:00'])
    expect(await entryOf(first)).toMatchObject({ maxParticipants: 2, registeredCount: 2 })
    expect(await entryOf(second)).toMatchObject({ maxParticipants: 1 })
    await expectInvariants(studio)
  })
})

describe('cancelling a single class', () => {
  it('tells people after two minutes, even if the class has begun', async () => {
    const [first = '', second = ''] = await aSeries()
    await register(mari, first)
    await register(juku, second)
    await readLetters()
    // a minute before the first class at 18:00
    studio.now = Date.parse('2026-03-16T15:59:00Z')
    await cancelOne(first)
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    expect((await lettersTo('mari@example.ee')).map(({ subject }) => subject)).toEqual([
      'Cancelled: Salsa, Monday 16 March',
    ])
    expect(await lettersTo('juku@example.ee')).toEqual([])
    // and during the second class
    studio.now = Date.parse('2026-03-23T16:30:00Z')
    await readLetters()
    await cancelOne(second)
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    expect((await lettersTo('juku@example.ee')).map(({ subject }) => subject)).toEqual([
      'Cancelled: Salsa, Monday 23 March',
    ])
    await expectInvariants(studio)
  })

  it('tells nobody if the class is over', async () => {
    const [first = ''] = await aSeries()
    await register(mari, first)
    await readLetters()
    studio.now = Date.parse('2026-03-16T16:59:00Z')
    await cancelOne(first)
    await studio.writeLetters()
    expect(await letters()).toEqual([])
    expect((await everything()).places).toEqual([])
  })
})

describe('any sequence of edits, cancellations, undos and bookings', () => {
  type Step =
    | { kind: 'edit'; from: number; days: number; hour: number | null; name: string | null; places: number | null }
    | { kind: 'cancel'; from: number }
    | { kind: 'undo' }
    | { kind: 'comes' | 'leaves'; who: number; which: number }
  const nat = (max: number) => fc.nat({ max })
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('edit' as const),
      from: nat(2),
      days: fc.integer({ min: -1, max: 3 }),
      hour: maybe(fc.integer({ min: 8, max: 20 })),
      name: maybe(fc.constantFrom('Salsa', 'Rumba')),
      places: maybe(fc.integer({ min: 3, max: 9 })),
    }),
    fc.record({ kind: fc.constant('cancel' as const), from: nat(2) }),
    fc.constant({ kind: 'undo' as const }),
    fc.record({ kind: fc.constantFrom('comes' as const, 'leaves' as const), who: nat(1), which: nat(2) }),
  )

  it('keeps every place, and sends each person at most one letter; undoing everything restores the classes', async () => {
    let [changed, undoneAll] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.boolean(), async (steps, undoAll) => {
        await studio.empty()
        const owner = await studio.person('admin')
        admin = owner
        const people = [
          await studio.person('user', { email: 'mari@example.ee' }),
          await studio.person('user', { email: 'juku@example.ee' }),
        ]
        const ids = await aSeries()
        const emails = new Map([
          [people[0]?.userId, 'mari@example.ee'],
          [people[1]?.userId, 'juku@example.ee'],
        ])
        // each place, with the start of its class when it was booked
        const places = new Map<string, string>()
        const beginnings = async () => {
          const found = await studio.sql<{ id: string; at: string }>`select id, starts_at::text as at from schedule`
          return new Map(found.map(({ id, at }) => [id, at]))
        }
        const come = async (who: number, which: number) => {
          const body = dropIn(ids[which] ?? '')
          const outcome = await codeOf(studio.call(people[who]!, registrations.registerWithDropIn, body))
          if (outcome !== 'done') return
          places.set(`${people[who]?.userId} ${ids[which]}`, (await beginnings()).get(ids[which] ?? '') ?? '')
        }
        for (const which of [0, 1, 2]) await come(which % 2, which)
        await readLetters()
        const before = (await everything()).entries
        const times = await beginnings()
        const presses: number[] = []
        for (const one of steps) {
          studio.now += 10_000
          const open = (await studio.ask(admin, schedule.series, { scheduleId: ids[0] ?? '' })).map(({ id }) => id)
          if (one.kind === 'comes') await come(one.who, one.which)
          if (one.kind === 'leaves') {
            const scheduleId = ids[one.which] ?? ''
            const outcome = await codeOf(studio.call(people[one.who]!, registrations.cancel, { scheduleId }))
            if (outcome === 'done') places.delete(`${people[one.who]?.userId} ${scheduleId}`)
          }
          if (one.kind === 'undo') {
            const last = presses.pop()
            if (last !== undefined) expect(await codeOf(undo(last))).toBe('done')
          }
          if ((one.kind === 'edit' || one.kind === 'cancel') && open.length > 0) {
            const meant = open.slice(Math.min(one.from, open.length - 1))
            const press = one.kind === 'edit' ? mustEdit(meant, await changeOf(meant[0] ?? '', one)) : cancel(meant)
            presses.push(await press)
            changed++
          }
          const found = await studio.sql<{ place: string }>`
            select user_id || ' ' || schedule_id as place from registrations order by 1`
          expect(found.map(({ place }) => place)).toEqual([...places.keys()].toSorted())
        }
        if (undoAll) {
          for (const press of presses.toReversed()) expect(await codeOf(undo(press))).toBe('done')
          const counted = (rows: unknown[]) => JSON.stringify(rows).replace(/"registered_count":\d+/g, '')
          expect(counted((await everything()).entries)).toBe(counted(before))
          undoneAll++
        }
        await studio.writeLetters()
        const told = await studio.sql<{ email: string; letters: number }>`
          select a.email, count(*)::int as letters from told t join accounts a on a.id = t.account_id
          where t.letter in ('registrations.cancelled', 'registrations.moved') group by a.email`
        expect(told.filter(({ letters }) => letters > 1)).toEqual([])
        // only people who booked at a time that was undone are told
        if (undoAll) {
          const others = [...places].filter(([place, at]) => at !== times.get(place.split(' ')[1] ?? ''))
          const known = new Set(others.map(([place]) => emails.get(place.split(' ')[0]) ?? ''))
          expect(told.map(({ email }) => email).toSorted()).toEqual([...known].toSorted())
        }
        for (const email of ['mari@example.ee', 'juku@example.ee']) {
          expect((await lettersTo(email)).length).toBeLessThanOrEqual(1)
        }
        const left = await studio.sql<{ open: boolean }>`
          select s.cancelled_at is null as open from registrations r join schedule s on s.id = r.schedule_id`
        expect(left.every(({ open }) => open)).toBe(true)
        await expectInvariants(studio)
      }),
      { numRuns: 25 },
    )
    // checks that the test really changed and undid something
    expect(Math.min(changed, undoneAll)).toBeGreaterThan(5)
  })

  async function changeOf(scheduleId: string, { days, hour, name, places }: Extract<Step, { kind: 'edit' }>) {
    const { startDate } = entryFormOf(await entryOf(scheduleId), ZONE)
    const day = addDays(startDate, days)
    const clock = (one: number) => `${String(one).padStart(2, '0')}:00`
    return {
      startDate: day,
      endDate: day,
      ...(hour !== null && moveTo(clock(hour), clock(hour + 1))),
      ...(name !== null && { className: name }),
      ...(places !== null && { maxParticipants: places }),
    }
  }
})

describe('concurrently', () => {
  const all = <T>(calls: readonly Promise<T>[]) => Promise.all(calls)

  it('registering while a series is cancelled leaves no place in a cancelled class', async () => {
    const ids = await aSeries()
    const people = await all(Array.from({ length: 6 }, () => studio.person()))
    const registering = people.flatMap((person) =>
      ids.map((id) => codeOf(studio.call(person, registrations.registerWithDropIn, dropIn(id)))),
    )
    const cancelling = cancel(ids)
    const outcomes = await all(registering)
    const changeId = await cancelling
    expect(outcomes.every((one) => one === 'done' || one === 'entryCancelled')).toBe(true)
    const undone = await codeOf(undo(changeId))
    expect(undone).toBe('done')
    expect((await everything()).places).toHaveLength(outcomes.filter((one) => one === 'done').length)
    await cancel(ids)
    await readLetters()
    expect((await everything()).places).toEqual([])
    await expectInvariants(studio)
  })

  it('registering while a class is cancelled and restored keeps every confirmed place', async () => {
    const [first = ''] = await aSeries()
    const people = await all(Array.from({ length: 8 }, () => studio.person()))
    const registered = (some: readonly Person[]) =>
      some.map((one) => codeOf(studio.call(one, registrations.registerWithDropIn, dropIn(first))))
    const early = registered(people.slice(0, 4))
    const changeId = await cancelOne(first)
    const late = registered(people.slice(4))
    const undone = codeOf(undo(changeId))
    const outcomes = await all([...early, ...late])
    expect(await undone).toBe('done')
    expect(outcomes.every((one) => one === 'done' || one === 'entryCancelled')).toBe(true)
    const places = outcomes.filter((one) => one === 'done').length
    expect((await everything()).places).toHaveLength(places)
    expect(await entryOf(first)).toMatchObject({ registeredCount: places, cancelledAt: null })
    await expectInvariants(studio)
  })

  it('an undo at the last moment and the job that tells people: only one of them takes effect', async () => {
    const ids = await aSeries()
    for (const id of ids) await register(mari, id)
    await readLetters()
    for (const id of ids) {
      const changeId = await cancelOne(id)
      studio.now += UNDO_WITHIN - 1
      const undone = codeOf(undo(changeId))
      studio.now += 1
      const [outcome] = await all([undone, studio.runJobs(), studio.runJobs()])
      const open = (await entryOf(id)).cancelledAt === null
      expect(outcome).toBe(open ? 'done' : 'changeStands')
      expect((await everything()).places.some((place) => (place as { schedule_id: string }).schedule_id === id)).toBe(
        open,
      )
    }
    const stand = (await everything()).places.length
    await studio.writeLetters()
    const cancelled = (await lettersTo('mari@example.ee')).filter(({ subject }) => subject.startsWith('Cancelled'))
    expect(cancelled.length > 0).toBe(stand < ids.length)
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
  })

  it('two series moved into one room: one is refused', async () => {
    const { id: roomId } = await studio.must(admin, rooms.add, { name: 'Big room' })
    const [salsa, rumba] = [await aSeries(), await aSeries()]
    const outcomes = await all([codeOf(edit(salsa, { roomId })), codeOf(edit(rumba, { roomId }))])
    expect(new Set(outcomes)).toEqual(new Set(['done', 'roomTaken']))
    await expectInvariants(studio)
  })

  it('edits, undos and letters of the same classes end in a consistent state', async () => {
    const ids = await aSeries()
    for (const id of ids) await register(mari, id)
    await readLetters()
    const first = await mustEdit(ids, moveTo('20:00', '21:00'))
    studio.now += UNDO_WITHIN
    const second = await mustEdit(ids.slice(1), moveTo('10:00', '11:00'))
    const outcomes = await all([
      codeOf(undo(second)),
      codeOf(undo(second)),
      codeOf(undo(first)),
      codeOf(edit(ids.toReversed(), { maxParticipants: 4 })),
      codeOf(edit(ids, { className: 'Rumba' })),
      studio.runJobs(),
      studio.runJobs(),
    ])
    expect(outcomes.slice(0, 2).filter((one) => one === 'done').length).toBeLessThanOrEqual(1)
    expect(outcomes.slice(0, 3)).toContain('changeStands')
    expect(outcomes.slice(3, 5)).toEqual(['done', 'done'])
    await studio.writeLetters()
    expect(await lettersTo('mari@example.ee')).toHaveLength(1)
    expect(await studio.sql`select id from "scheduleChanges"`).toEqual([])
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
  })
})
