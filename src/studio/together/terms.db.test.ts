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

/** What a member books or buys by. */
const bookOrBuy = [
  'registrations.registerWithMembership registrations.registerWithDropIn registrations.registerWithMakeUp',
  'registrations.registerSeveral registrations.comeAfterAll waiting.join',
  'courses.join courses.joinSeveral memberships.buy memberships.buySeveral',
].flatMap((line) => line.split(' '))

/** All else that a member may call: reading, cancelling, paying, downloading, and what concerns the account. */
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
  'notices.choose notices.pushKey notices.turnOn notices.renew notices.turnOff feeds.make privacy.download',
].flatMap((line) => line.split(' '))

it('is known of every command that a member may call whether it books or buys, and those ask for them', () => {
  const commands = [...studio.services.commands.values()].filter(({ procedure }) => {
    const permission = procedure.may as Permission
    return may('user', permission) && !may('visitor', permission)
  })
  const names = (some: typeof commands) => some.map(({ name }) => name).toSorted()
  expect(names(commands)).toEqual([...bookOrBuy, ...allElse].toSorted())
  expect(names(commands.filter(({ procedure }) => procedure.needsTerms))).toEqual(bookOrBuy.toSorted())
})

it('nobody takes a place by an older wish or comes after all without them', async () => {
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

it('a wish from before other terms is not carried out: the place is offered instead', async () => {
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
  const other = await studio.person()
  await studio.must(other, registrations.registerWithDropIn, dropIn(scheduleId))
  const takeWith = await aPurchase(studio, admin, member)
  await studio.must(member, waiting.join, { kind: 'class', id: scheduleId, takeWith })
  await save(first)
  await studio.must(other, registrations.cancel, { scheduleId })
  const [own] = await studio.ask(member, waiting.mine, {})
  expect(own?.state).toBe('offered')
  // one by one, as ever, once they are accepted
  const register = () =>
    codeOf(studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId: takeWith }))
  expect(await register()).toBe('termsNotAccepted')
  expect(await accept(1)).toBe('done')
  expect(await register()).toBe('done')
})

it('a wish for a child is carried out once its guardian has accepted them', async () => {
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
