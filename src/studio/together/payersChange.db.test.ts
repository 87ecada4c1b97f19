import { describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { aMembership } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, visitor, type Person } from '#server/testing/studio.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { payments } from '#studio/payments/contract.ts'

const family = familyStudio()
const rights = { canBook: true, pays: true, getsNotices: true }
const owedBy = async (person: Person) =>
  (await family.studio.ask(person, payments.mine, {})).map(({ description }) => description)

/** Sells a pass to a person at the desk. */
async function sold(userId: string, name: string): Promise<void> {
  const membershipId = await aMembership(family.studio, family.admin, { name })
  const sale = { userId, membershipId, coverMember: false, paymentMethod: 'bankTransfer' } as const
  await family.studio.must(family.admin, memberships.sellTo, sale)
}

/** Advances the clock and runs the due jobs. */
async function after(days: number): Promise<void> {
  const { studio } = family
  studio.now += days * DAY
  await studio.startJobs()
  studio.now += DAY / 2
  await studio.runJobs()
}

describe("after a child's 18th birthday", () => {
  it('the guardian keeps the open payments and sees only those; new ones belong to the child', async () => {
    const { studio, parent, admin } = family
    // he turns 18 on 10 May; today is 10 March
    const karl = { displayName: 'Karl', familyName: 'Tamm', dob: '2008-05-10' }
    const { personId } = await studio.must(parent, families.addChild, karl)
    await sold(personId, 'Before')
    const open = await studio.watch(parent, families.mine, {})
    expect((await open.next())?.people).toHaveLength(2)
    await after(92)
    expect((await open.next())?.people).toHaveLength(1)
    open.stop()
    expect(await owedBy(parent)).toEqual(['Before'])

    await sold(personId, 'After')
    expect(await owedBy(parent)).toEqual(['Before'])
    const [later] = await studio.sql<{ payer: string }>`
      select payer_id as payer from payments where description = 'After'`
    expect(later?.payer).toBe(`person-${personId}`)

    const invited = { kind: 'ownSignIn', email: 'karl@example.ee', personId, rights } as const
    await studio.must(admin, families.inviteFromDesk, invited)
    const [letter] = await studio.sql<{ text: string }>`select text from outbox where to_address = ${invited.email}`
    const token = /family-invitation#token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    await studio.must(visitor, families.makeSignIn, { token, password: 'tantsin ikka', language: 'et' })
    const [made] = await studio.sql<{ accountId: string }>`
      select id as "accountId" from accounts where person_id = ${personId}`
    const child = await studio.session({ accountId: made!.accountId, userId: personId })
    expect(await owedBy(child)).toEqual(['After'])
    expect(await owedBy(parent)).toEqual(['Before'])
    // the child sees both prices, and is asked to pay only for what it pays itself
    const own = await studio.sql<{ id: string }>`select id from purchases where user_id = ${personId}`
    const asked = await Promise.all(
      own.map(async ({ id }) => {
        const found = await studio.ask(child, passes.book, { id, page: 1 })
        return [found?.pass.membershipName, found?.pass.paymentPrice, found?.pass.paymentId]
      }),
    )
    expect(asked).toHaveLength(2)
    // each can mark their own payment, and cannot see the other's
    const [theirs] = await studio.ask(child, payments.mine, {})
    expect(asked).toContainEqual(['Before', 4000, null])
    expect(asked).toContainEqual(['After', 4000, theirs?.id])
    const paymentId = theirs!.id
    expect(await codeOf(studio.call(parent, payments.markAsPaid, { paymentId }))).toBe('paymentNotFound')
    expect(await codeOf(studio.call(child, payments.markAsPaid, { paymentId }))).toBe('done')
    const [first] = await studio.ask(parent, payments.mine, {})
    expect(await codeOf(studio.call(parent, payments.markAsPaid, { paymentId: first!.id }))).toBe('done')
    await expectInvariants(studio)
  })
})

describe('when another guardian becomes the payer', () => {
  it('each guardian keeps, sees and is reminded of the payments made while they paid', async () => {
    const { studio, parent, other, admin } = family
    const mari = { displayName: 'Mari', familyName: 'Tamm', dob: '2016-05-05' }
    const { personId } = await studio.must(parent, families.addChild, mari)
    await sold(personId, 'Before')
    await family.link(other, personId)
    await studio.must(parent, families.setRights, { personId, rights: { ...rights, pays: false } })
    await sold(personId, 'After')
    expect([await owedBy(parent), await owedBy(other)]).toEqual([['Before'], ['After']])

    const passesOf = async (who: Person) =>
      (await studio.ask(who, memberships.mine, { personId }))
        .map(({ membershipName, paymentPrice }) => [membershipName, paymentPrice] as const)
        .toSorted(([one], [next]) => (one < next ? -1 : 1))
    expect(await passesOf(parent)).toEqual([
      ['After', null],
      ['Before', 4000],
    ])
    expect(await passesOf(other)).toEqual([
      ['After', 4000],
      ['Before', null],
    ])

    const [open] = await studio.ask(parent, payments.mine, {})
    expect(await codeOf(studio.call(other, payments.markAsPaid, { paymentId: open!.id }))).toBe('paymentNotFound')
    const numbers = [parent, other].map(async (one) => (await studio.ask(one, payments.myReference, {})).reference)
    expect(new Set(await Promise.all(numbers)).size).toBe(2)
    const all = await studio.sql<{ id: string }>`select id from payments`
    await studio.must(admin, payments.remindPayers, {
      paymentIds: all.map(({ id }) => id),
      payerIds: [parent.accountId, other.accountId],
    })
    await studio.writeLetters()
    for (const [who, own, foreign] of [
      [parent, 'Before', 'After'],
      [other, 'After', 'Before'],
    ] as const) {
      const letters = await studio.sql<{ text: string }>`
        select o.text from outbox o join accounts a on a.email = o.to_address
        where a.id = ${who.accountId} and o.text like '%40€%'`
      const text = letters.map((letter) => letter.text).join('\n')
      expect(text).toContain(own)
      expect(text).not.toContain(`${foreign}: 40€`)
    }

    // when the first guardian pays again, only new payments go to them
    await studio.must(parent, families.setRights, { personId, rights })
    await studio.must(other, families.setRights, { personId, rights: { ...rights, pays: false } })
    await sold(personId, 'Again')
    expect([(await owedBy(parent)).toSorted(), await owedBy(other)]).toEqual([['Again', 'Before'], ['After']])
    await expectInvariants(studio)
  })
})
