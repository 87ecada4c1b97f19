import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEntry, anEntryForm, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, visitor, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'

let studio: TestStudio
let admin: Person
let triin: Person
let room: string

// noon of 10 March 2026, a Tuesday
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  triin = await studio.person('teacher', { displayName: 'Triin' })
  room = (await studio.must(admin, rooms.add, { name: 'Big room' })).id
}, WITH_FEATURES)

const edit = (
  scheduleId: string,
  change: Partial<typeof anEntryForm> & { roomId?: string | null; teacherIds?: string[] },
) => studio.call(admin, schedule.update, { scheduleId, ...anEntryForm, ...change, before: anEntryForm })

/** Creates a class on 11 March in the room, by default from 18:00 to 19:00. */
async function inRoom(change: Parameters<typeof edit>[1] = {}) {
  const { scheduleId } = await anEntry(studio, admin)
  expect(await codeOf(edit(scheduleId, { roomId: room, ...change }))).toBe('done')
  return scheduleId
}

async function refused(outcome: ReturnType<typeof edit>) {
  const { body } = await outcome
  return body.ok ? 'done' : { code: body.code, params: body.params }
}

const inTheWay = (title: string, when: string) => ({ code: 'roomTaken', params: { title, room: 'Big room', when } })

describe('a room', () => {
  it('cannot hold two classes at once; the refusal names the other class', async () => {
    await inRoom({ className: 'Salsa' })
    const { scheduleId } = await anEntry(studio, admin)
    const clash = inTheWay('Salsa', '2026-03-11 18:00–19:00')
    expect(await refused(edit(scheduleId, { roomId: room }))).toEqual(clash)
    expect(await refused(edit(scheduleId, { roomId: room, startTime: '18:59', endTime: '20:00' }))).toEqual(clash)
    expect(await refused(edit(scheduleId, { roomId: room, startTime: '19:00', endTime: '20:00' }))).toBe('done')
    await expectInvariants(studio)
  })

  it('cannot hold two of the classes that are planned together; the refusal names the other', async () => {
    const plan = async (name: string, startTime: string, endTime: string) => {
      const form = { name, description: '', defaultMaxParticipants: 12, categories: ['Girl Group'] }
      const { id: classId } = await studio.must(admin, classes.create, form)
      const dates = { weekdays: [3], startDate: '2026-03-11', endDate: '2026-03-18' }
      return { classId, startTime, endTime, ...dates, standardPrice: null, memberPrice: null, roomId: room }
    }
    const plans = [await plan('Salsa', '18:00', '19:00'), await plan('Tango', '18:30', '19:30')]
    const { body } = await studio.call(admin, schedule.addAll, { plans })
    expect(body).toMatchObject({ ok: false, ...inTheWay('Salsa', '2026-03-11 18:00–19:00') })
    expect(await studio.sql`select id from schedule`).toEqual([])
    const after = plans.map((one, place) => (place === 0 ? one : { ...one, startTime: '19:00' }))
    expect(await studio.must(admin, schedule.addAll, { plans: after })).toMatchObject({ created: 4 })
    await expectInvariants(studio)
  })

  it('is protected by a database constraint too', async () => {
    await inRoom()
    const insert = (startsAt: string, endsAt: string) =>
      studio.database.transaction((tx) =>
        tx.execute(sql`insert into taken (id, owner_id, title, room_id, teacher_ids, starts_at, ends_at)
          values (${startsAt}, 'x', 'x', ${room}, '{}', ${startsAt}, ${endsAt})`),
      )
    const error: unknown = await insert('2026-03-11T16:59:59Z', '2026-03-11T18:00:00Z').catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ cause: { code: '23P01', constraint: 'taken_one_at_a_time' } })
    await insert('2026-03-11T17:00:00Z', '2026-03-11T18:00:00Z')
  })

  it('goes to only one of several concurrent edits', async () => {
    const entries = await Promise.all([anEntry(studio, admin), anEntry(studio, admin), anEntry(studio, admin)])
    const outcomes = await Promise.all(entries.map(({ scheduleId }) => codeOf(edit(scheduleId, { roomId: room }))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'roomTaken')).toHaveLength(2)
    await expectInvariants(studio)
  })

  it('is occupied by every evening of a course, and not on other days', async () => {
    // Fridays from 20 March, 18:00–19:30
    await aCourse(studio, admin, { roomId: room })
    const { scheduleId } = await anEntry(studio, admin)
    const on = (day: string) =>
      edit(scheduleId, { roomId: room, startDate: day, endDate: day, startTime: '19:00', endTime: '20:00' })
    expect(await refused(on('2026-04-10'))).toEqual(inTheWay('K-pop in six weeks', '2026-04-10 18:00–19:30'))
    expect(await refused(on('2026-04-09'))).toBe('done')
    expect(await codeOf(studio.call(admin, courses.create, await form({ startTime: '19:00', endTime: '20:00' })))).toBe(
      'roomTaken',
    )
    await expectInvariants(studio)
  })

  it('is free after its class is cancelled or deleted, or its course archived; reactivating the course checks again', async () => {
    const [first, second] = [await inRoom(), await inRoom({ startTime: '19:00', endTime: '20:00' })]
    const courseId = await aCourse(studio, admin, { roomId: room })
    await studio.must(admin, registrations.cancelEntry, { scheduleId: first })
    await studio.must(admin, schedule.delete, { scheduleId: second })
    await studio.must(admin, courses.setStatus, { courseId, status: 'archived' })
    expect(await studio.sql`select id from taken`).toEqual([])
    await inRoom({ startDate: '2026-03-20', endDate: '2026-03-20' })
    expect(await codeOf(studio.call(admin, courses.setStatus, { courseId, status: 'active' }))).toBe('roomTaken')
    await expectInvariants(studio)
  })

  it('set for a class is used for all planned weeks, or planning is refused', async () => {
    await inRoom({ startDate: '2026-03-18', endDate: '2026-03-18' })
    const described = { name: 'Bachata', description: '', defaultMaxParticipants: 9, categories: ['Girl Group'] }
    const { id: classId } = await studio.must(admin, classes.create, {
      ...described,
      roomId: room,
      teacherIds: [triin.accountId],
    })
    const plan = (startTime: string, endTime: string) =>
      studio.call(admin, schedule.add, {
        classId,
        weekdays: [3],
        startDate: '2026-03-11',
        endDate: '2026-03-25',
        startTime,
        endTime,
        standardPrice: null,
        memberPrice: null,
      })
    expect(await codeOf(plan('18:30', '19:30'))).toBe('roomTaken')
    expect(await codeOf(plan('19:00', '20:00'))).toBe('done')
    const planned =
      await studio.sql`select room_id = ${room} as room, teacher_ids as teachers from schedule where class_id = ${classId}`
    expect(planned).toEqual(Array.from({ length: 3 }, () => ({ room: true, teachers: [triin.accountId] })))
    await expectInvariants(studio)
  })

  it('that is archived stays with its classes, and cannot be chosen for others', async () => {
    const scheduleId = await inRoom()
    await studio.must(admin, rooms.archive, { id: room, archived: true })
    const other = await anEntry(studio, admin, { inDays: 2 })
    const before = { ...anEntryForm, roomId: room }
    const renamed = { scheduleId, ...before, className: 'Salsa', before }
    expect(await codeOf(studio.call(admin, schedule.update, renamed))).toBe('done')
    const day = { startDate: '2026-03-12', endDate: '2026-03-12' }
    expect(await codeOf(edit(other.scheduleId, { ...day, roomId: room }))).toBe('roomNotFound')
  })

  it('causes no conflict while the feature is off: a class moved into its time loses the room', async () => {
    await inRoom()
    const later = await inRoom({ startTime: '19:00', endTime: '20:00' })
    await saveSettings(studio, admin, 'features', { rooms: false })
    const before = { ...anEntryForm, startTime: '19:00', endTime: '20:00' }
    const moved = { scheduleId: later, ...before, startTime: '18:30', before }
    expect(await codeOf(studio.call(admin, schedule.update, moved))).toBe('done')
    expect((await studio.ask(visitor, rooms.shown, {})).rooms).toEqual([])
    await expectInvariants(studio)
  })

  it('can be deleted only if nothing ever used it', async () => {
    const { id: unused } = await studio.must(admin, rooms.add, { name: 'Hall' })
    const { id: ofCourse } = await studio.must(admin, rooms.add, { name: 'Small room' })
    const remove = (id: string) => codeOf(studio.call(admin, courses.removeRoom, { id }))
    const scheduleId = await inRoom()
    await aCourse(studio, admin, { roomId: ofCourse })
    expect((await studio.ask(admin, courses.usedRooms, {})).toSorted()).toEqual([room, ofCourse].toSorted())
    expect([await remove(room), await remove(ofCourse)]).toEqual(['roomInUse', 'roomInUse'])
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    expect(await remove(room)).toBe('roomInUse')
    expect([await remove(unused), await remove(unused)]).toEqual(['done', 'roomNotFound'])
    await expectInvariants(studio)
  })

  it('needs a unique name of valid length', async () => {
    const add = (name: string) => codeOf(studio.call(admin, rooms.add, { name }))
    expect(await add(' ')).toEqual({ name: 'roomNameLength' })
    expect(await add('x'.repeat(41))).toEqual({ name: 'roomNameLength' })
    const [before] = (await studio.ask(visitor, rooms.shown, {})).rooms.map(({ name }) => ({ name }))
    const rename = (name: string) => codeOf(studio.call(admin, rooms.rename, { id: room, name, before: before! }))
    expect(await rename(' ')).toEqual({ name: 'roomNameLength' })
    expect(await rename(' Small room ')).toBe('done')
    expect(await add(' small  ROOM')).toEqual({ name: 'roomNameTaken' })
    // another admin, whose form was opened earlier
    expect(await rename('Blue room')).toEqual({ name: 'fieldEdited' })
    expect((await studio.ask(visitor, rooms.shown, {})).rooms).toEqual([
      { id: room, name: 'Small room', archived: false },
    ])
    const { id: other } = await studio.must(admin, rooms.add, { name: 'Hall' })
    const same = { id: other, name: 'SMALL ROOM', before: { name: 'Hall' } }
    expect(await codeOf(studio.call(admin, rooms.rename, same))).toEqual({ name: 'roomNameTaken' })
  })
})

it('queries for rooms and teachers exist only while a feature that needs them is on', async () => {
  const known = () =>
    ['rooms.shown', 'rooms.staff', 'rooms.taken'].map((name) => studio.services.queries.get(name) !== undefined)
  expect(known()).toEqual([true, true, true])
  await saveSettings(studio, admin, 'features', { door: false, paySheet: false })
  expect(known()).toEqual([true, false, true])
  await saveSettings(studio, admin, 'features', { rooms: false })
  expect(known()).toEqual([false, false, false])
})

describe('teachers', () => {
  it('may have two classes at the same time, which is only shown; other users are refused as teachers', async () => {
    const member = await studio.person()
    await inRoom({ teacherIds: [triin.accountId] })
    const { scheduleId } = await anEntry(studio, admin)
    expect(await codeOf(edit(scheduleId, { teacherIds: [triin.accountId] }))).toBe('done')
    expect(await codeOf(edit(scheduleId, { teacherIds: [member.accountId] }))).toEqual({
      teacherIds: 'teacherNotFound',
    })
    const span = { from: Date.parse('2026-03-11T16:00:00Z'), until: Date.parse('2026-03-11T17:00:00Z') }
    const found = await studio.ask(admin, rooms.taken, span)
    expect(found.map(({ teacherIds }) => teacherIds)).toEqual([[triin.accountId], [triin.accountId]])
  })

  it('are named to visitors once they teach', async () => {
    expect((await studio.ask(visitor, rooms.shown, {})).teachers).toEqual([])
    await inRoom({ teacherIds: [triin.accountId] })
    const named = { id: triin.accountId, name: 'Triin Maasikas', displayName: 'Triin' }
    expect((await studio.ask(visitor, rooms.shown, {})).teachers).toEqual([named])
  })

  it('are removed from classes when they are deleted', async () => {
    const scheduleId = await inRoom({ teacherIds: [triin.accountId] })
    await studio.must(admin, privacy.deleteUser, { userId: triin.userId })
    const left = await studio.sql`select teacher_ids as teachers from schedule where id = ${scheduleId}`
    expect(left).toEqual([{ teachers: [] }])
    await expectInvariants(studio)
  })
})

it('a form without rooms and teachers keeps them', async () => {
  const scheduleId = await inRoom({ teacherIds: [triin.accountId] })
  expect(await codeOf(edit(scheduleId, { className: 'Salsa' }))).toBe('done')
  const kept = await studio.sql`select room_id as room, teacher_ids as teachers from schedule where id = ${scheduleId}`
  expect(kept).toEqual([{ room, teachers: [triin.accountId] }])
})

/** The form of the only course, in the room, with some fields changed. */
async function form(change: object) {
  const [course] = (await studio.ask(admin, courses.overview, { status: 'active', page: 1 })).rows
  if (!course) throw new Error('There is no course.')
  const { createdAt: _, updatedAt: _at, id: _id, registeredCount: _count, status: _status, ...saved } = course
  return { ...saved, ...change, roomId: room }
}
