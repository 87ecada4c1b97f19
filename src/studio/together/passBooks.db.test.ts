import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { aMembershipForm, anEntry, aPurchase, cancelClass, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { closures } from '#studio/closures/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { passes } from '#studio/passes/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person
let purchaseId: string
let scheduleId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin', { displayName: 'Anu' })
  member = await studio.person('user', { displayName: 'Mari' })
  purchaseId = await aPurchase(studio, admin, member)
  scheduleId = (await anEntry(studio, admin, { inDays: 2 })).scheduleId
}, WITH_FEATURES)

const use = () => studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
const correct = (change: object, reason: string) => {
  const before = { classesUsed: 0, classLimit: 4, validUntil: '2026-04-09', status: 'active' as const }
  return studio.must(admin, memberships.updatePurchase, { purchaseId, ...before, ...change, before, reason })
}
/** The entries of the pass, oldest first: kind, classes, remaining classes, author, reason. */
const book = async (reader: Person = admin) => {
  const query = reader === admin ? passes.bookOf : passes.book
  const found = await studio.ask(reader, query, { id: purchaseId, page: 1 })
  const lines = found?.rows.toReversed() ?? []
  return lines.map((line) => [
    line.kind,
    line.classes,
    line.remaining,
    line.by,
    [line.className, line.cause, line.reason].filter(Boolean).join(' '),
  ])
}
const bought = ['bought', 4, 4, 'Mari Maasikas', '']

it('lists what was bought, used and given back, by whom and why', async () => {
  await use()
  await studio.must(member, registrations.cancel, { scheduleId })
  await use()
  await studio.must(admin, attendance.removeRegistration, { scheduleId, userId: member.userId })
  await use()
  await cancelClass(studio, admin, scheduleId)
  const used = ['used', -1, 3, 'Mari Maasikas', 'Girls beginners']
  const back = (by: string | null, why: string) => ['givenBack', 1, 4, by, `Girls beginners ${why}`]
  expect(await book()).toEqual([
    bought,
    used,
    back('Mari Maasikas', 'byOwner'),
    used,
    back('Anu Maasikas', 'removed'),
    used,
    // the studio itself does this when the cancellation can no longer be undone
    back(null, 'classCancelled'),
  ])
  await expectInvariants(studio)
})

it('a late cancellation is listed and keeps the class used until staff forgive it', async () => {
  await saveSettings(studio, admin, 'registration', { lateHours: 72 })
  await use()
  await studio.must(member, registrations.cancel, { scheduleId, acceptsLate: true })
  expect((await book()).at(-1)).toEqual(['cancelledLate', 0, 3, 'Mari Maasikas', 'Girls beginners'])
  const [late] = await studio.ask(admin, registrations.lateOf, { scheduleId })
  await studio.must(admin, registrations.forgiveLate, { lateId: late?.id ?? '', reason: 'ill' })
  expect((await book()).at(-1)).toEqual(['givenBack', 1, 4, 'Anu Maasikas', 'Girls beginners lateForgiven'])
  await expectInvariants(studio)
})

it('a correction by staff is listed with its reason, and so are cancelling and reactivating', async () => {
  await correct({ classesUsed: 3, classLimit: 5, validUntil: '2026-05-01' }, 'two classes elsewhere')
  const before = { classesUsed: 3, classLimit: 5, validUntil: '2026-05-01', status: 'active' as const }
  const again = { ...before, status: 'cancelled' as const }
  await studio.must(admin, memberships.updatePurchase, { purchaseId, ...again, before, reason: '' })
  await studio.must(admin, memberships.updatePurchase, { purchaseId, ...before, before: again, reason: 'a mistake' })
  expect(await book()).toEqual([
    bought,
    ['corrected', -2, 2, 'Anu Maasikas', 'two classes elsewhere'],
    ['cancelled', 0, 2, 'Anu Maasikas', ''],
    ['activeAgain', 0, 2, 'Anu Maasikas', 'a mistake'],
  ])
  await expectInvariants(studio)
})

it('a correction without changes adds no entry, and a too long reason is refused', async () => {
  await correct({}, 'nothing')
  expect(await book()).toEqual([bought])
  const form = { classesUsed: 0, classLimit: 4, validUntil: '2026-04-09', status: 'active' as const }
  const long = { purchaseId, ...form, classLimit: 5, before: form, reason: 'x'.repeat(201) }
  const { body } = await studio.call(admin, memberships.updatePurchase, long)
  expect(body).toMatchObject({ ok: false, fields: { reason: 'reasonTooLong' } })
})

it('an extension for closed days is listed with their reason', async () => {
  const days = { firstDay: '2026-03-12', lastDay: '2026-03-12', reason: 'A new floor' }
  const { id: closedDaysId } = await studio.must(admin, closures.add, days)
  await use()
  await studio.must(admin, registrations.cancelOnClosedDays, { closedDaysId, scheduleIds: [scheduleId], extendBy: 3 })
  studio.now += UNDO_WITHIN
  await studio.runJobs()
  expect((await book()).slice(2)).toEqual([
    ['extended', 0, 3, null, 'A new floor'],
    ['givenBack', 1, 4, null, 'Girls beginners classCancelled'],
  ])
  await expectInvariants(studio)
})

it('its owner sees own actions by name, and those of staff without', async () => {
  await correct({ classesUsed: 1 }, 'once at the door')
  expect(await book(member)).toEqual([bought, ['corrected', -1, 3, null, 'once at the door']])
  const { rows } = (await studio.ask(member, passes.book, { id: purchaseId, page: 1 })) ?? { rows: [] }
  expect(JSON.stringify(rows)).not.toContain('Anu')
})

it('other people cannot see it', async () => {
  const stranger = await studio.person()
  expect(await studio.ask(stranger, passes.book, { id: purchaseId, page: 1 })).toBeNull()
  expect(await studio.ask(admin, passes.bookOf, { id: 'none', page: 1 })).toBeNull()
})

it('updates live when a class is used', async () => {
  const open = await studio.watch(member, passes.book, { id: purchaseId, page: 1 })
  expect((await open.next())?.total).toBe(1)
  await use()
  expect((await open.next())?.rows[0]).toMatchObject({ kind: 'used', remaining: 3 })
  open.stop()
})

it('is in the download of personal data; deleting the user removes the reasons', async () => {
  await correct({ classesUsed: 1 }, 'words about Mari')
  const { memberships: held } = await studio.must(member, privacy.download, {})
  expect(held[0]?.book).toMatchObject([
    { kind: 'bought', classes: aMembershipForm.classLimit, remaining: 4 },
    { kind: 'corrected', classes: -1, remaining: 3, reason: 'words about Mari' },
  ])
  await studio.must(admin, privacy.deleteUser, { userId: member.userId })
  expect(await book()).toEqual([
    ['bought', 4, 4, '', ''],
    ['corrected', -1, 3, 'Anu Maasikas', ''],
    ['cancelled', 0, 3, 'Anu Maasikas', 'accountDeleted'],
  ])
  studio.now += DAY
  await expectInvariants(studio)
})
