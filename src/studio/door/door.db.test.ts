import { expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { anEntry, aPurchase, dropIn } from '#server/testing/fixtures.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { door } from './contract.ts'

let studio: TestStudio
let admin: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
}, WITH_FEATURES)

const rows = async () => (await studio.ask(admin, door.days, {})).entries.flatMap((entry) => entry.rows)

it('has the classes of today and tomorrow, and no others', async () => {
  for (const inDays of [0, 1, 2]) await anEntry(studio, admin, { inDays })
  const { entries } = await studio.ask(admin, door.days, {})
  expect(entries.map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 10))).toEqual([
    '2026-03-10',
    '2026-03-11',
  ])
})

it('says who owes what, also where the pass itself is unpaid, and how old those under 18 are', async () => {
  const [mari, anna] = [await studio.person(), await studio.person('user', { displayName: 'Anna' })]
  await studio.database.transaction((tx) =>
    tx.execute(`update people set dob = '2012-03-11' where id = '${anna.userId}'`),
  )
  const { scheduleId } = await anEntry(studio, admin, { inDays: 0 })
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  const purchaseId = await aPurchase(studio, admin, anna)
  await studio.must(anna, registrations.registerWithMembership, { scheduleId, purchaseId })
  expect(await rows()).toMatchObject([
    { name: 'Anna Maasikas', age: 13, membershipName: 'Four classes', owes: { cents: 4000 }, attendance: null },
    { name: 'Mari Maasikas', age: null, method: 'dropIn', owes: { cents: 1500 } },
  ])
})

it('says all that is open for the place and overdue for something else, each payment once', async () => {
  const mari = await studio.person()
  const overdue = await aPurchase(studio, admin, mari, { standardPrice: 3500, memberPrice: 3000 })
  studio.now += HOUR
  await aPurchase(studio, admin, mari, { name: 'Dance bag', standardPrice: 750, memberPrice: 700 })
  studio.now += 6 * DAY
  const { scheduleId } = await anEntry(studio, admin, { inDays: 0 })
  await studio.must(mari, registrations.registerWithMembership, { scheduleId, purchaseId: overdue })
  expect(await rows()).toMatchObject([
    { owes: { cents: 3500, other: null }, alsoOwes: [{ cents: 750, other: 'Dance bag' }] },
  ])
  const paymentId = (await rows())[0]?.owes?.paymentId ?? ''
  await studio.must(admin, door.take, { paymentId, cents: 3500, way: 'cash' })
  expect(await rows()).toMatchObject([{ owes: { cents: 750, other: 'Dance bag' }, alsoOwes: [] }])
})

it('says what is overdue for something else, the oldest first, once its deadline is over', async () => {
  const mari = await studio.person()
  const category = { userId: mari.userId, membershipCategory: 'Member-girl' }
  await studio.must(admin, accounts.setMembershipCategory, category)
  await aPurchase(studio, admin, mari)
  studio.now += HOUR
  await aPurchase(studio, admin, mari, { name: 'Three classes', standardPrice: 4500 })
  studio.now += 5 * DAY - HOUR
  await anEntry(studio, admin, { inDays: 0 })
  const owes = async () => (await rows()).map(({ method, owes }) => ({ method, ...owes }))
  expect(await owes()).toEqual([{ method: 'included' }])
  studio.now += 1
  const [first] = await owes()
  expect(first).toMatchObject({ method: 'included', cents: 4000, other: 'Four classes' })
  await studio.must(admin, door.take, { paymentId: first?.paymentId ?? '', cents: 4000, way: 'cash' })
  expect(await owes()).toEqual([{ method: 'included' }])
  studio.now += HOUR
  expect(await owes()).toMatchObject([{ cents: 4500, other: 'Three classes' }])
})
