import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aMembership, anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { MINUTE } from '#kernel/time.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

const write = (statement: ReturnType<typeof sql>) => studio.database.transaction((tx) => tx.execute(statement))

/** Sells a pass to a person; returns the payment's id. */
async function sold(to: { readonly userId: string }, seller = admin): Promise<string> {
  const choice = {
    membershipId: await aMembership(studio, admin),
    coverMember: false,
    paymentMethod: 'stebby' as const,
  }
  const own = seller.userId === to.userId
  const { purchaseId } = own
    ? await studio.must(seller, memberships.buy, choice)
    : await studio.must(seller, memberships.sellTo, { ...choice, userId: to.userId })
  const [sale] = await studio.sql<{ id: string }>`select payment_id as id from purchases where id = ${purchaseId}`
  return sale?.id ?? ''
}

/** The payer of a payment: the id of an account or of a person. */
async function payerOf(paymentId: string) {
  const [payer] = await studio.sql`select y.account_id as account, y.person_id as person
    from payments p join payers y on y.id = p.payer_id where p.id = ${paymentId}`
  return payer
}

/** A person added at the desk, without an account. */
async function aChild(): Promise<{ userId: string }> {
  await write(sql`insert into people (id, display_name, family_name, dob, created_at)
    values ('child', 'Mari', 'Tamm', '2015-05-05', now())`)
  return { userId: 'child' }
}

const guarded = (child: { readonly userId: string }, by: Person, pays = true) =>
  write(sql`insert into guardians values (${by.accountId}, ${child.userId}, true, ${pays}, true, now())`)

const owed = async (person: Person) => (await studio.ask(person, payments.mine, {})).map(({ id }) => id)

describe('the payer of a payment', () => {
  it("is the buyer's own account, created once", async () => {
    const account = { account: member.accountId, person: null }
    const bought = await sold(member, member)
    const other = await sold(member)
    expect([await payerOf(bought), await payerOf(other)]).toEqual([account, account])
    expect(await owed(member)).toEqual([bought, other].toSorted())
    await expectInvariants(studio)
  })

  it('is shown to staff: what a payer owes for whom, and who pays for a child', async () => {
    const child = await aChild()
    await guarded(child, member)
    await sold(member, member)
    await sold(child)
    const owedOf = (userId: string) => studio.ask(admin, payments.owed, { userId })
    const [own, of] = [await owedOf(member.userId), await owedOf(child.userId)]
    expect(own).toMatchObject({
      owes: 4000,
      paidBy: [],
    })
    expect(own.pays).toHaveLength(2)
    expect(own.pays).toContainEqual(expect.objectContaining({ userId: 'child', name: 'Mari Tamm', owes: 4000 }))
    expect(own.pays).toContainEqual(expect.objectContaining({ userId: member.userId, owes: 4000 }))
    expect(of).toMatchObject({ owes: 4000, pays: [], paidBy: [{ userId: member.userId }] })
    expect(await owedOf(admin.userId)).toEqual({ owes: 0, deadline: null, pays: [], paidBy: [] })
  })

  it('is hidden from teachers, who learn of guardians only in their own classes', async () => {
    const child = await aChild()
    await guarded(child, member)
    await sold(member, member)
    await sold(child)
    const teacher = await studio.person('teacher')
    const due = { status: 'due', month: null, search: '', page: 1 } as const
    const payers = async (by: Person) =>
      (await studio.ask(by, payments.overview, due)).rows.map(({ payer }) => payer?.userId ?? null)
    expect(new Set(await payers(admin))).toEqual(new Set([member.userId, null]))
    expect(await payers(teacher)).toEqual([null, null])
    expect(await studio.ask(teacher, payments.owed, { userId: child.userId })).toMatchObject({ pays: [], paidBy: [] })
    const own = await studio.ask(teacher, payments.owed, { userId: member.userId })
    expect(own.pays.map(({ userId }) => userId)).toEqual([member.userId])
  })

  it('is shown to staff separately for what a person pays and what their guardian pays', async () => {
    await sold(member, member)
    const guardian = await studio.person()
    await guarded(member, guardian)
    await sold(member)
    const owed = await studio.ask(admin, payments.owed, { userId: member.userId })
    expect(owed).toMatchObject({ owes: 8000, pays: [{ userId: member.userId, owes: 4000 }] })
    expect(owed.paidBy).toMatchObject([{ userId: guardian.userId }])
  })

  it('is the person if there is no account', async () => {
    const child = await aChild()
    expect(await payerOf(await sold(child))).toEqual({ account: null, person: 'child' })
    expect(await payerOf(await sold(child))).toEqual({ account: null, person: 'child' })
    await expectInvariants(studio)
  })

  it('is a paying guardian, even if the person has an account, unless they buy it themselves', async () => {
    const child = await aChild()
    const second = await studio.person()
    await guarded(child, second, false)
    expect(await payerOf(await sold(child))).toEqual({ account: null, person: 'child' })
    await write(sql`update payments set status = 'cancelled'`)
    await guarded(child, member)
    await guarded(second, member)
    const both = [await sold(child), await sold(second, second)]
    const account = { account: member.accountId, person: null }
    expect([await payerOf(both[0]!), await payerOf(both[1]!)]).toEqual([
      account,
      { ...account, account: second.accountId },
    ])
    expect(await payerOf(await sold(second))).toEqual(account)
  })

  it('is created once by concurrent first payments', async () => {
    const child = await aChild()
    const entries = await Promise.all([1, 2, 3, 4].map((inDays) => anEntry(studio, admin, { inDays })))
    const taken = [member, child].flatMap(({ userId }) =>
      entries.map(({ scheduleId }) =>
        codeOf(studio.call(admin, registrations.registerOtherWithDropIn, { userId, ...dropIn(scheduleId) })),
      ),
    )
    expect(new Set(await Promise.all(taken))).toEqual(new Set(['done']))
    expect(await studio.sql`select id from payers order by id = 'person-child'`).toEqual([
      { id: member.accountId },
      { id: 'person-child' },
    ])
    await expectInvariants(studio)
  })
})

describe('a payer for whom somebody else buys', () => {
  const owing = () =>
    studio.sql<{ account: string; subject: string }>`select account_id as account, subject from told
      where letter = 'payments.owedByAnother' order by told.at, subject`
  const lettersTo = async ({ accountId }: Person) => {
    const letters = await studio.sql<{ text: string }>`select text from outbox
      where to_address = (select email from accounts where id = ${accountId})`
    return letters.map(({ text }) => text)
  }

  it('is told two minutes later by whom and how to pay; a payer who buys is not', async () => {
    const child = await aChild()
    await guarded(child, member)
    const payment = await sold(child)
    await sold(member, member)
    await studio.runJobs()
    expect(await owing()).toEqual([])
    studio.now += 2 * MINUTE
    await studio.runJobs()
    expect(await owing()).toEqual([{ account: member.accountId, subject: payment }])
    const letter = (await lettersTo(member)).join()
    expect(letter).toMatch(/^Mari chose .* for Mari\. You are the one who pays for it\.$/m)
    expect(letter).toContain('Please pay with Stebby.')
  })

  it('is told in other words if it is for the payer, as at a sale at the desk', async () => {
    await sold(member)
    studio.now += 2 * MINUTE
    await studio.runJobs()
    const letter = (await lettersTo(member)).join()
    expect(letter).toMatch(/^[^.]* chose .* for you\.$/m)
    expect(letter).not.toContain('You are the one who pays')
  })

  it('is not told if it was cancelled, or paid at the desk at once', async () => {
    const [cancelled, paymentId] = [await sold(member), await sold(member)]
    await studio.must(admin, payments.cancel, { paymentId: cancelled })
    studio.now += MINUTE
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 1500 })
    studio.now += MINUTE
    await studio.runJobs()
    expect(await owing()).toEqual([])
  })

  it('is told how to pay only in that letter', async () => {
    await sold(member)
    await studio.runJobs()
    studio.now += 20 * MINUTE
    await studio.runJobs()
    await studio.writeLetters()
    const letters = await lettersTo(member)
    expect(letters.filter((text) => text.includes('Please pay with Stebby.'))).toHaveLength(1)
    expect(letters).toHaveLength(2)
  })
})

describe('what a payer owes', () => {
  it('includes payments for others, which the payer can mark as paid', async () => {
    const child = await aChild()
    await guarded(child, member)
    const mine = await studio.watch(member, payments.mine, {})
    expect(await mine.next()).toEqual([])
    const paymentId = await sold(child)
    expect(await mine.next()).toMatchObject([{ id: paymentId, status: 'due' }])
    const other = await studio.person()
    expect(await codeOf(studio.call(other, payments.markAsPaid, { paymentId }))).toBe('paymentNotFound')
    await studio.must(member, payments.markAsPaid, { paymentId })
    expect(await mine.next()).toMatchObject([{ id: paymentId, status: 'markedByUser' }])
    mine.stop()
  })

  it('is cancelled when the account is deleted: no other guardian owes it', async () => {
    const child = await aChild()
    const other = await studio.person()
    for (const guardian of [member, other]) await guarded(child, guardian)
    await write(sql`update guardians set created_at = now() - interval '1 day' where account_id = ${member.accountId}`)
    const [own, paid, said, open] = [await sold(member), await sold(child), await sold(child), await sold(child)]
    await studio.must(admin, payments.confirm, { paymentId: paid, actualAmount: 4000 })
    await studio.must(member, payments.markAsPaid, { paymentId: said })
    const theirs = await studio.watch(other, payments.mine, {})
    expect(await theirs.next()).toEqual([])

    await studio.must(admin, privacy.deleteUser, { userId: member.userId })

    const gone = { account: null, person: member.userId }
    for (const payment of [own, paid, said, open]) expect(await payerOf(payment)).toEqual(gone)
    const statuses = await studio.sql<{ id: string; status: string }>`select id, status from payments`
    const statusOf = (id: string) => statuses.find((one) => one.id === id)?.status
    expect([own, paid, said, open].map(statusOf)).toEqual(['cancelled', 'confirmed', 'markedByUser', 'cancelled'])
    theirs.stop()
    expect(await studio.ask(other, payments.mine, {})).toEqual([])
    await expectInvariants(studio)
  })
})
