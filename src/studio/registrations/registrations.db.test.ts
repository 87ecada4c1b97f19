import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { anEntry, aPurchase, dropIn } from '#server/testing/fixtures.ts'
import { paid } from '#server/testing/paid.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from './contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

const places = async () => {
  const [row] = await studio.sql<{ count: number; rows: number }>`
    select registered_count as count, (select count(*)::int from registrations) as rows from schedule`
  return row
}

describe('a drop-in', () => {
  it('costs 15 € if the entry has no prices, and half of it for a cover member', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const { scheduleId: other } = await anEntry(studio, admin)
    expect(await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))).toEqual({ price: 1500 })
    const cover = { ...dropIn(other), coverMember: true }
    expect(await studio.must(member, registrations.registerWithDropIn, cover)).toEqual({ price: 750 })
  })

  it('costs a cover member the member price, or 5 € less than the standard price if there is none', async () => {
    const { scheduleId } = await anEntry(studio, admin, { standardPrice: 1200, memberPrice: 900 })
    const { scheduleId: other } = await anEntry(studio, admin, { standardPrice: 1200 })
    for (const [id, price] of [
      [scheduleId, 900],
      [other, 700],
    ] as const) {
      const cover = { ...dropIn(id), coverMember: true }
      expect(await studio.must(member, registrations.registerWithDropIn, cover)).toEqual({ price })
    }
  })

  it('creates a payment due in five days, and cancels it with the registration', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const [due] = await studio.ask(member, payments.mine, {})
    expect(due).toMatchObject({ status: 'due', price: 1500, deadline: studio.now + 5 * DAY, itemId: scheduleId })
    await studio.must(member, registrations.cancel, { scheduleId })
    expect(await studio.ask(member, payments.mine, {})).toEqual([])
    expect(await studio.sql`select status, ${paid} as amount from payments p`).toEqual([
      { status: 'cancelled', amount: 0 },
    ])
    expect(await places()).toEqual({ count: 0, rows: 0 })
  })

  it('can’t be paid with Stebby by a cover member', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const stebby = { ...dropIn(scheduleId), coverMember: true, paymentMethod: 'stebby' as const }
    expect(await codeOf(studio.call(member, registrations.registerWithDropIn, stebby))).toBe('methodNotOffered')
  })
})

describe('the next included class', () => {
  const next = () => studio.ask(member, registrations.nextIncluded, {})
  const choose = (membershipCategory: 'Member-girl' | 'Member-16' | 'Cover' | null) =>
    studio.must(admin, accounts.setMembershipCategory, { userId: member.userId, membershipCategory })

  it('is the soonest that includes the category, however far away it is', async () => {
    await anEntry(studio, admin, { categories: ['Girl Group'], inDays: 50 })
    await anEntry(studio, admin, { categories: ['Boy Group', 'Girl Group'], inDays: 40 })
    await anEntry(studio, admin, { categories: ['Boy Group'], inDays: 2 })
    await choose('Member-girl')
    expect(await next()).toMatchObject({ startsAt: Date.parse('2026-04-19T15:00Z') })
    await choose('Member-16')
    expect(await next()).toBeNull()
  })

  it('is one that has not started and is not cancelled', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await anEntry(studio, admin, { inDays: 2 })
    await choose('Member-girl')
    expect(await next()).toMatchObject({ startsAt: Date.parse('2026-03-11T16:00Z') })
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    expect(await next()).toMatchObject({ startsAt: Date.parse('2026-03-12T16:00Z') })
    studio.now = Date.parse('2026-03-12T16:00Z')
    expect(await next()).toBeNull()
  })

  it('is null without a category, and for Cover', async () => {
    await anEntry(studio, admin)
    for (const category of [null, 'Cover'] as const) {
      await choose(category)
      expect(await next()).toBeNull()
    }
  })
})

describe('a place by membership', () => {
  it('uses one class of the pass and gives it back when cancelled', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const purchaseId = await aPurchase(studio, admin, member)
    const used = async () => (await studio.sql<{ used: number }>`select classes_used as used from purchases`)[0]?.used
    await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    expect(await used()).toBe(1)
    expect(await places()).toEqual({ count: 1, rows: 1 })
    await studio.must(member, registrations.cancel, { scheduleId })
    expect(await used()).toBe(0)
  })

  it('refuses another person’s pass as not found', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const purchaseId = await aPurchase(studio, admin, await studio.person())
    const call = studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    expect(await codeOf(call)).toBe('membershipNotFound')
  })

  it('says why a pass does not fit', async () => {
    const { scheduleId } = await anEntry(studio, admin, { categories: ['Girl Group'], inDays: 20 })
    const reason = async (form: Parameters<typeof aPurchase>[3]) => {
      const purchaseId = await aPurchase(studio, admin, member, form)
      return codeOf(studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId }))
    }
    expect(await reason({ categories: ['Boy Group'] })).toBe('membershipCategory')
    expect(await reason({ excludedCategories: ['Girl Group'] })).toBe('membershipCategory')
    expect(await reason({ validPeriod: 5 })).toBe('membershipExpiresBefore')
    expect(await reason({ categories: ['Girl Group', 'K-POP 16+'] })).toBe('done')
  })

  it('is refused once all classes of the pass are used', async () => {
    const purchaseId = await aPurchase(studio, admin, member, { classLimit: 1 })
    const first = await anEntry(studio, admin)
    const second = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithMembership, { scheduleId: first.scheduleId, purchaseId })
    const again = studio.call(member, registrations.registerWithMembership, {
      scheduleId: second.scheduleId,
      purchaseId,
    })
    expect(await codeOf(again)).toBe('membershipUsedUp')
  })
})

describe('an entry', () => {
  it('is full when registered and included people together reach its maximum', async () => {
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 2 })
    await studio.person('user', { membershipCategory: 'Member-girl' })
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const late = await studio.person()
    expect(await codeOf(studio.call(late, registrations.registerWithDropIn, dropIn(scheduleId)))).toBe('classFull')
  })

  it('counts a person once who registered before being included', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const category = { userId: member.userId, membershipCategory: 'Member-girl' as const }
    await studio.must(admin, accounts.setMembershipCategory, category)
    const { entries } = await studio.ask(member, registrations.upcoming, { weeks: 2 })
    expect(entries[0]).toMatchObject({ registeredCount: 1, includedCount: 0 })
  })

  // an included person who has also registered must not be counted twice near the last place
  it('loses a place for each included person, but none for an included person who had registered', async () => {
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 5 })
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const category = { userId: member.userId, membershipCategory: 'Member-girl' as const }
    await studio.must(admin, accounts.setMembershipCategory, category)
    await studio.person('user', { membershipCategory: 'Member-girl-boy' })
    await studio.person('user', { membershipCategory: 'Member-boy' })
    const late = [await studio.person(), await studio.person(), await studio.person(), await studio.person()]
    const codes: unknown[] = []
    for (const one of late) {
      codes.push(await codeOf(studio.call(one, registrations.registerWithDropIn, dropIn(scheduleId))))
    }
    expect(codes).toEqual(['done', 'done', 'done', 'classFull'])
  })

  it('refuses people whom their category already includes', async () => {
    const { scheduleId } = await anEntry(studio, admin, { categories: ['Boy Group'] })
    const included = await studio.person('user', { membershipCategory: 'Member-girl-boy' })
    const call = studio.call(included, registrations.registerWithDropIn, dropIn(scheduleId))
    expect(await codeOf(call)).toBe('includedAlready')
  })

  it('accepts and cancels no registration once it has started', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    studio.now = Date.parse('2026-03-11T16:00:00Z')
    const late = await studio.person()
    expect(await codeOf(studio.call(late, registrations.registerWithDropIn, dropIn(scheduleId)))).toBe('entryStarted')
    expect(await codeOf(studio.call(member, registrations.cancel, { scheduleId }))).toBe('entryStarted')
  })

  it('disappears from the list when it ends', async () => {
    await anEntry(studio, admin)
    const seen = await studio.ask(member, registrations.upcoming, { weeks: 2 })
    expect(seen.entries).toHaveLength(1)
    studio.now += DAY + 8 * HOUR
    expect((await studio.ask(member, registrations.upcoming, { weeks: 2 })).entries).toHaveLength(0)
  })
})

describe('simultaneous requests', () => {
  it('give exactly 10 of 200 callers the 10 places', async () => {
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 10 })
    const callers: Person[] = []
    while (callers.length < 200) callers.push(await studio.person())
    const outcomes = await Promise.all(
      callers.map((caller) => codeOf(studio.call(caller, registrations.registerWithDropIn, dropIn(scheduleId)))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'classFull')).toHaveLength(190)
    expect(await places()).toEqual({ count: 10, rows: 10 })
    expect(studio.reported).toEqual([])
  })

  it('with the same key, sent 20 times, register once and return the same response 20 times', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const key = 'one-intent-one-key-1234'
    const calls = Array.from({ length: 20 }, () =>
      studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId), key),
    )
    const bodies = (await Promise.all(calls)).map((outcome) => outcome.body)
    for (const body of bodies) expect(body).toEqual({ ok: true, value: { price: 1500 } })
    expect(await places()).toEqual({ count: 1, rows: 1 })
    expect(await studio.sql`select count(*)::int as n from payments`).toEqual([{ n: 1 }])
  })

  it('of five clicks with different keys take one place', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const clicks = Array.from({ length: 5 }, () =>
      codeOf(studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId))),
    )
    const outcomes = await Promise.all(clicks)
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1)
    expect(outcomes.filter((code) => code === 'alreadyRegistered')).toHaveLength(4)
    expect(await places()).toEqual({ count: 1, rows: 1 })
  })

  it('of two cancellations end one registration', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const purchaseId = await aPurchase(studio, admin, member)
    await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    const cancels = [1, 2].map(() => codeOf(studio.call(member, registrations.cancel, { scheduleId })))
    expect(new Set(await Promise.all(cancels))).toEqual(new Set(['done', 'registrationNotFound']))
    expect(await places()).toEqual({ count: 0, rows: 0 })
    expect(await studio.sql`select classes_used as used from purchases`).toEqual([{ used: 0 }])
  })

  it('use the last class of a pass once, for one of two entries', async () => {
    const purchaseId = await aPurchase(studio, admin, member, { classLimit: 1 })
    const entries = [await anEntry(studio, admin), await anEntry(studio, admin)]
    const calls = entries.map(({ scheduleId }) =>
      codeOf(studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId })),
    )
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['done', 'membershipUsedUp']))
    expect(await studio.sql`select classes_used as used from purchases`).toEqual([{ used: 1 }])
  })
})
