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

it('a payer gets one reference number with the first payment, and keeps it', async () => {
  expect(await referenceOf(member)).toBeNull()
  await buys(member)
  const first = await referenceOf(member)
  await buys(member)
  expect(await referenceOf(member)).toBe(first)
  expect(isReference(first ?? '')).toBe(true)
  expect(first).toBe('1000009')
  await expectInvariants(studio)
})

it('reference numbers are consecutive, starting at 100000 before the check digit', async () => {
  const other = await studio.person()
  await buys(member)
  await buys(member)
  await buys(other)
  expect([await referenceOf(member), await referenceOf(other)]).toEqual(['1000009', '1000012'])
})

it('concurrent first purchases give each payer exactly one number', async () => {
  const buyers = await Promise.all(Array.from({ length: 12 }, () => studio.person()))
  const membershipId = await aMembership(studio, admin)
  const choice = { membershipId, coverMember: false, paymentMethod: 'stebby' as const }
  // each buys twice concurrently, so two calls create the same payer
  await Promise.all([...buyers, ...buyers].map((buyer) => studio.must(buyer, memberships.buy, choice)))
  const numbers = await Promise.all(buyers.map(referenceOf))
  expect(new Set(numbers).size).toBe(12)
  expect(await studio.sql`select reference from "payerReferences"`).toHaveLength(12)
})

it('a number from before, added by staff, finds the same payer and cannot be used for another', async () => {
  await buys(member)
  const other = await studio.person()
  expect(await codeOf(add(member, '00 1234 4'))).toBe('done')
  expect(await codeOf(add(other, '12344'))).toEqual({ reference: 'referenceTaken' })
  expect(await codeOf(add(member, '12345'))).toEqual({ reference: 'referenceInvalid' })
  expect(await studio.ask(admin, payments.referencesOf, { userId: member.userId })).toEqual([
    { reference: '1000009', added: false },
    { reference: '12344', added: true },
  ])
  // the payer still sees the issued number
  expect(await referenceOf(member)).toBe('1000009')
  await expectInvariants(studio)
})

it('issuing skips a number that was added for another payer', async () => {
  await add(member, '1000012')
  const other = await studio.person()
  await buys(other)
  expect(await referenceOf(other)).toBe('1000025')
  await expectInvariants(studio)
})

it('of two admins who add one number for different people at once, one is told that it is taken', async () => {
  const second = await studio.person('admin')
  const other = await studio.person()
  await buys(member)
  await buys(other)
  const numbers = Array.from({ length: 100 }, (_, n) => String(12300 + n)).filter(isReference)
  for (const number of numbers) {
    const codes = await Promise.all([codeOf(add(member, number)), codeOf(add(other, number, second))])
    expect(codes).toHaveLength(2)
    expect(codes).toContainEqual('done')
    expect(codes).toContainEqual({ reference: 'referenceTaken' })
  }
  expect(await studio.sql`select reference from "payerReferences"`).toHaveLength(2 + numbers.length)
})

it('the number of a deleted account is kept for the books and never reused', async () => {
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

it('the download of personal data contains the reference number', async () => {
  await buys(member)
  const held = await studio.must(member, privacy.download, {})
  expect(held.references.map(({ reference }) => reference)).toEqual(['1000009'])
})
