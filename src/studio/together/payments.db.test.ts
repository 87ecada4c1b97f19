import { describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { aMembership } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { paid } from '#server/testing/paid.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import type { PaymentMethod } from '#studio/payments/rules.ts'

let studio: TestStudio
let admin: Person
let teacher: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  teacher = await studio.person('teacher')
  member = await studio.person()
})

/** Creates a due payment of the member. */
async function due(paymentMethod: PaymentMethod = 'bankTransfer'): Promise<string> {
  const membershipId = await aMembership(studio, admin)
  await studio.must(member, memberships.buy, { membershipId, coverMember: false, paymentMethod })
  const all = await studio.ask(member, payments.mine, {})
  return all.at(-1)?.id ?? ''
}
const row = async () =>
  (await studio.sql<{ status: string; amount: number | null }>`select status, ${paid} as amount from payments p`)[0]

describe('a due payment', () => {
  it('can be marked by its owner, then marked by a teacher, then confirmed with another amount', async () => {
    const paymentId = await due()
    await studio.must(member, payments.markAsPaid, { paymentId })
    expect(await row()).toEqual({ status: 'markedByUser', amount: null })
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 4000 })
    expect(await row()).toEqual({ status: 'markedByTeacher', amount: 4000 })
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 3900 })
    expect(await row()).toEqual({ status: 'confirmed', amount: 3900 })
    expect(await studio.ask(member, payments.mine, {})).toEqual([])
  })

  it('keeps a history of who moved it, from which status to which', async () => {
    const paymentId = await due()
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 4000 })
    const history = await studio.sql`
      select by_user_id as by, from_status as "from", to_status as "to", to_amount as amount from "paymentHistory" order by id`
    expect(history).toEqual([
      { by: member.accountId, from: null, to: 'due', amount: null },
      { by: admin.accountId, from: 'due', to: 'confirmed', amount: 4000 },
    ])
  })

  it('its owner can withdraw a mark until the studio has moved the payment', async () => {
    const paymentId = await due()
    const again = (by: Person) => codeOf(studio.call(by, payments.unmarkAsPaid, { paymentId }))
    await studio.must(member, payments.markAsPaid, { paymentId })
    expect(await again(await studio.person())).toBe('paymentNotFound')
    expect(await again(member)).toBe('done')
    expect(await row()).toEqual({ status: 'due', amount: null })
    expect(await again(member)).toBe('done')
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 1000, rest: 'staysDue' })
    await studio.must(member, payments.markAsPaid, { paymentId })
    expect(await again(member)).toBe('done')
    expect(await row()).toEqual({ status: 'partlyPaid', amount: 1000 })
    await studio.must(member, payments.markAsPaid, { paymentId })
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 3000 })
    expect(await again(member)).toBe('paymentNotDue')
    expect(await row()).toEqual({ status: 'markedByTeacher', amount: 4000 })
  })

  it('an admin can make a marked payment due again if no money came; earlier parts stay', async () => {
    const paymentId = await due()
    const notReceived = (by: Person, seenStatus: 'markedByUser' | 'markedByTeacher') =>
      codeOf(studio.call(by, payments.notReceived, { paymentId, seenStatus }))
    expect(await notReceived(admin, 'markedByUser')).toBe('paymentMoved')
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 1000, rest: 'staysDue' })
    await studio.must(member, payments.markAsPaid, { paymentId })
    expect(await notReceived(teacher, 'markedByUser')).toBe('notAllowed')
    expect(await notReceived(admin, 'markedByTeacher')).toBe('paymentMoved')
    expect(await notReceived(admin, 'markedByUser')).toBe('done')
    expect(await row()).toEqual({ status: 'partlyPaid', amount: 1000 })
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 3000 })
    expect(await notReceived(admin, 'markedByTeacher')).toBe('done')
    expect(await row()).toEqual({ status: 'partlyPaid', amount: 1000 })
    expect((await studio.ask(admin, payments.history, { paymentId })).at(-1)?.reason).toBe('not received')
    // the payer can be reminded again
    studio.now += 30 * DAY
    expect(await studio.ask(admin, payments.toRemind, { paymentIds: null })).toMatchObject({ letters: [{}], left: [] })
    await expectInvariants(studio)
  })

  it('its owner cannot mark a cash payment', async () => {
    const paymentId = await due('cash')
    expect(await codeOf(studio.call(member, payments.markAsPaid, { paymentId }))).toBe('paymentIsCash')
  })

  it("nobody can mark another person's payment; the refusal does not reveal that it exists", async () => {
    const paymentId = await due()
    const stranger = await studio.person()
    expect(await codeOf(studio.call(stranger, payments.markAsPaid, { paymentId }))).toBe('paymentNotFound')
    expect(await codeOf(studio.call(stranger, payments.markAsPaid, { paymentId: 'none' }))).toBe('paymentNotFound')
    expect(await studio.ask(stranger, payments.mine, {})).toEqual([])
  })

  it('two admins confirm at once: one succeeds, and the other gets the new status', async () => {
    const paymentId = await due()
    const other = await studio.person('admin')
    const outcomes = await Promise.all([
      studio.call(admin, payments.confirm, { paymentId, actualAmount: 4000 }),
      studio.call(other, payments.confirm, { paymentId, actualAmount: 3000 }),
    ])
    const lost = outcomes.filter(({ body }) => !body.ok)
    expect(lost).toHaveLength(1)
    expect(lost[0]?.body).toMatchObject({ code: 'paymentMoved', params: { status: 'confirmed' } })
    expect(await studio.sql`select count(*)::int as n from "paymentHistory"`).toEqual([{ n: 2 }])
  })

  it('refuses a negative amount', async () => {
    const paymentId = await due()
    const outcome = codeOf(studio.call(admin, payments.confirm, { paymentId, actualAmount: -1 }))
    expect(await outcome).toEqual({ actualAmount: 'amountNegative' })
  })
})

describe('a cancelled payment', () => {
  it('has the amount 0 and refuses further changes', async () => {
    const paymentId = await due()
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await row()).toEqual({ status: 'cancelled', amount: 0 })
    for (const call of [
      studio.call(admin, payments.cancel, { paymentId }),
      studio.call(admin, payments.confirm, { paymentId, actualAmount: 1 }),
      studio.call(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 1 }),
    ]) {
      expect(await codeOf(call)).toBe('paymentMoved')
    }
    expect(await codeOf(studio.call(member, payments.markAsPaid, { paymentId }))).toBe('paymentNotDue')
  })
})

it("a change of a payment appears on its owner's open screen, and on nobody else's", async () => {
  const paymentId = await due()
  const mine = await studio.watch(member, payments.mine, {})
  const other = await studio.watch(await studio.person(), payments.mine, {})
  expect(await mine.next()).toMatchObject([{ status: 'due' }])
  expect(await other.next()).toEqual([])
  await studio.must(member, payments.markAsPaid, { paymentId })
  expect(await mine.next()).toMatchObject([{ status: 'markedByUser' }])
  await studio.must(admin, payments.confirm, { paymentId, actualAmount: 4000 })
  expect(await mine.next()).toEqual([])
  expect(other.waiting).toEqual([])
  mine.stop()
  other.stop()
})
