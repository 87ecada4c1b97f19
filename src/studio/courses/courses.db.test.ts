import { beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { aCourse, joining } from '#server/testing/fixtures.ts'
import { paid } from '#server/testing/paid.ts'
import { codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { courses } from './contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

describe('joining a course', () => {
  it('takes a place and creates a due payment at the standard or the member price', async () => {
    const courseId = await aCourse(studio, admin)
    expect(await studio.must(member, courses.join, joining(courseId))).toEqual({ price: 6000 })
    const cover = await studio.person()
    expect(await studio.must(cover, courses.join, { ...joining(courseId), coverMember: true })).toEqual({ price: 5000 })
    expect(await studio.ask(visitor, courses.available, {})).toMatchObject([{ registeredCount: 2 }])
    expect(await studio.ask(member, courses.mine, {})).toMatchObject([
      { courseId, paymentStatus: 'due', paymentDeadline: studio.now + 5 * DAY, price: 6000 },
    ])
  })

  it('is refused a second time, when full, after the deadline, and after the course has ended', async () => {
    const courseId = await aCourse(studio, admin, { defaultMaxParticipants: 1 })
    await studio.must(member, courses.join, joining(courseId))
    const join = async () => codeOf(studio.call(await studio.person(), courses.join, joining(courseId)))
    expect(await codeOf(studio.call(member, courses.join, joining(courseId)))).toBe('alreadyInCourse')
    expect(await join()).toBe('courseFull')
    studio.now += 9 * DAY
    expect(await join()).toBe('courseFull')
    studio.now += DAY
    expect(await join()).toBe('courseDeadlinePassed')
    studio.now += 60 * DAY
    expect(await join()).toBe('courseNotFound')
  })

  it('can be done by staff for a person with debts, but not twice, for an unknown person, or in a full course', async () => {
    const teacher = await studio.person('teacher')
    const register = (courseId: string, { userId } = member) =>
      codeOf(
        studio.call(teacher, courses.registerOther, { userId, courseId, coverMember: false, paymentMethod: 'cash' }),
      )
    for (let open = 0; open < 10; open++) await studio.must(member, courses.join, joining(await aCourse(studio, admin)))
    const courseId = await aCourse(studio, admin, { defaultMaxParticipants: 1 })
    expect(await codeOf(studio.call(member, courses.join, joining(courseId)))).toBe('tooManyOpenPayments')
    expect(await register(courseId)).toBe('done')
    const due = (await studio.ask(member, payments.mine, {})).filter(({ itemId }) => itemId === courseId)
    expect(due).toMatchObject([{ status: 'due', price: 6000 }])
    expect(await register(courseId)).toBe('alreadyInCourse')
    expect(await register(courseId, await studio.person())).toBe('courseFull')
    const other = await aCourse(studio, admin)
    expect(await register(other, { ...member, userId: 'nobody' })).toBe('courseNotFound')
    await studio.must(admin, accounts.setActive, { userId: member.userId, active: false })
    expect(await register(other)).toBe('userInactive')
    expect(await studio.sql`select count(*)::int as n from "courseRegistrations" where course_id = ${other}`).toEqual([
      { n: 0 },
    ])
  })

  it('lists courses that can be joined first, then full ones, then those whose deadline has passed', async () => {
    const begins = (inDays: number) => ({ startDate: `2026-03-${10 + inDays}` })
    const closed = await aCourse(studio, admin, { ...begins(6), regDeadline: '2026-03-11' })
    const full = await aCourse(studio, admin, { ...begins(10), defaultMaxParticipants: 1 })
    const later = await aCourse(studio, admin, begins(14))
    const open = await aCourse(studio, admin, begins(12))
    await studio.must(member, courses.join, joining(full))
    studio.now += 2 * DAY
    const listed = await studio.ask(visitor, courses.available, {})
    expect(listed.map(({ id }) => id)).toEqual([open, later, full, closed])
  })

  it('is open until the last minute of the deadline in the studio’s zone', async () => {
    const courseId = await aCourse(studio, admin, { regDeadline: '2026-03-15' })
    studio.now = Date.parse('2026-03-15T21:59:59Z') // 23:59:59 in Tallinn
    await studio.must(member, courses.join, joining(courseId))
    studio.now += 1000
    expect(await codeOf(studio.call(await studio.person(), courses.join, joining(courseId)))).toBe(
      'courseDeadlinePassed',
    )
  })

  it('never sells more places than there are, when 50 people join at once', async () => {
    const courseId = await aCourse(studio, admin, { defaultMaxParticipants: 5 })
    const callers = await Promise.all(Array.from({ length: 50 }, () => studio.person()))
    const outcomes = await Promise.all(
      callers.map((caller) => codeOf(studio.call(caller, courses.join, joining(courseId)))),
    )
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(5)
    expect(outcomes.filter((code) => code === 'courseFull')).toHaveLength(45)
  })
})

describe('leaving a course', () => {
  it('gives the place back and cancels the payment', async () => {
    const courseId = await aCourse(studio, admin)
    await studio.must(member, courses.join, joining(courseId))
    await studio.must(member, courses.leave, { courseId })
    expect(await studio.ask(member, courses.mine, {})).toEqual([])
    expect(await studio.ask(member, payments.mine, {})).toEqual([])
    expect(await studio.ask(visitor, courses.available, {})).toMatchObject([{ registeredCount: 0 }])
    expect(await codeOf(studio.call(member, courses.leave, { courseId }))).toBe('notInCourse')
  })

  it('warns that money may have to be returned if the payment was confirmed', async () => {
    const courseId = await aCourse(studio, admin)
    await studio.must(member, courses.join, joining(courseId))
    const [payment] = await studio.ask(member, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: payment?.id ?? '', actualAmount: 6000 })
    await studio.must(member, courses.leave, { courseId })
    expect(await studio.sql`select status, ${paid} as amount from payments p`).toEqual([
      { status: 'cancelled', amount: 0 },
    ])
    const [warning] = await studio.sql<{ message: string; metadata: { received: string } }>`
      select message, metadata from logs where channel = 'payments' and level = 'warning'`
    expect(warning?.message).toContain('money may have to be returned')
    expect(warning?.metadata.received).toBe('60€')
    const history = await studio.sql`select to_status as status, to_amount as amount from "paymentHistory" order by id`
    expect(history).toEqual([
      { status: 'due', amount: null },
      { status: 'confirmed', amount: 6000 },
      { status: 'cancelled', amount: 0 },
    ])
  })

  it('is left to the studio once the course has started', async () => {
    const courseId = await aCourse(studio, admin)
    await studio.must(member, courses.join, joining(courseId))
    studio.now += 10 * DAY
    expect(await codeOf(studio.call(member, courses.leave, { courseId }))).toBe('courseStarted')
  })
})

describe('a discount code', () => {
  let courseId: string
  let otherId: string
  beforeEach(async () => {
    courseId = await aCourse(studio, admin)
    otherId = await aCourse(studio, admin)
    const add = (code: string, amount: number, audience: 'members' | 'others') =>
      studio.must(admin, courses.addDiscountCode, { courseId, code, amount, audience })
    await add('discount5', 500, 'members')
    await add('DISCOUNT10', 1000, 'others')
  })
  const check = (code: string, course: string | null, coverMember: boolean) =>
    codeOf(studio.call(member, courses.checkDiscount, { code, courseId: course, coverMember }))

  it('is checked for its course and for who may use it', async () => {
    expect(await check('NOTHING', courseId, false)).toBe('discountInvalid')
    expect(await check('DISCOUNT10', otherId, false)).toBe('discountOtherCourse')
    expect(await check('DISCOUNT10', null, false)).toBe('discountOtherCourse')
    expect(await check('DISCOUNT10', courseId, true)).toBe('discountForOthers')
    expect(await check('DISCOUNT5', courseId, false)).toBe('discountForMembers')
    expect(await check(' discount5 ', courseId, true)).toBe('done')
  })

  it('lowers the price charged, and is stored with the payment', async () => {
    const order = { ...joining(courseId), coverMember: true, discountCode: 'discount5' }
    expect(await studio.must(member, courses.join, order)).toEqual({ price: 4500 })
    expect(await studio.sql`select price, discount_code as code, cover_member as cover from payments`).toEqual([
      { price: 4500, code: 'DISCOUNT5', cover: true },
    ])
  })

  it('never makes a price negative', async () => {
    const cheap = await aCourse(studio, admin, { standardPrice: 300, memberPrice: null })
    await studio.must(admin, courses.addDiscountCode, {
      courseId: cheap,
      code: 'BIG',
      amount: 5000,
      audience: 'others',
    })
    const order = { ...joining(cheap), discountCode: 'BIG' }
    expect(await studio.must(member, courses.join, order)).toEqual({ price: 0 })
  })

  it('refuses the registration if the code does not fit', async () => {
    const order = { ...joining(courseId), discountCode: 'DISCOUNT5' }
    expect(await codeOf(studio.call(member, courses.join, order))).toBe('discountForMembers')
    expect(await studio.sql`select 1 from payments`).toEqual([])
  })

  it('can exist only once', async () => {
    const again = { courseId: otherId, code: 'Discount5', amount: 100, audience: 'others' as const }
    expect(await codeOf(studio.call(admin, courses.addDiscountCode, again))).toEqual({ code: 'discountCodeTaken' })
  })
})

describe('the course form', () => {
  it.each<[Partial<Parameters<typeof aCourse>[2]>, object]>([
    [{ name: 'ab' }, { name: 'courseNameLength' }],
    [{ name: 'x'.repeat(51) }, { name: 'courseNameLength' }],
    [{ description: 'x'.repeat(301) }, { description: 'descriptionTooLong' }],
    [{ standardPrice: null }, { standardPrice: 'coursePriceInvalid' }],
    [{ standardPrice: -1 }, { standardPrice: 'coursePriceInvalid' }],
    [{ memberPrice: -1 }, { memberPrice: 'courseMemberPriceInvalid' }],
    [{ nrOfClasses: 0 }, { nrOfClasses: 'classCountTooSmall' }],
    [{ defaultMaxParticipants: 101 }, { defaultMaxParticipants: 'participantsOutOfRange' }],
    [{ startDate: '' }, { startDate: 'dateRequired' }],
    [{ endDate: '2026-01-01' }, { endDate: 'endDateBeforeStart' }],
    [{ weekday: null }, { weekday: 'weekdayRequired' }],
    [{ startTime: '' }, { startTime: 'timeRequired' }],
    [{ endTime: '17:00' }, { endTime: 'endTimeBeforeStart' }],
  ])('refuses %j at its field', async (wrong, fields) => {
    const form = {
      name: 'Course',
      description: '',
      standardPrice: 100,
      memberPrice: null,
      defaultMaxParticipants: 10,
      nrOfClasses: 1,
      startDate: '2026-04-01',
      endDate: '2026-05-01',
      regDeadline: '2026-03-31',
      weekday: 3,
      startTime: '18:00',
      endTime: '19:00',
      ...wrong,
    }
    expect(await codeOf(studio.call(admin, courses.create, form))).toEqual(fields)
  })
})
