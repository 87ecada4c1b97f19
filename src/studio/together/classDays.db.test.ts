import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { anEntry, anEntryForm, dropIn } from '#server/testing/fixtures.ts'
import { type Person, type TestStudio, WITH_FEATURES } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { bank } from '#studio/bank/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { search } from '#studio/search/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person
const tomorrow = Date.parse('2026-03-11T16:00:00Z')

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person('user', { displayName: 'Mari' })
}, WITH_FEATURES)

async function registered(inDays = 1): Promise<string> {
  const { scheduleId } = await anEntry(studio, admin, { inDays })
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  return scheduleId
}

it('two drop-ins to the same class are distinguished by their days, wherever they are listed', async () => {
  await registered(1)
  await registered(2)
  const days = (found: readonly { readonly startsAt: number | null }[]) =>
    found.map(({ startsAt }) => startsAt ?? 0).toSorted((a, b) => a - b)
  const both = [tomorrow, tomorrow + DAY]
  expect(days(await studio.ask(member, payments.mine, {}))).toEqual(both)
  expect(days((await studio.ask(member, payments.allMine, { page: 1 })).rows)).toEqual(both)
  expect(days((await studio.ask(member, papers.toInvoice, {})).payments)).toEqual(both)
  expect(days((await studio.ask(admin, payments.ofUser, { userId: member.userId, page: 1 })).rows)).toEqual(both)
  expect(days((await studio.ask(admin, search.everything, { search: 'Mari' })).payments)).toEqual(both)
  const [payer] = await studio.ask(admin, bank.openPayments, { search: 'Mari', cents: 1500 })
  expect(days(payer?.payments ?? [])).toEqual(both)
})

it('the day updates live for the payer when the class is moved', async () => {
  const scheduleId = await registered()
  const mine = await studio.watch(member, payments.mine, {})
  expect(await mine.next()).toMatchObject([{ startsAt: tomorrow }])
  const later = { ...anEntryForm, startDate: '2026-03-12', endDate: '2026-03-12' }
  await studio.must(admin, schedule.update, { ...later, scheduleId, before: anEntryForm })
  expect(await mine.next()).toMatchObject([{ startsAt: tomorrow + DAY }])
  mine.stop()
})
