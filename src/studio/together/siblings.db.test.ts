import { describe, expect, it } from 'vitest'
import { aCourse, aMembership, joining, saveSettings } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import type { Person } from '#server/testing/studio.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { siblingDiscounts } from '#studio/payments/rules/siblings.ts'

const family = familyStudio()

async function childOf(guardian: Person, displayName: string, dob: string): Promise<string> {
  const form = { displayName, familyName: 'Tamm', dob }
  return (await family.studio.must(guardian, families.addChild, form)).personId
}

/** Adds two children whom the parent pays for; Mari is older than Juku. */
async function twoChildren() {
  const { parent } = family
  await saveSettings(family.studio, family.admin, 'payments', { siblingPercent: 10 })
  return { mari: await childOf(parent, 'Mari', '2012-05-05'), juku: await childOf(parent, 'Juku', '2016-05-05') }
}

/** A course with the same price for group members. */
const aCourseFor = (standardPrice: number) => aCourse(family.studio, family.admin, { standardPrice, memberPrice: null })

const soldTo = async (userId: string) =>
  await family.studio.sql<{ price: number; discount: number; percent: number | null; code: string | null }>`
    select price, discount, sibling_percent as percent, discount_code as code from payments
    where user_id = ${userId}
    order by (select min(h.id) from "paymentHistory" h where h.payment_id = payments.id)`

describe('the sibling discount', () => {
  it("lowers the second child's price, counting both running courses and memberships", async () => {
    const { studio, parent, admin } = family
    const { mari, juku } = await twoChildren()
    const sale = { membershipId: await aMembership(studio, admin), coverMember: false, paymentMethod: 'cash' } as const
    const { price: full } = await studio.must(parent, memberships.buy, { ...sale, personId: mari })
    const order = { ...joining(await aCourseFor(1505)), personId: juku }
    expect(full).toBeGreaterThan(1505)
    // 10 % of 15.05 € is 1.505 €, rounded to 1.51 €
    expect(await studio.must(parent, courses.join, order)).toEqual({ price: 1354 })
    expect(await soldTo(juku)).toEqual([{ price: 1354, discount: 151, percent: 10, code: null }])
    expect(await soldTo(mari)).toEqual([{ price: full, discount: 0, percent: null, code: null }])
    await expectInvariants(studio)
  })

  it('goes to the person who costs less, and does not change earlier sales', async () => {
    const { studio, parent } = family
    const { mari, juku } = await twoChildren()
    await studio.must(parent, courses.join, { ...joining(await aCourseFor(3000)), personId: mari })
    // Juku now costs most and pays in full; Mari gets the discount on later sales
    await studio.must(parent, courses.join, { ...joining(await aCourseFor(5000)), personId: juku })
    await studio.must(parent, courses.join, { ...joining(await aCourseFor(1000)), personId: mari })
    expect((await soldTo(mari)).map(({ price }) => price)).toEqual([3000, 900])
    expect((await soldTo(juku)).map(({ price }) => price)).toEqual([5000])
    await expectInvariants(studio)
  })

  it('ignores what has ended, was given up, or is paid by another account', async () => {
    const { studio, parent, other, link } = family
    const { mari, juku } = await twoChildren()
    const courseId = await aCourseFor(5000)
    await studio.must(parent, courses.join, { ...joining(courseId), personId: mari })
    expect(await studio.ask(parent, payments.siblings, {})).toEqual([
      { personId: parent.userId, cents: 0 },
      { personId: mari, cents: 5000 },
      { personId: juku, cents: 0 },
    ])
    await studio.must(parent, courses.leave, { courseId, personId: mari })
    await link(other, juku)
    await studio.must(other, courses.join, { ...joining(await aCourseFor(7000)), personId: juku })
    expect((await studio.ask(parent, payments.siblings, {})).map(({ cents }) => cents)).toEqual([0, 0, 0])
    await studio.must(parent, courses.join, { ...joining(await aCourseFor(2000)), personId: juku })
    expect((await soldTo(juku)).map(({ price }) => price)).toEqual([7000, 2000])
    await expectInvariants(studio)
  })

  it('goes to all but the oldest in a joint purchase at one price', async () => {
    const { studio, parent } = family
    const { mari, juku } = await twoChildren()
    const people = [{ personId: juku }, { personId: mari }]
    const { price } = await studio.must(parent, courses.joinSeveral, { ...joining(await aCourseFor(4000)), people })
    expect(price).toBe(4000 + 3600)
    expect((await soldTo(mari)).map((one) => one.price)).toEqual([4000])
    expect((await soldTo(juku)).map((one) => one.price)).toEqual([3600])
    await expectInvariants(studio)
  })

  it('applies if it is larger than the discount code, else the code applies', async () => {
    const { studio, parent, admin } = family
    const { mari, juku } = await twoChildren()
    await studio.must(parent, courses.join, { ...joining(await aCourseFor(9000)), personId: mari })
    for (const [amount, expected] of [
      [300, { price: 3600, discount: 400, percent: 10, code: null }],
      [500, { price: 3500, discount: 500, percent: null, code: 'CODE500' }],
    ] as const) {
      const courseId = await aCourseFor(4000)
      const code = `CODE${amount}`
      await studio.must(admin, courses.addDiscountCode, { courseId, code, amount, audience: 'others' })
      await studio.must(parent, courses.join, { ...joining(courseId), discountCode: code, personId: juku })
      expect((await soldTo(juku)).at(-1)).toEqual(expected)
    }
    await expectInvariants(studio)
  })

  it('is computed one by one for two concurrent purchases for the same child', async () => {
    const { studio, parent } = family
    const { mari, juku } = await twoChildren()
    await studio.must(parent, courses.join, { ...joining(await aCourseFor(5000)), personId: mari })
    const [one, another] = [await aCourseFor(3000), await aCourseFor(3000)]
    await Promise.all([one, another].map((id) => studio.must(parent, courses.join, { ...joining(id), personId: juku })))
    expect((await soldTo(juku)).map(({ price }) => price).toSorted((a, b) => a - b)).toEqual([2700, 3000])
    await expectInvariants(studio)
  })

  it('is computed one by one for concurrent purchases of two guardians for two children', async () => {
    const { studio, parent, other, link } = family
    const { mari, juku } = await twoChildren()
    // this guardian does not pay, so what they book is paid by the other
    await link(other, juku, { pays: false })
    const presses = await Promise.all(
      [4000, 3000, 5000, 2000]
        .flatMap((price) => [
          { by: parent, personId: mari, price },
          { by: other, personId: juku, price: price + 1 },
        ])
        .map(async (press) => ({ ...press, courseId: await aCourseFor(press.price) })),
    )
    await Promise.all(
      presses.map(({ by, courseId, personId }) => studio.must(by, courses.join, { ...joining(courseId), personId })),
    )
    const sold = await studio.sql<{ personId: string; payer: string; full: number; off: number }>`
      select p.user_id as "personId", p.payer_id as payer, p.price + p.discount as full, p.discount as off
      from payments p join "paymentHistory" h on h.payment_id = p.id order by h.id`
    expect(sold).toHaveLength(8)
    let running = [mari, juku].map((personId) => ({ personId, cents: 0 }))
    for (const { personId, payer, full, off } of sold) {
      expect(payer).toBe(parent.accountId)
      expect(siblingDiscounts(running, [{ personId, full }], 10)).toEqual([off])
      running = running.map((one) => (one.personId === personId ? { personId, cents: one.cents + full } : one))
    }
    await expectInvariants(studio)
  })

  it('is not applied at 0 percent', async () => {
    const { studio, parent, admin } = family
    const { mari, juku } = await twoChildren()
    await studio.must(parent, courses.join, { ...joining(await aCourseFor(9000)), personId: mari })
    await saveSettings(studio, admin, 'payments', { siblingPercent: 0 })
    await studio.must(parent, courses.join, { ...joining(await aCourseFor(4000)), personId: juku })
    expect((await soldTo(juku)).map(({ price }) => price)).toEqual([4000])
  })

  it('follows an archived course and a pass that staff cancel', async () => {
    const { studio, parent, admin } = family
    const { mari } = await twoChildren()
    const sale = { membershipId: await aMembership(studio, admin), coverMember: false, paymentMethod: 'cash' } as const
    const { purchaseId, price } = await studio.must(parent, memberships.buy, { ...sale, personId: mari })
    const courseId = await aCourseFor(5000)
    await studio.must(parent, courses.join, { ...joining(courseId), personId: mari })
    const ofMari = async () =>
      (await studio.ask(parent, payments.siblings, {})).find(({ personId }) => personId === mari)?.cents
    expect(await ofMari()).toBe(price + 5000)
    await studio.must(admin, courses.setStatus, { courseId, status: 'archived' })
    expect(await ofMari()).toBe(price)
    await expectInvariants(studio)
    await studio.must(admin, courses.setStatus, { courseId, status: 'active' })
    await studio.must(admin, memberships.deletePurchase, { purchaseId })
    expect(await ofMari()).toBe(5000)
    await expectInvariants(studio)
  })
})
