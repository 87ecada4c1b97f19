import { beforeEach, describe, expect, it } from 'vitest'
import { aMembership, anEntry, dropIn } from '#server/testing/fixtures.ts'
import type { Person, TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let teacher: Person
let member: Person
let scheduleId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  teacher = await studio.person('teacher')
  member = await studio.person('user')
  ;({ scheduleId } = await anEntry(studio, admin))
})

describe('a place paid with an unpaid pass', () => {
  let paymentId: string

  beforeEach(async () => {
    const membershipId = await aMembership(studio, admin)
    const order = { membershipId, coverMember: false, paymentMethod: 'stebby' as const }
    const { purchaseId } = await studio.must(member, memberships.buy, order)
    await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    paymentId = (await studio.ask(member, payments.mine, {}))[0]?.id ?? ''
  })

  /** What each open screen says about the pass. */
  async function screens() {
    const { userId } = member
    const lists = await Promise.all([
      studio.watch(teacher, attendance.classDetails, { scheduleId }),
      studio.watch(teacher, attendance.registrants, { range: 'upcoming', page: 1 }),
      studio.watch(teacher, registrations.ofUser, { userId, page: 1 }),
      studio.watch(teacher, registrations.candidate, { userId }),
      studio.watch(teacher, memberships.ofUser, { userId, page: 1 }),
      studio.watch(member, registrations.mine, {}),
      studio.watch(member, memberships.mine, {}),
    ])
    const [details, list, places, candidate, sold, own, passes] = lists
    return {
      next: async () => ({
        details: (await details.next()).entries[0]?.registrants[0]?.passPayment?.status,
        list: (await list.next()).entries[0]?.registrants[0]?.passPayment?.status,
        places: (await places.next()).rows[0]?.passPayment?.status,
        candidate: (await candidate.next())?.memberships[0]?.paymentStatus,
        sold: (await sold.next()).rows[0]?.paymentStatus,
        own: (await own.next())[0]?.passPayment?.status,
        passes: (await passes.next())[0]?.paymentStatus,
      }),
      close: () => lists.forEach((each) => each.stop()),
    }
  }
  const all = (inPlaces: string | undefined, inPasses: string) => ({
    details: inPlaces,
    list: inPlaces,
    places: inPlaces,
    own: inPlaces,
    candidate: inPasses,
    sold: inPasses,
    passes: inPasses,
  })

  it('is shown as unpaid to staff and its owner until an admin confirms the payment', async () => {
    const open = await screens()
    expect(await open.next()).toEqual(all('due', 'due'))
    await studio.must(member, payments.markAsPaid, { paymentId })
    expect(await open.next()).toEqual(all('markedByUser', 'markedByUser'))
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 4000 })
    expect(await open.next()).toEqual(all('markedByTeacher', 'markedByTeacher'))
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 4000 })
    expect(await open.next()).toEqual(all(undefined, 'confirmed'))
    open.close()
  })

  it('changes on every screen when an admin deletes the payment', async () => {
    const open = await screens()
    await open.next()
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await open.next()).toEqual(all('cancelled', 'cancelled'))
    open.close()
  })

  it('shows the price and deadline of the pass, and the payment that staff can settle', async () => {
    const { entries } = await studio.ask(teacher, attendance.classDetails, { scheduleId })
    expect(entries[0]?.registrants).toMatchObject([
      { method: 'membership', payment: null, passPayment: { id: paymentId, price: 4000, paymentMethod: 'stebby' } },
    ])
    const [place] = await studio.ask(member, registrations.mine, {})
    const [payment] = await studio.ask(member, payments.mine, {})
    expect(place).toMatchObject({ paymentStatus: null, price: null })
    expect(place?.passPayment).toEqual({ status: 'due', price: 4000, deadline: payment?.deadline })
  })
})

it('a pass that costs nothing is not unpaid', async () => {
  const membershipId = await aMembership(studio, admin)
  await studio.database.transaction((tx) =>
    tx.execute(`update memberships set standard_price = 0, member_price = 0 where id = '${membershipId}'`),
  )
  const order = { membershipId, coverMember: false, paymentMethod: 'cash' as const }
  const { purchaseId } = await studio.must(member, memberships.buy, order)
  await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
  expect(await studio.ask(member, registrations.mine, {})).toMatchObject([{ method: 'membership', passPayment: null }])
})

it('a drop-in shows its own payment', async () => {
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  const { entries } = await studio.ask(teacher, attendance.classDetails, { scheduleId })
  expect(entries[0]?.registrants).toMatchObject([
    { method: 'dropIn', payment: { status: 'due', price: 1500 }, passPayment: null },
  ])
})
