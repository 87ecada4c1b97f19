import { describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { aCourse, joining } from '#server/testing/fixtures.ts'
import { paid } from '#server/testing/paid.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { payments } from '#studio/payments/contract.ts'
import { courses, type CourseForm } from './contract.ts'

let studio: TestStudio
let admin: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

const overview = (status: 'active' | 'archived') => studio.ask(admin, courses.overview, { status, page: 1 })
const registrants = async (ended = false) =>
  (await studio.ask(admin, courses.registrants, { ended, search: '', page: 1 })).rows

async function edit(courseId: string, change: Partial<CourseForm> & { status?: 'active' | 'archived' }) {
  const all = [...(await overview('active')).rows, ...(await overview('archived')).rows]
  const course = all.find(({ id }) => id === courseId)
  if (!course) throw new Error('No such course.')
  return studio.call(admin, courses.update, { ...course, courseId, ...change, before: course })
}

describe('the courses overview', () => {
  it('lists active and archived courses separately, newest first', async () => {
    const first = await aCourse(studio, admin, { name: 'First' })
    studio.now += 1000
    const second = await aCourse(studio, admin, { name: 'Second' })
    expect((await overview('active')).rows.map(({ id }) => id)).toEqual([second, first])
    await studio.must(admin, courses.setStatus, { courseId: first, status: 'archived' })
    expect((await overview('active')).rows.map(({ id }) => id)).toEqual([second])
    expect(await overview('archived')).toMatchObject({ rows: [{ id: first, status: 'archived' }], total: 1 })
    expect((await studio.ask(visitor, courses.available, {})).map(({ id }) => id)).toEqual([second])
    await studio.must(admin, courses.setStatus, { courseId: first, status: 'active' })
    expect((await overview('active')).total).toBe(2)
  })

  it("logs each action on a course with the course's id", async () => {
    const courseId = await aCourse(studio, admin)
    const discount = { courseId, code: 'SPRING', amount: 500, audience: 'others' as const }
    await studio.must(admin, courses.addDiscountCode, discount)
    await studio.must(admin, courses.removeDiscountCode, { courseId, code: 'SPRING' })
    await edit(courseId, { name: 'Renamed' })
    const member = await studio.person()
    await studio.must(member, courses.join, joining(courseId))
    await studio.must(member, courses.leave, { courseId })
    await studio.must(admin, courses.setStatus, { courseId, status: 'archived' })
    await studio.must(admin, courses.remove, { courseId })
    const lines = await studio.sql<{
      id: string
    }>`select metadata->>'courseId' as id from logs where channel = 'courses'`
    expect(lines).toEqual(Array.from({ length: 8 }, () => ({ id: courseId })))
  })
})

describe('editing a course', () => {
  it('changes everything on the form, and its status', async () => {
    const courseId = await aCourse(studio, admin)
    const { body } = await edit(courseId, { name: 'Renamed', memberPrice: 0, weekday: 2, status: 'archived' })
    expect(body.ok).toBe(true)
    expect((await overview('archived')).rows).toMatchObject([{ name: 'Renamed', memberPrice: null, weekday: 2 }])
  })

  it('cannot set fewer places than people registered', async () => {
    const courseId = await aCourse(studio, admin)
    for (const person of [await studio.person(), await studio.person()]) {
      await studio.must(person, courses.join, joining(courseId))
    }
    expect(await codeOf(edit(courseId, { defaultMaxParticipants: 1 }))).toEqual({
      defaultMaxParticipants: 'maxBelowRegistered',
    })
    expect(await codeOf(edit(courseId, { defaultMaxParticipants: 2 }))).toBe('done')
  })

  it('at the same time as people join never oversells the course', async () => {
    const courseId = await aCourse(studio, admin, { defaultMaxParticipants: 10 })
    const people = await Promise.all(Array.from({ length: 10 }, () => studio.person()))
    await Promise.all([
      ...people.map((person) => studio.call(person, courses.join, joining(courseId))),
      edit(courseId, { defaultMaxParticipants: 3 }),
      edit(courseId, { defaultMaxParticipants: 5 }),
    ])
    await expectInvariants(studio)
  })
})

describe('deleting a course', () => {
  it('is refused while somebody is registered; archiving is possible', async () => {
    const courseId = await aCourse(studio, admin)
    await studio.must(await studio.person(), courses.join, joining(courseId))
    expect(await codeOf(studio.call(admin, courses.remove, { courseId }))).toBe('courseHasRegistrations')
    expect(await codeOf(studio.call(admin, courses.setStatus, { courseId, status: 'archived' }))).toBe('done')
  })

  it('at the same time as somebody joins leaves either both course and place, or neither', async () => {
    const member = await studio.person()
    for (let round = 0; round < 8; round++) {
      const courseId = await aCourse(studio, admin)
      const [joined, removed] = await Promise.all([
        codeOf(studio.call(member, courses.join, joining(courseId))),
        codeOf(studio.call(admin, courses.remove, { courseId })),
      ])
      expect(['done courseHasRegistrations', 'courseNotFound done']).toContain([joined, removed].join(' '))
    }
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
  })

  it('deletes its discount codes', async () => {
    const courseId = await aCourse(studio, admin)
    await studio.must(admin, courses.addDiscountCode, { courseId, code: 'spring', amount: 500, audience: 'members' })
    expect(await studio.ask(admin, courses.discountCodes, { courseId })).toEqual([
      { code: 'SPRING', amount: 500, audience: 'members' },
    ])
    await studio.must(admin, courses.remove, { courseId })
    expect(await studio.sql`select code from "discountCodes"`).toEqual([])
  })
})

describe('a discount code', () => {
  it('is removed only from its own course, and only once', async () => {
    const courseId = await aCourse(studio, admin)
    const other = await aCourse(studio, admin)
    await studio.must(admin, courses.addDiscountCode, { courseId, code: 'SPRING', amount: 500, audience: 'members' })
    const remove = (id: string) =>
      codeOf(studio.call(admin, courses.removeDiscountCode, { courseId: id, code: 'SPRING' }))
    expect(await remove(other)).toBe('discountCodeNotFound')
    expect(await remove(courseId)).toBe('done')
    expect(await remove(courseId)).toBe('discountCodeNotFound')
  })
})

describe('course registrants', () => {
  it('are grouped by course, newest first, with their payment, until the course has ended', async () => {
    const older = await aCourse(studio, admin, { name: 'Older', startDate: '2026-04-01' })
    studio.now += 1000
    const newer = await aCourse(studio, admin, { name: 'Newer' })
    for (const courseId of [older, newer, newer]) {
      studio.now += 1000
      await studio.must(await studio.person(), courses.join, joining(courseId))
    }
    expect((await registrants()).map(({ courseName, createdAt }) => [courseName, studio.now - createdAt])).toEqual([
      ['Newer', 0],
      ['Newer', 1000],
      ['Older', 2000],
    ])
    expect(await registrants()).toMatchObject([{ paymentStatus: 'due', displayName: 'Mari' }, {}, {}])
    studio.now += 60 * DAY
    expect(await registrants()).toEqual([])
    expect(await registrants(true)).toHaveLength(3)
    expect(await studio.ask(admin, courses.registrantsForExport, { ended: true, search: '', part: 0 })).toMatchObject({
      total: 3,
    })
  })

  it('are found by name and e-mail, each with their own course, on screen and in the file', async () => {
    const [older, newer] = [
      await aCourse(studio, admin, { name: 'Older' }),
      await aCourse(studio, admin, { name: 'Newer' }),
    ]
    const oie = await studio.person('user', { displayName: 'Õie', email: 'oie@example.ee' })
    for (const courseId of [older, newer]) {
      await studio.must(await studio.person(), courses.join, joining(courseId))
      await studio.must(oie, courses.join, joining(courseId))
    }
    const find = (search: string) => studio.ask(admin, courses.registrants, { ended: false, search, page: 1 })
    const { rows, total } = await find('OIE')
    expect([rows.map(({ courseName }) => courseName).toSorted(), total]).toEqual([['Newer', 'Older'], 2])
    expect(await find('oie@example.ee')).toMatchObject({ total: 2 })
    expect(await find('')).toMatchObject({ total: 4 })
    expect(await find('nobody')).toMatchObject({ rows: [], total: 0 })
    const file = await studio.ask(admin, courses.registrantsForExport, { ended: false, search: 'oie', part: 1 })
    expect(file).toMatchObject({ total: 2, parts: 1 })
    expect(file.rows.map(({ userId }) => userId)).toEqual([oie.userId, oie.userId])
  })

  it('update by themselves when a payment is confirmed', async () => {
    const courseId = await aCourse(studio, admin)
    const member = await studio.person()
    await studio.must(member, courses.join, joining(courseId))
    const screen = await studio.watch(admin, courses.registrants, { ended: false, search: '', page: 1 })
    expect((await screen.next()).rows).toMatchObject([{ paymentStatus: 'due' }])
    const [payment] = await studio.ask(member, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: payment?.id ?? '', actualAmount: 6000 })
    expect((await screen.next()).rows).toMatchObject([{ paymentStatus: 'confirmed' }])
    screen.stop()
  })

  it('lose place and payment when an admin deletes the registration', async () => {
    const courseId = await aCourse(studio, admin, { defaultMaxParticipants: 1 })
    await studio.must(await studio.person(), courses.join, joining(courseId))
    const [row] = await registrants()
    const remove = () =>
      codeOf(studio.call(admin, courses.deleteRegistration, { registrationId: row?.registrationId ?? '' }))
    expect(new Set(await Promise.all([remove(), remove()]))).toEqual(new Set(['done', 'notInCourse']))
    expect(await studio.sql`select status, ${paid} as actual_amount from payments p`).toEqual([
      { status: 'cancelled', actual_amount: 0 },
    ])
    expect(await studio.sql`select registered_count from courses`).toEqual([{ registered_count: 0 }])
    await studio.must(await studio.person(), courses.join, joining(courseId))
    await expectInvariants(studio)
  })
})
