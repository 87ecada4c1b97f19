import { expect, it } from 'vitest'
import { aCourse, aMembership, anEntry, aPurchase, dropIn, joining } from '#server/testing/fixtures.ts'
import { codeOf, visitor, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { may, type Permission } from '#studio/accounts/rules.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
}, WITH_FEATURES)

const none = { en: '', et: '' }
const first = { en: 'Be kind.', et: 'Ole lahke.' }
const save = (typed: typeof none, before = none) => studio.call(admin, settings.saveTerms, { typed, before })
const accept = (version: number, by = member) => codeOf(studio.call(by, accounts.acceptTerms, { version }))

it('a member who has not accepted them can read, cancel, pay and download, but not book or buy', async () => {
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
  // staff can book for the member, and accept nothing themselves
  const { userId } = member
  expect(
    await codeOf(studio.call(admin, registrations.registerOtherWithDropIn, { ...dropIn(other.scheduleId), userId })),
  ).toBe('done')
  await studio.must(admin, registrations.cancelEntry, { scheduleId: other.scheduleId })

  expect(await accept(1)).toBe('done')
  for (const book of booking.slice(1)) expect(await codeOf(book())).toBe('done')
})

/** The commands with which a member books or buys. */
const bookOrBuy = [
  'registrations.registerWithMembership registrations.registerWithDropIn registrations.registerWithMakeUp',
  'registrations.registerSeveral registrations.comeAfterAll waiting.join',
  'courses.join courses.joinSeveral memberships.buy memberships.buySeveral',
].flatMap((line) => line.split(' '))

/** All other commands of members: reading, cancelling, paying, downloading, and account settings. */
const allElse = [
  'accounts.acceptTerms accounts.setLanguage accounts.saveDetails accounts.askForDeletion accounts.withdrawDeletion',
  'accounts.resendVerification',
  'payments.spendCredit payments.markAsPaid payments.unmarkAsPaid payments.markAllAsPaid papers.receipt papers.invoice',
  'passes.ask passes.withdraw passes.endOwn memberships.cancelPurchase courses.checkDiscount courses.leave',
  'registrations.cancel registrations.cantCome waiting.leave waiting.decline waiting.takeForMe',
  'families.addChild families.correctChild families.setRights families.endLink families.setDanceMyself families.inviteGuardian',
  'families.inviteToSignIn families.askChild families.withdrawInvitation families.acceptInvitation families.setPhotos',
  'families.sendAgain',
  'signing.askForAddress signing.takeAddress signing.changePassword signing.passkeyToAdd signing.addPasskey',
  'signing.removePasskey signing.beginTwoSteps signing.confirmTwoSteps signing.endTwoSteps signing.unlinkProvider',
  'signing.thisSession signing.endSession signing.endOtherSessions',
  'notices.choose notices.pushKey notices.turnOn notices.renew notices.turnOff feeds.make privacy.download privacy.downloadChild',
].flatMap((line) => line.split(' '))

it('each command of members is listed as booking or not, and those that book require accepted terms', () => {
  const commands = [...studio.services.commands.values()].filter(({ procedure }) => {
    const permission = procedure.may as Permission
    return may('user', permission) && !may('visitor', permission)
  })
  const names = (some: typeof commands) => some.map(({ name }) => name).toSorted()
  expect(names(commands)).toEqual([...bookOrBuy, ...allElse].toSorted())
  expect(names(commands.filter(({ procedure }) => procedure.needsTerms))).toEqual(bookOrBuy.toSorted())
})

it('they must be accepted before a place is taken automatically and before coming after all', async () => {
  const full = await anEntry(studio, admin, { maxParticipants: 1 })
  const included = await anEntry(studio, admin, { inDays: 2, categories: ['Girl Group'] })
  const other = await studio.person()
  await studio.must(other, registrations.registerWithDropIn, dropIn(full.scheduleId))
  const pass = await aPurchase(studio, admin, member)
  const wish = { kind: 'class', id: full.scheduleId, takeWith: pass } as const
  await studio.must(member, waiting.join, { ...wish, takeWith: null })
  await studio.must(admin, accounts.setMembershipCategory, {
    userId: member.userId,
    membershipCategory: 'Member-girl',
  })
  const back = { scheduleId: included.scheduleId }
  await studio.must(member, registrations.cantCome, back)
  await save(first)
  expect(await codeOf(studio.call(member, waiting.takeForMe, wish))).toBe('termsNotAccepted')
  expect(await codeOf(studio.call(member, waiting.takeForMe, { ...wish, takeWith: null }))).toBe('done')
  expect(await codeOf(studio.call(member, registrations.comeAfterAll, back))).toBe('termsNotAccepted')
  expect(await accept(1)).toBe('done')
  expect(await codeOf(studio.call(member, waiting.takeForMe, wish))).toBe('done')
  expect(await codeOf(studio.call(member, registrations.comeAfterAll, back))).toBe('done')
})

it('an automatic request from before a new version is not executed: the place is offered instead', async () => {
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
  const other = await studio.person()
  await studio.must(other, registrations.registerWithDropIn, dropIn(scheduleId))
  const takeWith = await aPurchase(studio, admin, member)
  await studio.must(member, waiting.join, { kind: 'class', id: scheduleId, takeWith })
  await save(first)
  await studio.must(other, registrations.cancel, { scheduleId })
  const [own] = await studio.ask(member, waiting.mine, {})
  expect(own?.state).toBe('offered')
  // after accepting, booking works again
  const register = () =>
    codeOf(studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId: takeWith }))
  expect(await register()).toBe('termsNotAccepted')
  expect(await accept(1)).toBe('done')
  expect(await register()).toBe('done')
})

it('an automatic request for a child is executed once its guardian has accepted them', async () => {
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
  const other = await studio.person()
  await studio.must(other, registrations.registerWithDropIn, dropIn(scheduleId))
  const mia = { displayName: 'Mia', familyName: 'Tamm', dob: '2018-01-01' }
  const { personId } = await studio.must(member, families.addChild, mia)
  const membershipId = await aMembership(studio, admin)
  const buying = { membershipId, coverMember: false, paymentMethod: 'cash', personId } as const
  const { purchaseId: takeWith } = await studio.must(member, memberships.buy, buying)
  await studio.must(member, waiting.join, { kind: 'class', id: scheduleId, takeWith, personId })
  await save(first)
  expect(await accept(1)).toBe('done')
  await studio.must(other, registrations.cancel, { scheduleId })
  const [own] = await studio.ask(member, waiting.mine, { personId })
  expect(own).toBeUndefined()
  const places = await studio.sql<{ id: string }>`select user_id as id from registrations`
  expect(places).toEqual([{ id: personId }])
})

it('a new version must be accepted again, and only the newest can be accepted', async () => {
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
  // saving the same text creates no version; empty terms need no acceptance
  await save(second, second)
  expect(await studio.ask(visitor, settings.terms, {})).toMatchObject({ version: 2, ...second })
  await save(none, second)
  expect(await studio.ask(visitor, settings.terms, {})).toBeNull()
  expect(studio.services.settings.terms).toBeNull()
})

it('are required in both languages', async () => {
  expect(await codeOf(save({ en: 'Be kind.', et: ' ' }))).toEqual({ et: 'bothLanguages' })
  expect(await codeOf(save({ ...first, en: 'x'.repeat(20_001) }))).toEqual({ en: 'tooLong' })
})

it('signing up requires them, and stores the accepted version', async () => {
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

it('two admins save concurrently: the second is refused with the name of the first', async () => {
  const other = await studio.person('admin')
  const outcomes = await Promise.all([
    codeOf(save(first)),
    codeOf(studio.call(other, settings.saveTerms, { typed: { en: 'Dance.', et: 'Tantsi.' }, before: none })),
  ])
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(await studio.ask(visitor, settings.terms, {})).toMatchObject({ version: 1 })
})
