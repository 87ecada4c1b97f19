import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, aMembership, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { codeOf, TestStudio, type Person } from '#server/testing/studio.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

/** The same studio with its bank account, and, as `studio`, without it. */
let before: TestStudio
let studio: TestStudio
let admin: Person
let member: Person

beforeAll(async () => {
  before = await TestStudio.open()
  studio = await TestStudio.open({ BANK_IBAN: '' }, before.database)
})
afterAll(async () => {
  studio.services.hub.close()
  await before.close()
})
beforeEach(async () => {
  await before.empty()
  admin = await before.person('admin')
  member = await before.person('user')
})

const bankTransfer = { paymentMethod: 'bankTransfer' as const, coverMember: false }

describe('a studio without a bank account', () => {
  it('refuses bank transfer for a drop-in', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const place = { ...dropIn(scheduleId), ...bankTransfer }
    const { body } = await studio.call(member, registrations.registerWithDropIn, place)
    expect(body).toMatchObject({ code: 'methodNotOffered', params: { method: 'bankTransfer' } })
    const other = { ...place, userId: member.userId }
    expect(await codeOf(studio.call(admin, registrations.registerOtherWithDropIn, other))).toBe('methodNotOffered')
    expect(await codeOf(studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId)))).toBe('done')
  })

  it('refuses it for a course', async () => {
    const courseId = await aCourse(studio, admin)
    expect(await codeOf(studio.call(member, courses.join, joining(courseId)))).toBe('methodNotOffered')
    const inCash = { ...joining(courseId), paymentMethod: 'cash' as const }
    expect(await codeOf(studio.call(member, courses.join, inCash))).toBe('done')
  })

  it('refuses it for a membership, whoever sells it', async () => {
    const order = { membershipId: await aMembership(studio, admin), ...bankTransfer }
    expect(await codeOf(studio.call(member, memberships.buy, order))).toBe('methodNotOffered')
    const sale = { ...order, userId: member.userId }
    expect(await codeOf(studio.call(admin, memberships.sellTo, sale))).toBe('methodNotOffered')
    expect(await studio.sql`select from payments`).toEqual([])
    expect(await codeOf(studio.call(admin, memberships.sellTo, { ...sale, paymentMethod: 'stebby' }))).toBe('done')
  })

  it('still accepts a transfer that was chosen while it had an account', async () => {
    const order = { membershipId: await aMembership(before, admin), ...bankTransfer }
    await before.must(member, memberships.buy, order)
    const [payment] = await studio.ask(member, payments.mine, {})
    const paymentId = payment?.id ?? ''
    await studio.must(member, payments.markAsPaid, { paymentId })
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 4000 })
    expect(await studio.sql`select status from payments`).toEqual([{ status: 'confirmed' }])
  })
})
