import { expect, it } from 'vitest'
import { aMembership, anEntry, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { registrations } from './contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

const check = async (scheduleId: string, { userId }: Person = member) => {
  const found = await studio.ask(admin, registrations.check, { scheduleId, userId })
  return found && { ...found, broken: found.rules.filter(({ kept }) => !kept).map(({ rule }) => rule) }
}

it('the check reports no broken rule for a person who can register', async () => {
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 2 })
  expect(await check(scheduleId)).toMatchObject({ broken: [], taken: 0, places: 2, open: 0, passes: [] })
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
})

it('the check reports the same reason for which the person is refused', async () => {
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
  await saveSettings(studio, admin, 'registration', { mostOpenPayments: 1 })
  const other = await studio.person()
  await studio.must(other, registrations.registerWithDropIn, dropIn(scheduleId))
  expect((await check(scheduleId))?.broken).toEqual(['classFull'])
  expect(await codeOf(studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId)))).toBe('classFull')
  expect((await check(scheduleId, other))?.broken).toEqual(['alreadyRegistered', 'classFull', 'tooManyOpenPayments'])

  const { scheduleId: next } = await anEntry(studio, admin, { inDays: 5 })
  expect(await check(next, other)).toMatchObject({ broken: ['tooManyOpenPayments'], open: 1, most: 1 })
  const code = await codeOf(studio.call(other, registrations.registerWithDropIn, dropIn(next)))
  expect(code).toBe('tooManyOpenPayments')
})

it('the check reports first why a person can’t book at all, as the refusal does', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const register = async (by: Person) =>
    await codeOf(studio.call(by, registrations.registerWithDropIn, dropIn(scheduleId)))
  const unverified = await studio.person('unverified')
  expect((await check(scheduleId, unverified))?.broken).toEqual(['verificationNeeded'])
  expect(await register(unverified)).toBe('verificationNeeded')

  const typed = { en: 'Be kind.', et: 'Ole hea.' }
  await studio.must(admin, settings.saveTerms, { typed, before: { en: '', et: '' } })
  expect((await check(scheduleId))?.broken).toEqual(['termsNotAccepted'])
  expect(await register(member)).toBe('termsNotAccepted')

  await studio.must(admin, accounts.setActive, { userId: member.userId, active: false })
  expect((await check(scheduleId))?.broken).toEqual(['signInNeeded'])
})

it('the check reports that an included person can’t come, and not that they are included', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const girl = await studio.person('user', { membershipCategory: 'Member-girl' })
  expect((await check(scheduleId, girl))?.broken).toEqual(['includedAlready'])
  await studio.must(girl, registrations.cantCome, { scheduleId })
  const found = await check(scheduleId, girl)
  expect(found?.broken).toEqual(['saidAbsent'])
  expect(found?.rules.map(({ rule }) => rule)).not.toContain('includedAlready')
  expect(await codeOf(studio.call(girl, registrations.registerWithDropIn, dropIn(scheduleId)))).toBe('saidAbsent')
  await studio.must(admin, registrations.otherComesAfterAll, { scheduleId, userId: girl.userId })
  expect((await check(scheduleId, girl))?.broken).toEqual(['includedAlready'])
})

it('the check says for each active pass whether it fits, and why not', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const buy = async (change: object) => {
    const membershipId = await aMembership(studio, admin, change)
    await studio.must(member, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' })
  }
  await buy({ name: 'For all' })
  await buy({ name: 'Boys only', categories: ['Boy Group'] })
  const passes = (await check(scheduleId))?.passes.map(({ name, why }) => [name, why])
  expect(passes).toEqual(
    expect.arrayContaining([
      ['For all', null],
      ['Boys only', 'membershipCategory'],
    ]),
  )
})

it('the check returns null for a missing class or person', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  expect(await check('gone')).toBeNull()
  expect(await studio.ask(admin, registrations.check, { scheduleId, userId: 'nobody' })).toBeNull()
})

it('the check follows a deadline that passes while it is shown', async () => {
  await saveSettings(studio, admin, 'registration', { overdueStops: true })
  const { scheduleId: owed } = await anEntry(studio, admin)
  await studio.must(member, registrations.registerWithDropIn, dropIn(owed))
  const [due] = await studio.ask(member, payments.mine, {})
  const { scheduleId } = await anEntry(studio, admin, { inDays: 60 })
  const asked = { scheduleId, userId: member.userId }
  const overdueAt = (due?.deadline ?? 0) + 1
  expect(await studio.changes(admin, registrations.check, asked)).toContain(overdueAt)
  expect(await check(scheduleId)).toMatchObject({ open: 1, overdue: 0, broken: [] })
  studio.now = overdueAt
  expect(await check(scheduleId)).toMatchObject({ open: 1, overdue: 1, broken: ['overduePayments'] })
})
