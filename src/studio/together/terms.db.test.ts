import { expect, it } from 'vitest'
import { aCourse, aMembership, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

const none = { en: '', et: '' }
const first = { en: 'Be kind.', et: 'Ole lahke.' }
const save = (typed: typeof none, before = none) => studio.call(admin, settings.saveTerms, { typed, before })
const accept = (version: number, by = member) => codeOf(studio.call(by, accounts.acceptTerms, { version }))

it('without them one can read, cancel, pay and download, but not book or buy', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const other = await anEntry(studio, admin, { inDays: 2 })
  const courseId = await aCourse(studio, admin)
  const membershipId = await aMembership(studio, admin)
  await studio.must(member, registrations.registerWithDropIn, { ...dropIn(scheduleId), paymentMethod: 'bankTransfer' })
  await save(first)
  const buying = { membershipId, coverMember: false, paymentMethod: 'cash' } as const
  const booking = [
    () => studio.call(member, registrations.registerWithDropIn, dropIn(other.scheduleId)),
    () => studio.call(member, courses.join, joining(courseId)),
    () => studio.call(member, memberships.buy, buying),
  ]
  for (const book of booking) expect(await codeOf(book())).toBe('termsNotAccepted')
  const [payment] = await studio.ask(member, payments.mine, {})
  expect(await codeOf(studio.call(member, payments.markAsPaid, { paymentId: payment?.id ?? '' }))).toBe('done')
  expect(await codeOf(studio.call(member, registrations.cancel, { scheduleId }))).toBe('done')
  expect(await codeOf(studio.call(member, privacy.download, {}))).toBe('done')
  // staff do it for them, and need not accept for anybody
  const { userId } = member
  expect(
    await codeOf(studio.call(admin, registrations.registerOtherWithDropIn, { ...dropIn(other.scheduleId), userId })),
  ).toBe('done')
  await studio.must(admin, registrations.cancelEntry, { scheduleId: other.scheduleId })

  expect(await accept(1)).toBe('done')
  for (const book of booking.slice(1)) expect(await codeOf(book())).toBe('done')
})

it('another text is asked for again, and only the newest can be accepted', async () => {
  await save(first)
  expect(await accept(1)).toBe('done')
  const second = { ...first, en: 'Be kind and on time.' }
  await save(second, first)
  expect(await accept(1)).toBe('termsChanged')
  const watching = await studio.watch(member, accounts.me, {})
  expect((await watching.next()).acceptedTerms).toBe(1)
  expect(await accept(2)).toBe('done')
  expect((await watching.next()).acceptedTerms).toBe(2)
  watching.stop()
  // the same text once more is no new version, and none at all ends the asking
  await save(second, second)
  expect(await studio.ask(visitor, settings.terms, {})).toMatchObject({ version: 2, ...second })
  await save(none, second)
  expect(await studio.ask(visitor, settings.terms, {})).toBeNull()
  expect(studio.services.settings.terms).toBeNull()
})

it('needs both languages', async () => {
  expect(await codeOf(save({ en: 'Be kind.', et: ' ' }))).toEqual({ et: 'bothLanguages' })
  expect(await codeOf(save({ ...first, en: 'x'.repeat(20_001) }))).toEqual({ en: 'tooLong' })
})

it('signing up asks for them, and keeps which version it was', async () => {
  await save(first)
  const form = { displayName: 'Anna', familyName: 'Tamm', dob: '2000-01-01', email: 'anna@example.ee' }
  const signUp = (more: { terms?: number }) =>
    codeOf(studio.call(visitor, accounts.signUp, { ...form, password: 'correct horse', language: 'en', ...more }))
  expect(await signUp({})).toEqual({ terms: 'termsNotAccepted' })
  expect(await signUp({ terms: 7 })).toEqual({ terms: 'termsNotAccepted' })
  expect(await signUp({ terms: 1 })).toBe('done')
  const [account] = await studio.sql<{
    accepted: number
    at: string | null
  }>`select accepted_terms as accepted, accepted_terms_at::text as at from accounts where email = ${form.email}`
  expect(account).toMatchObject({ accepted: 1 })
  expect(account?.at).not.toBeNull()
})

it('two admins who save at one moment: one of them reads that the other was first', async () => {
  const other = await studio.person('admin')
  const outcomes = await Promise.all([
    codeOf(save(first)),
    codeOf(studio.call(other, settings.saveTerms, { typed: { en: 'Dance.', et: 'Tantsi.' }, before: none })),
  ])
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(await studio.ask(visitor, settings.terms, {})).toMatchObject({ version: 1 })
})
