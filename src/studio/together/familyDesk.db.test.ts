import { describe, expect, it } from 'vitest'
import { checkDigit } from '#kernel/references.ts'
import { DAY } from '#kernel/time.ts'
import { aMembership } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, visitor } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { bank } from '#studio/bank/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { search } from '#studio/search/contract.ts'

const family = familyStudio()
const all = { canBook: true, pays: true, getsNotices: true }
const mari = { displayName: 'Mari', familyName: 'Tamm', dob: '2016-05-05' }
const listed = { sort: 'created', order: 'desc', page: 1 } as const

const addressOf = async (accountId: string) =>
  (await family.studio.sql<{ email: string }>`select email from accounts where id = ${accountId}`)[0]?.email ?? ''

async function tokenTo(email: string): Promise<string> {
  const [letter] = await family.studio.sql<{ text: string }>`
    select text from outbox where to_address = ${email} order by id desc limit 1`
  return /family-invitation#token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
}

describe('an admin', () => {
  it('sees the links of guardians from both sides, and can end any link with immediate effect', async () => {
    const { studio, parent, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    const email = await addressOf(parent.accountId)
    const ofChild = await studio.ask(admin, families.ofUser, { userId: personId })
    expect(ofChild).toMatchObject({ guardians: [{ personId: parent.userId, email, rights: all }], children: [] })
    const ofParent = await studio.ask(admin, families.ofUser, { userId: parent.userId })
    expect(ofParent).toMatchObject({ guardians: [], children: [{ personId, displayName: 'Mari' }] })

    const mine = await studio.watch(parent, families.mine, {})
    expect((await mine.next())?.people).toHaveLength(2)
    await studio.must(admin, families.endAnyLink, { accountId: parent.accountId, personId })
    expect((await mine.next())?.people).toHaveLength(1)
    mine.stop()
    expect(await codeOf(studio.call(admin, families.endAnyLink, { accountId: parent.accountId, personId }))).toBe(
      'linkNotFound',
    )
    await expectInvariants(studio)
  })

  it('finds a child by its name and by a guardian’s address, which its row shows', async () => {
    const { studio, parent, other, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await family.link(other, personId)
    const [first, second] = [await addressOf(parent.accountId), await addressOf(other.accountId)]
    for (const search of ['Mari Tamm', first, second.toUpperCase(), `mari ${first}`]) {
      const { rows } = await studio.ask(admin, accounts.users, { ...listed, search })
      expect(
        rows.map(({ id }) => id),
        search,
      ).toContain(personId)
    }
    const addresses = await studio.ask(admin, accounts.guardianAddresses, { people: [personId, parent.userId] })
    expect(addresses.map((one) => [one.personId, one.email])).toEqual(
      expect.arrayContaining([
        [personId, first],
        [personId, second],
      ]),
    )
    expect(addresses).toHaveLength(2)
  })

  it('adds a person with only a name, and can invite them to sign in later', async () => {
    const { studio, admin } = family
    const person = { displayName: ' Jaan ', familyName: 'Kask' }
    const { userId } = await studio.must(await studio.person('teacher'), accounts.addPerson, person)
    expect(await studio.ask(admin, accounts.user, { userId })).toMatchObject({ displayName: 'Jaan', email: '' })
    expect(await codeOf(studio.call(admin, accounts.addPerson, { ...person, familyName: ' ' }))).toEqual({
      familyName: 'fillRequired',
    })
    const invite = { kind: 'ownSignIn', email: 'jaan@example.ee', personId: userId, rights: all } as const
    await studio.must(admin, families.inviteFromDesk, invite)
    expect((await studio.ask(admin, families.ofUser, { userId })).invitations).toMatchObject([
      { kind: 'ownSignIn', email: 'jaan@example.ee' },
    ])
    const token = await tokenTo('jaan@example.ee')
    expect(await studio.must(visitor, families.checkInvitation, { token })).toMatchObject({ by: '', names: ['Jaan'] })
    await studio.must(visitor, families.makeSignIn, { token, password: 'tantsin ikka', language: 'et' })
    expect(await studio.ask(admin, accounts.user, { userId })).toMatchObject({
      email: 'jaan@example.ee',
      verified: true,
    })
    expect(await codeOf(studio.call(admin, families.inviteFromDesk, invite))).toBe('hasSignIn')
    await expectInvariants(studio)
  })

  it('sees which payers cannot be reminded since they have no account', async () => {
    const { studio, admin } = family
    const { userId } = await studio.must(admin, accounts.addPerson, { displayName: 'Jaan', familyName: 'Kask' })
    const membershipId = await aMembership(studio, admin)
    const sale = { userId, membershipId, coverMember: false, paymentMethod: 'bankTransfer' } as const
    await studio.must(admin, memberships.sellTo, sale)
    studio.now += 6 * DAY
    expect(await studio.ask(admin, payments.toRemind, { paymentIds: null })).toEqual({
      owed: 0,
      letters: [],
      left: [{ name: 'Jaan Kask', why: 'noAccount' }],
    })
  })

  it("sees the payer beside a child's payment, and reminders include it", async () => {
    const { studio, parent, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    const membershipId = await aMembership(studio, admin)
    const sale = { membershipId, coverMember: false, paymentMethod: 'bankTransfer' } as const
    await studio.must(admin, memberships.sellTo, { ...sale, userId: personId })
    studio.now += 1
    await studio.must(admin, memberships.sellTo, { ...sale, userId: parent.userId })
    const list = { status: 'due', month: null, search: '', page: 1 } as const
    const { rows, sum } = await studio.ask(admin, payments.overview, list)
    expect(rows.map(({ userId, payer }) => [userId, payer?.userId ?? null])).toEqual([
      [personId, parent.userId],
      [parent.userId, null],
    ])
    studio.now += 6 * DAY
    expect(await studio.ask(admin, payments.toRemind, { paymentIds: null })).toMatchObject({
      owed: sum,
      letters: [{ cents: sum }],
    })
  })

  it("finds a child's payments by the payer's name in list, export, search and bank", async () => {
    const { studio, parent, admin } = family
    await studio.database.transaction((tx) =>
      tx.execute(`update people set display_name = 'Maarja', family_name = 'Oja' where id = '${parent.userId}'`),
    )
    const { personId } = await studio.must(parent, families.addChild, mari)
    const membershipId = await aMembership(studio, admin)
    await studio.must(admin, memberships.sellTo, {
      membershipId,
      coverMember: false,
      paymentMethod: 'bankTransfer',
      userId: personId,
    })
    const [number] = await studio.ask(admin, payments.referencesOf, { userId: personId })
    const reference = number?.reference ?? ''
    const before = `777${checkDigit('777')}`
    await studio.must(admin, payments.addReference, { userId: personId, reference: before })
    for (const name of ['Maarja Oja', 'Mari Tamm', reference, before]) {
      const list = { status: 'due', month: null, search: name, page: 1 } as const
      expect((await studio.ask(admin, payments.overview, list)).rows).toMatchObject([{ userId: personId }])
      const all = { status: 'due', month: null, search: name, part: 0 } as const
      expect(await studio.ask(admin, payments.overviewForExport, all)).toMatchObject({ total: 1 })
      expect((await studio.ask(admin, search.everything, { search: name })).payments).toHaveLength(1)
      const payers = await studio.ask(admin, bank.openPayments, { search: name, cents: 5800 })
      expect(payers).toMatchObject([{ payerId: parent.accountId, payments: [{ person: 'Mari Tamm' }] }])
    }
    expect(await studio.ask(admin, bank.openPayments, { search: 'Maarja Tamm', cents: 5800 })).toEqual([])
    // a teacher does not learn who pays for whom
    const teacher = await studio.person('teacher')
    const asked = { status: 'due', month: null, search: 'Maarja Oja', page: 1 } as const
    expect(await studio.ask(teacher, payments.overview, asked)).toMatchObject({ total: 0 })
    expect(await studio.ask(teacher, payments.overview, { ...asked, search: reference })).toMatchObject({ total: 0 })
    expect((await studio.ask(teacher, payments.tallies, { month: '2026-03', search: 'Maarja Oja' })).due.total).toBe(0)
    expect((await studio.ask(teacher, search.everything, { search: 'Maarja Oja' })).payments).toEqual([])
  })

  it('invites a guardian for a child without one and can withdraw it; not for an adult', async () => {
    const { studio, parent, other, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await studio.must(parent, families.endLink, { personId })
    const email = await addressOf(other.accountId)
    const invite = { kind: 'guardian', email, personId, rights: { ...all, pays: false } } as const
    await studio.must(admin, families.inviteFromDesk, invite)
    const [sent] = (await studio.ask(admin, families.ofUser, { userId: personId })).invitations
    await studio.must(await studio.person('admin'), families.withdrawAny, { invitationId: sent!.id })
    const back = await tokenTo(email)
    expect(await codeOf(studio.call(other, families.acceptInvitation, { token: back }))).toBe('linkUnknown')
    await studio.must(admin, families.inviteFromDesk, invite)
    await studio.must(other, families.acceptInvitation, { token: await tokenTo(email) })
    expect((await studio.ask(other, families.mine, {})).people[1]).toMatchObject({ personId, rights: { pays: false } })
    expect(await codeOf(studio.call(admin, families.inviteFromDesk, { ...invite, personId: parent.userId }))).toBe(
      'notAChild',
    )
  })
})
