import { describe, expect, it } from 'vitest'
import { dateIn, DAY } from '#kernel/time.ts'
import { aMembership, aMembershipForm, anEntry, aPurchase, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

const listed = async () => (await studio.ask(admin, memberships.purchases, { search: '', page: 1 })).rows

/** The current form of a purchase. */
async function formOf(purchaseId: string) {
  const now = (await listed()).find(({ id }) => id === purchaseId)
  if (!now) throw new Error('No such purchase.')
  const { classesUsed, classLimit, status } = now
  return { classesUsed, classLimit, validUntil: dateIn('Europe/Tallinn', now.validUntil), status }
}

type Form = Awaited<ReturnType<typeof formOf>>

/** Saves a change, with the form as it was on opening (`before`, default: as it is now). */
async function correct(purchaseId: string, change: Partial<Form>, before?: Form) {
  const begun = before ?? (await formOf(purchaseId))
  const input = { purchaseId, ...begun, ...change, before: begun }
  return codeOf(studio.call(admin, memberships.updatePurchase, input))
}

async function usePass(purchaseId: string, inDays = 1) {
  const { scheduleId } = await anEntry(studio, admin, { inDays })
  await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
  return scheduleId
}

describe('managing the catalogue', () => {
  const form = {
    name: 'Five classes',
    description: 'Any five',
    standardPrice: 5000,
    memberPrice: 4000,
    classLimit: 5,
    validPeriod: 60,
    categories: ['Girl Group'],
    excludedCategories: ['Boy Group'],
  }

  it('changes a membership, but not earlier purchases', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const [item] = await studio.ask(admin, memberships.manage, {})
    await studio.must(admin, memberships.update, { membershipId: item?.id ?? '', ...form, before: aMembershipForm })
    expect(await studio.ask(admin, memberships.manage, {})).toMatchObject([{ ...form, price: null, status: 'active' }])
    expect(await listed()).toMatchObject([{ id: purchaseId, membershipName: 'Four classes', classLimit: 4 }])
  })

  it('replaces the single legacy price by two prices', async () => {
    const membershipId = await aMembership(studio, admin)
    await studio.database.transaction((tx) =>
      tx.execute(`update memberships set standard_price = null, member_price = null, price = 2000`),
    )
    const legacy = { ...aMembershipForm, standardPrice: 2000, memberPrice: 1000 }
    await studio.must(admin, memberships.update, { membershipId, ...form, before: legacy })
    expect(await studio.ask(visitor, memberships.catalogue, {})).toMatchObject([{ standardPrice: 5000, price: null }])
  })

  it('keeps the price of a free one, but does not allow setting such a price', async () => {
    const membershipId = await aMembership(studio, admin)
    const free = { standardPrice: 0, memberPrice: 0 }
    const update = (before: typeof form, typed: typeof form) =>
      codeOf(studio.call(admin, memberships.update, { membershipId, ...typed, before }))
    const begun = { ...aMembershipForm, description: 'A gift' }
    expect(await update(aMembershipForm, begun)).toBe('done')
    expect(await update(begun, { ...begun, ...free })).toEqual({ memberPrice: 'memberPriceTooHigh' })
    await studio.database.transaction((tx) =>
      tx.execute(`update memberships set standard_price = null, member_price = null, price = 0`),
    )
    expect(await update({ ...begun, ...free }, { ...begun, ...free, name: 'First class' })).toBe('done')
    const found = await studio.ask(admin, memberships.manage, {})
    expect(found).toMatchObject([{ name: 'First class', ...free, price: null }])
  })

  it.each([
    [{ name: '' }, { name: 'membershipNameLength' }],
    [{ description: '' }, { description: 'descriptionRequired' }],
    [
      { standardPrice: -1, memberPrice: -2 },
      { standardPrice: 'pricesNegative', memberPrice: 'pricesNegative' },
    ],
    [{ memberPrice: 5000 }, { memberPrice: 'memberPriceTooHigh' }],
    [{ classLimit: 0 }, { classLimit: 'classLimitTooSmall' }],
    [{ validPeriod: 0 }, { validPeriod: 'validPeriodTooShort' }],
    [{ classLimit: 1001 }, { classLimit: 'classLimitTooLarge' }],
    [{ validPeriod: 3661 }, { validPeriod: 'validPeriodTooLong' }],
    [{ excludedCategories: ['Girl Group'] }, { categories: 'categoryTwice' }],
    [{ categories: ['Waltz'] }, { categories: 'categoryUnknown' }],
    [{ categories: ['Girl Group', 'Girl Group'] }, { categories: 'categoryUnknown' }],
    [{ excludedCategories: ['Waltz'] }, { categories: 'categoryUnknown' }],
  ])('refuses %j at its field', async (wrong, fields) => {
    const membershipId = await aMembership(studio, admin)
    const edit = { membershipId, ...form, ...wrong, before: aMembershipForm }
    expect(await codeOf(studio.call(admin, memberships.update, edit))).toEqual(fields)
  })

  it('hides an archived membership from buyers until it is activated', async () => {
    const membershipId = await aMembership(studio, admin)
    await studio.must(admin, memberships.setStatus, { membershipId, status: 'archived' })
    expect(await studio.ask(visitor, memberships.catalogue, {})).toEqual([])
    const order = { membershipId, coverMember: false, paymentMethod: 'cash' as const }
    expect(await codeOf(studio.call(member, memberships.buy, order))).toBe('membershipNotFound')
    await studio.must(admin, memberships.setStatus, { membershipId, status: 'active' })
    expect(await codeOf(studio.call(member, memberships.buy, order))).toBe('done')
  })
})

describe('active memberships', () => {
  it('include cancelled ones, and leave the list when they expire', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    expect(await correct(purchaseId, { status: 'cancelled' })).toBe('done')
    expect(await listed()).toMatchObject([{ id: purchaseId, status: 'cancelled', displayName: 'Mari' }])
    expect(await studio.ask(admin, memberships.purchasesForExport, { search: '', part: 0 })).toMatchObject({ total: 1 })
    studio.now += 30 * DAY
    expect(await listed()).toEqual([])
  })

  it('are sorted by their end, with the payment deadline; the catalogue is sorted newest first', async () => {
    const ids: Record<string, string> = {}
    for (const [name, validPeriod] of [
      ['Brief', 10],
      ['Long', 60],
      ['Middle', 30],
    ] as const) {
      ids[name] = await aPurchase(studio, admin, member, { name, validPeriod })
      studio.now += 1000
    }
    const newestFirst = ['Middle', 'Long', 'Brief']
    expect((await studio.ask(admin, memberships.manage, {})).map(({ name }) => name)).toEqual(newestFirst)
    expect((await listed()).map(({ id }) => id)).toEqual([ids['Brief'], ids['Middle'], ids['Long']])
    expect((await listed())[1]?.paymentDeadline).toBe(studio.now - 1000 + 5 * DAY)
  })

  it('are found by name or e-mail, in pages and in the file', async () => {
    const liina = await studio.person('user', { displayName: 'Liina', email: 'dancer@example.ee' })
    for (const buyer of [member, liina]) await aPurchase(studio, admin, buyer)
    const found = async (search: string) => {
      const { rows, total } = await studio.ask(admin, memberships.purchases, { search, page: 1 })
      const file = await studio.ask(admin, memberships.purchasesForExport, { search, part: 0 })
      expect([file.rows, file.total]).toEqual([rows, total])
      expect(rows).toHaveLength(total)
      return rows.map(({ displayName }) => displayName).toSorted()
    }
    expect(await found('')).toEqual(['Liina', 'Mari'])
    expect(await found('LII')).toEqual(['Liina'])
    expect(await found('maasikas mari')).toEqual(['Mari'])
    expect(await found('dancer@')).toEqual(['Liina'])
    expect(await found('nobody')).toEqual([])
  })
})

describe('correcting a membership', () => {
  it('sets the number of used classes, and its entries still add up', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const scheduleId = await usePass(purchaseId)
    expect(await correct(purchaseId, { classesUsed: 3 })).toBe('done')
    expect(await listed()).toMatchObject([{ classesUsed: 3, classesCorrected: 2 }])
    await expectInvariants(studio)
    await studio.must(member, registrations.cancel, { scheduleId })
    expect(await listed()).toMatchObject([{ classesUsed: 2, classesCorrected: 2 }])
    await expectInvariants(studio)
  })

  it('allows giving up a place even after 0 used classes were set', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const scheduleId = await usePass(purchaseId)
    expect(await correct(purchaseId, { classesUsed: 0 })).toBe('done')
    const cancel = () => codeOf(studio.call(member, memberships.cancelPurchase, { purchaseId }))
    expect(await cancel()).toBe('membershipInUse')
    await studio.must(member, registrations.cancel, { scheduleId })
    expect(await listed()).toMatchObject([{ classesUsed: 0, classesCorrected: 0 }])
    await expectInvariants(studio)
    expect(await cancel()).toBe('done')
  })

  it('is refused if a class was used meanwhile, unless that number was not changed', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const before = await formOf(purchaseId)
    await usePass(purchaseId)
    expect(await correct(purchaseId, { classesUsed: 2 }, before)).toEqual({ classesUsed: 'fieldEdited' })
    expect(await correct(purchaseId, { classLimit: 9 }, before)).toBe('done')
    expect(await listed()).toMatchObject([{ classesUsed: 1, classLimit: 9, classesCorrected: 0 }])
  })

  it('does not overwrite what another admin has saved since', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const before = await formOf(purchaseId)
    expect(await correct(purchaseId, { classLimit: 9 }, before)).toBe('done')
    expect(await correct(purchaseId, { validUntil: '2026-05-01' }, before)).toBe('done')
    expect(await formOf(purchaseId)).toMatchObject({ classLimit: 9, validUntil: '2026-05-01' })
    expect(await correct(purchaseId, { classLimit: 7 }, before)).toEqual({ classLimit: 'fieldEdited' })
    expect(await correct(purchaseId, { status: 'cancelled' }, before)).toBe('done')
    expect(await formOf(purchaseId)).toMatchObject({ classLimit: 9, status: 'cancelled' })
  })

  it('cannot lower the limit below what was used meanwhile', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const before = await formOf(purchaseId)
    await usePass(purchaseId)
    await usePass(purchaseId, 2)
    expect(await correct(purchaseId, { classLimit: 1 }, before)).toEqual({ classesUsed: 'fieldEdited' })
    expect(await formOf(purchaseId)).toMatchObject({ classesUsed: 2 })
  })

  it.each([
    [{ classesUsed: -1 }, { classesUsed: 'classesUsedNegative' }],
    [{ classesUsed: 5 }, { classesUsed: 'classesUsedAboveLimit' }],
    [{ classLimit: 0 }, { classLimit: 'classLimitTooSmall' }],
    [{ validUntil: '' }, { validUntil: 'dateRequired' }],
    [{ validUntil: '2026-02-30' }, { validUntil: 'dateRequired' }],
    [{ validUntil: '2026-03-09' }, { validUntil: 'validUntilBeforeStart' }],
  ])('refuses %j at its field', async (wrong, fields) => {
    const purchaseId = await aPurchase(studio, admin, member)
    expect(await correct(purchaseId, wrong)).toMatchObject(fields)
  })

  it('sets the end to the end of the day in the studio’s time zone; an unchanged day changes nothing', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const before = (await listed())[0]?.validUntil
    await correct(purchaseId, { validUntil: '2026-04-09' })
    expect((await listed())[0]?.validUntil).toBe(before)
    await correct(purchaseId, { validUntil: '2026-04-10' })
    expect(new Date((await listed())[0]?.validUntil ?? 0).toISOString()).toBe('2026-04-10T20:59:59.999Z')
  })

  it('cancels the due payment if the status is set to cancelled, and keeps the places', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    await usePass(purchaseId)
    expect(await correct(purchaseId, { status: 'cancelled' })).toBe('done')
    expect(await studio.sql`select status from payments`).toEqual([{ status: 'cancelled' }])
    expect(await studio.sql`select count(*)::int as places from registrations`).toEqual([{ places: 1 }])
    const { scheduleId } = await anEntry(studio, admin, { inDays: 2 })
    const register = studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    expect(await codeOf(register)).toBe('membershipEnded')
    await expectInvariants(studio)
  })

  it('keeps a confirmed payment if the status is set to cancelled, and warns in the log', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    await confirmPayment()
    expect(await correct(purchaseId, { status: 'cancelled' })).toBe('done')
    expect(await studio.sql`select status from payments`).toEqual([{ status: 'confirmed' }])
    const warnings = await studio.sql`select message from logs where channel = 'payments' and level = 'warning'`
    expect(warnings).toMatchObject([{ message: expect.stringContaining('money may have to be returned') as string }])
    await expectInvariants(studio)
  })
})

describe('reactivating a cancelled membership', () => {
  const warnings = () =>
    studio.sql`select message, metadata ->> 'purchaseId' as pass from logs where channel = 'membership' and level = 'warning'`

  it('leaves it unpaid if its payment was cancelled, and warns in the log', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    await correct(purchaseId, { status: 'cancelled' })
    expect(await warnings()).toEqual([])
    expect(await correct(purchaseId, { status: 'active' })).toBe('done')
    expect(await studio.sql`select status from payments`).toEqual([{ status: 'cancelled' }])
    const message = expect.stringContaining('nothing is due for it') as string
    expect(await warnings()).toEqual([{ message, pass: purchaseId }])
    await expectInvariants(studio)
  })

  it('does not warn if it is paid', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    await confirmPayment()
    await correct(purchaseId, { status: 'cancelled' })
    await correct(purchaseId, { status: 'active' })
    expect(await warnings()).toEqual([])
  })
})

describe('a server whose clock is behind that of another server', () => {
  it.each<[string, (purchaseId: string) => Promise<unknown>]>([
    ['cancels', (purchaseId) => correct(purchaseId, { status: 'cancelled' })],
    ['deletes', (purchaseId) => studio.must(admin, memberships.deletePurchase, { purchaseId })],
    [
      'lets a place be taken by, and cancels,',
      async (purchaseId) => {
        await usePass(purchaseId)
        await correct(purchaseId, { status: 'cancelled' })
      },
    ],
    [
      'gives back and corrects, once it is cancelled,',
      async (purchaseId) => {
        const scheduleId = await usePass(purchaseId)
        await correct(purchaseId, { status: 'cancelled' })
        await studio.must(member, registrations.cancel, { scheduleId })
        await correct(purchaseId, { classLimit: 9 })
      },
    ],
  ])('%s a pass, and the books add up', async (_, change) => {
    const purchaseId = await aPurchase(studio, admin, member)
    await usePass(purchaseId)
    studio.now -= 1000
    await change(purchaseId)
    await expectInvariants(studio)
    expect((await listed())[0]?.status).toBe('cancelled')
  })
})

describe("deleting a user's membership", () => {
  const remove = async (purchaseId: string) => {
    const { body } = await studio.call(admin, memberships.deletePurchase, { purchaseId })
    return body.ok ? body.value : body.code
  }

  it('removes an unused one, and cancels its due payment', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    expect(await remove(purchaseId)).toEqual({ removed: true })
    expect(await listed()).toEqual([])
    expect(await studio.sql`select status from payments`).toEqual([{ status: 'cancelled' }])
    expect(await remove(purchaseId)).toBe('membershipNotFound')
    await expectInvariants(studio)
  })

  it('only cancels one that paid for a place or was paid for, and does nothing the second time', async () => {
    const used = await aPurchase(studio, admin, member)
    await usePass(used)
    await correct(used, { classesUsed: 0 })
    expect(await remove(used)).toEqual({ removed: false })
    expect(await listed()).toMatchObject([{ status: 'cancelled' }])
    expect(await remove(used)).toBe('membershipKept')
    const paid = await aPurchase(studio, admin, member)
    await confirmPayment()
    expect(await remove(paid)).toEqual({ removed: false })
    await expectInvariants(studio)
  })

  it('only cancels one with a late cancellation, also if that was forgiven', async () => {
    await saveSettings(studio, admin, 'registration', { lateHours: 72 })
    const late = await aPurchase(studio, admin, member)
    const scheduleId = await usePass(late)
    await studio.must(member, registrations.cancel, { scheduleId, acceptsLate: true })
    const [cancelled] = await studio.ask(admin, registrations.lateOf, { scheduleId })
    await studio.must(admin, registrations.forgiveLate, { lateId: cancelled?.id ?? '', reason: 'ill' })
    expect(await listed()).toMatchObject([{ classesUsed: 0, lateForgiven: true }])
    expect(await remove(late)).toEqual({ removed: false })
    expect(await remove(late)).toBe('membershipKept')
    await expectInvariants(studio)
  })
})

async function confirmPayment() {
  const [payment] = await studio.ask(member, payments.mine, {})
  await studio.must(admin, payments.confirm, { paymentId: payment?.id ?? '', actualAmount: 4000 })
}
