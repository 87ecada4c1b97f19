import { expect, it } from 'vitest'
import { aCourse, aMembership, anEntry, aPurchase, dropIn, joining } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person
let membershipId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
  membershipId = await aMembership(studio, admin)
})

const order = (paymentMethod: 'cash' | 'bankTransfer' = 'cash') => ({ membershipId, coverMember: false, paymentMethod })
const buys = (person: Person) => studio.call(person, memberships.buy, order())
const refusedAt = (open: number) => ({
  ok: false,
  code: 'tooManyOpenPayments',
  params: { open, overdue: 0, most: MOST },
})

/** Default limit of open payments per person. */
const MOST = 10

/** Buys passes until the person has so many open payments. */
async function owing(person: Person, count = MOST): Promise<void> {
  for (let n = 0; n < count; n++) await studio.must(person, memberships.buy, order('bankTransfer'))
}

const openOf = async (person: Person) => (await studio.ask(person, payments.mine, {})).length

it('a person with ten open payments can book nothing that has to be paid', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const courseId = await aCourse(studio, admin)
  await owing(member)
  expect((await studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId))).body).toEqual(refusedAt(10))
  expect((await studio.call(member, courses.join, joining(courseId))).body).toEqual(refusedAt(10))
  expect((await buys(member)).body).toEqual(refusedAt(10))
  expect(await openOf(member)).toBe(10)
  const lines = await studio.sql<{ message: string }>`
    select message from logs where user_id = ${member.accountId} and level = 'warning' order by message`
  expect(lines.map(({ message }) => message)).toEqual([
    'Class registration refused: too many open payments.',
    'Course registration refused: too many open payments.',
    'Membership purchase refused: too many open payments.',
  ])
  // other people are not affected
  expect(await codeOf(buys(await studio.person()))).toBe('done')
})

it('exactly ten of twenty concurrent bookings succeed', async () => {
  const entries = await Promise.all(Array.from({ length: 7 }, (_, n) => anEntry(studio, admin, { inDays: n + 1 })))
  const ids = await Promise.all(Array.from({ length: 6 }, () => aCourse(studio, admin)))
  const outcomes = await Promise.all([
    ...entries.map(({ scheduleId }) =>
      codeOf(studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId))),
    ),
    ...ids.map((courseId) => codeOf(studio.call(member, courses.join, joining(courseId)))),
    ...Array.from({ length: 7 }, () => codeOf(buys(member))),
  ])
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === 'tooManyOpenPayments')).toHaveLength(10)
  expect(await openOf(member)).toBe(10)
  expect(studio.reported).toEqual([])
  await expectInvariants(studio)
})

it('an existing pass can still be used', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const purchaseId = await aPurchase(studio, admin, member)
  await owing(member, 9)
  expect(await codeOf(studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId }))).toBe(
    'done',
  )
})

it('a payment counts as open until the studio confirms it', async () => {
  await owing(member)
  const [first, second] = await studio.ask(member, payments.mine, {})
  await studio.must(member, payments.markAsPaid, { paymentId: first?.id ?? '' })
  expect(await codeOf(buys(member))).toBe('tooManyOpenPayments')
  const teacher = await studio.person('teacher')
  await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId: first?.id ?? '', actualAmount: 4000 })
  expect(await codeOf(buys(member))).toBe('done')
  expect(await codeOf(buys(member))).toBe('tooManyOpenPayments')
  await studio.must(admin, payments.confirm, { paymentId: second?.id ?? '', actualAmount: 4000 })
  expect(await codeOf(buys(member))).toBe('done')
})

it('cancelling a booking allows another one', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  await owing(member, 9)
  expect(await codeOf(buys(member))).toBe('tooManyOpenPayments')
  await studio.must(member, registrations.cancel, { scheduleId })
  expect(await codeOf(buys(member))).toBe('done')
})

it('a payment of 0 cents never counts as open', async () => {
  const free = await aMembership(studio, admin, { standardPrice: 100, memberPrice: 0 })
  for (let n = 0; n <= MOST; n++)
    await studio.must(member, memberships.buy, { ...order(), membershipId: free, coverMember: true })
  expect(await codeOf(buys(member))).toBe('done')
})

it('staff are exempt from the limit, for others and for themselves', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const teacher = await studio.person('teacher')
  await owing(member)
  const { userId } = member
  await studio.must(teacher, registrations.registerOtherWithDropIn, { ...dropIn(scheduleId), userId })
  await studio.must(admin, memberships.sellTo, { ...order(), userId })
  expect((await buys(member)).body).toEqual(refusedAt(12))
  await owing(teacher)
  expect(await codeOf(studio.call(teacher, registrations.registerWithDropIn, dropIn(scheduleId)))).toBe('done')
})
