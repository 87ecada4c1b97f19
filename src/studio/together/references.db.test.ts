import { expect, it } from 'vitest'
import { isReference } from '#kernel/references.ts'
import { aMembership } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio, WITH_FEATURES } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
}, WITH_FEATURES)

async function buys(buyer: Person) {
  const membershipId = await aMembership(studio, admin)
  await studio.must(buyer, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'stebby' })
}

const referenceOf = async (person: Person) => (await studio.ask(person, payments.myReference, {})).reference
const add = (to: Person, reference: string, by = admin) =>
  studio.call(by, payments.addReference, { userId: to.userId, reference })

it('a payer has one number, given with the first payment and kept for all others', async () => {
  expect(await referenceOf(member)).toBeNull()
  await buys(member)
  const first = await referenceOf(member)
  await buys(member)
  expect(await referenceOf(member)).toBe(first)
  expect(isReference(first ?? '')).toBe(true)
  expect(first).toBe('1000009')
  await expectInvariants(studio)
})

it('numbers run on, from 100000 before the check digit', async () => {
  const other = await studio.person()
  await buys(member)
  await buys(member)
  await buys(other)
  expect([await referenceOf(member), await referenceOf(other)]).toEqual(['1000009', '1000012'])
})

it('of many who buy at the same moment, each gets a number', async () => {
  const buyers = await Promise.all(Array.from({ length: 12 }, () => studio.person()))
  const membershipId = await aMembership(studio, admin)
  const choice = { membershipId, coverMember: false, paymentMethod: 'stebby' as const }
  // each buys twice at once: of two that make the same payer, one gives the number
  await Promise.all([...buyers, ...buyers].map((buyer) => studio.must(buyer, memberships.buy, choice)))
  const numbers = await Promise.all(buyers.map(referenceOf))
  expect(new Set(numbers).size).toBe(12)
  expect(await studio.sql`select reference from "payerReferences"`).toHaveLength(12)
})

it('a number from before finds the same payer, and is nobody else’s', async () => {
  await buys(member)
  const other = await studio.person()
  expect(await codeOf(add(member, '00 1234 4'))).toBe('done')
  expect(await codeOf(add(other, '12344'))).toEqual({ reference: 'referenceTaken' })
  expect(await codeOf(add(member, '12345'))).toEqual({ reference: 'referenceInvalid' })
  expect(await studio.ask(admin, payments.referencesOf, { userId: member.userId })).toEqual([
    { reference: '1000009', added: false },
    { reference: '12344', added: true },
  ])
  // what is shown to the payer stays
  expect(await referenceOf(member)).toBe('1000009')
  await expectInvariants(studio)
})

it('a number from before that would be the next one is passed over', async () => {
  await add(member, '1000012')
  const other = await studio.person()
  await buys(other)
  expect(await referenceOf(other)).toBe('1000025')
  await expectInvariants(studio)
})

it('the number of a deleted account stays with the books, and is never given again', async () => {
  await buys(member)
  await studio.must(admin, privacy.deleteUser, { userId: member.userId })
  const other = await studio.person()
  await buys(other)
  expect(await referenceOf(other)).toBe('1000012')
  expect(await studio.sql`select payer_id as payer from "payerReferences" where reference = '1000009'`).toEqual([
    { payer: `person-${member.userId}` },
  ])
  await expectInvariants(studio)
})

it('a download tells one’s own number', async () => {
  await buys(member)
  const held = await studio.must(member, privacy.download, {})
  expect(held.references.map(({ reference }) => reference)).toEqual(['1000009'])
})
