import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { aMembership, anEntry, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

it('sales after a change of settings use the new fee and payment term', async () => {
  expect(await codeOf(saveSettings(studio, admin, 'payments', { termDays: 14, dropInFee: 1200 }))).toBe('done')
  const { scheduleId } = await anEntry(studio, admin)
  expect(await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))).toEqual({ price: 1200 })
  const [payment] = await studio.sql<{ price: number; at: Date }>`select price, deadline as at from payments`
  expect({ ...payment, at: Number(payment?.at) }).toEqual({ price: 1200, at: studio.now + 14 * DAY })
})

it('a payment method that is not offered is refused, and bank transfer too without an account', async () => {
  const membershipId = await aMembership(studio, admin)
  const buys = (paymentMethod: 'cash' | 'bankTransfer' | 'stebby') =>
    studio.call(member, memberships.buy, { membershipId, coverMember: false, paymentMethod })
  await saveSettings(studio, admin, 'payments', { methods: ['bankTransfer', 'stebby'] })
  expect((await buys('cash')).body).toMatchObject({ code: 'methodNotOffered', params: { method: 'cash', byCover: 0 } })
  expect(await codeOf(buys('bankTransfer'))).toBe('done')
  await saveSettings(studio, admin, 'payments', { iban: '' })
  expect(await codeOf(buys('bankTransfer'))).toBe('methodNotOffered')
  expect(await codeOf(buys('stebby'))).toBe('done')
})

it('a setting limits how many payments of one person may be open', async () => {
  const membershipId = await aMembership(studio, admin)
  const buys = () =>
    codeOf(studio.call(member, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }))
  await saveSettings(studio, admin, 'registration', { mostOpenPayments: 1 })
  expect([await buys(), await buys()]).toEqual(['done', 'tooManyOpenPayments'])
  await saveSettings(studio, admin, 'registration', { mostOpenPayments: 2 })
  expect([await buys(), await buys()]).toEqual(['done', 'tooManyOpenPayments'])
})
