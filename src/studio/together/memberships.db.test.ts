import { describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { daysAfter, instantIn } from '#kernel/zone.ts'
import { aMembership, anEntry, aPurchase } from '#server/testing/fixtures.ts'
import { codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

describe('the catalogue', () => {
  it('lists memberships for sale by standard price, without archived ones', async () => {
    await aMembership(studio, admin, { name: 'Ten classes', standardPrice: 9000 })
    await aMembership(studio, admin, { name: 'One class', standardPrice: 1300, memberPrice: 1000 })
    const archived = await aMembership(studio, admin, { name: 'Old offer' })
    await studio.database.transaction((tx) =>
      tx.execute(`update memberships set status = 'archived' where id = '${archived}'`),
    )
    const names = (await studio.ask(visitor, memberships.catalogue, {})).map(({ name }) => name)
    expect(names).toEqual(['One class', 'Ten classes'])
  })

  it.each<[Partial<Parameters<typeof aMembership>[2]>, object]>([
    [{ name: 'ab' }, { name: 'membershipNameLength' }],
    [{ description: 'x'.repeat(301) }, { description: 'descriptionTooLong' }],
    [{ standardPrice: -1 }, { standardPrice: 'pricesNegative', memberPrice: 'memberPriceTooHigh' }],
    [{ memberPrice: -1 }, { memberPrice: 'pricesNegative' }],
    [{ memberPrice: 4000 }, { memberPrice: 'memberPriceTooHigh' }],
    [{ classLimit: 0 }, { classLimit: 'classLimitTooSmall' }],
    [{ validPeriod: 0 }, { validPeriod: 'validPeriodTooShort' }],
    [{ categories: ['Girl Group'], excludedCategories: ['Girl Group'] }, { categories: 'categoryTwice' }],
  ])('refuses %j at its field', async (wrong, fields) => {
    const form = {
      name: 'Four classes',
      description: '',
      standardPrice: 4000,
      memberPrice: 3200,
      classLimit: 4,
      validPeriod: 30,
      categories: [],
      excludedCategories: [],
      ...wrong,
    }
    expect(await codeOf(studio.call(admin, memberships.create, form))).toEqual(fields)
  })
})

describe('buying a membership', () => {
  it('creates a pass for its valid period and a due payment', async () => {
    const membershipId = await aMembership(studio, admin)
    const order = { membershipId, coverMember: true, paymentMethod: 'bankTransfer' as const }
    const { price } = await studio.must(member, memberships.buy, order)
    expect(price).toBe(3200)
    expect(await studio.ask(member, memberships.mine, {})).toMatchObject([
      {
        classesUsed: 0,
        classLimit: 4,
        validUntil: daysAfter('Europe/Tallinn', studio.now, 30),
        paymentStatus: 'due',
        status: 'active',
      },
    ])
    expect(await studio.ask(member, payments.mine, {})).toMatchObject([{ item: 'membership', price: 3200 }])
  })

  it('costs a cover member half of a single legacy price', async () => {
    const membershipId = await aMembership(studio, admin)
    await studio.database.transaction((tx) =>
      tx.execute(`update memberships set standard_price = null, member_price = null, price = 2501`),
    )
    const buy = (coverMember: boolean) =>
      studio.must(member, memberships.buy, { membershipId, coverMember, paymentMethod: 'cash' })
    expect((await buy(false)).price).toBe(2501)
    expect((await buy(true)).price).toBe(1251)
  })

  it('is refused for what is not for sale', async () => {
    const order = { membershipId: 'none', coverMember: false, paymentMethod: 'cash' as const }
    expect(await codeOf(studio.call(member, memberships.buy, order))).toBe('membershipNotFound')
  })

  it('lasts until the same time of the clock after its days, also when clocks change in between', async () => {
    studio.now = instantIn('Europe/Tallinn', '2026-10-01', '18:00')
    await aPurchase(studio, admin, member, { validPeriod: 28 })
    expect(await studio.ask(member, memberships.mine, {})).toMatchObject([
      { validUntil: instantIn('Europe/Tallinn', '2026-10-29', '18:00') },
    ])
  })

  it('shows the pass until it expires', async () => {
    await aPurchase(studio, admin, member)
    studio.now += 30 * DAY
    expect(await studio.ask(member, memberships.mine, {})).toEqual([])
  })
})

describe('cancelling a membership', () => {
  const cancel = (purchaseId: string, who = member) =>
    codeOf(studio.call(who, memberships.cancelPurchase, { purchaseId }))

  it('ends it and cancels its payment while it is unused and unpaid', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    expect(await cancel(purchaseId)).toBe('done')
    expect(await studio.ask(member, memberships.mine, {})).toEqual([])
    expect(await studio.sql`select status from payments`).toEqual([{ status: 'cancelled' }])
    expect(await cancel(purchaseId)).toBe('membershipNotActive')
  })

  it('is refused once a class was used', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    expect(await cancel(purchaseId)).toBe('membershipInUse')
  })

  it('is refused once the payment is no longer due', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const [payment] = await studio.ask(member, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: payment?.id ?? '', actualAmount: 4000 })
    expect(await cancel(purchaseId)).toBe('noDuePayment')
  })

  it("is refused for another person's, as if it did not exist", async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    expect(await cancel(purchaseId, await studio.person())).toBe('membershipNotFound')
  })
})
