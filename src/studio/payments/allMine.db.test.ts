import { expect, it } from 'vitest'
import { dateIn } from '#kernel/time.ts'
import { anEntry, aPurchase, dropIn } from '#server/testing/fixtures.ts'
import type { TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { payments } from './contract.ts'

let studio: TestStudio
studioForEach(async (empty) => {
  studio = empty
})

it("allMine returns all the caller's payments, including confirmed and cancelled ones, newest first", async () => {
  const admin = await studio.person('admin')
  const [member, other] = [await studio.person(), await studio.person()]
  await aPurchase(studio, admin, member)
  const [pass] = await studio.ask(member, payments.mine, {})
  await studio.must(admin, payments.confirm, { paymentId: pass?.id ?? '', actualAmount: pass?.price ?? 0 })
  const paidOn = dateIn('Europe/Tallinn', studio.now)
  studio.now += 1
  const { scheduleId } = await anEntry(studio, admin)
  await studio.callRaw(member, 'registrations.registerWithDropIn', {
    key: 'a-drop-in-ticket-1',
    input: dropIn(scheduleId),
  })
  await studio.callRaw(member, 'registrations.cancel', { key: 'a-drop-in-ticket-2', input: { scheduleId } })
  await aPurchase(studio, admin, other)

  expect(await studio.ask(member, payments.allMine, { page: 1 })).toMatchObject({
    rows: [
      { item: 'drop-in ticket', status: 'cancelled', paidOn: null },
      { item: 'membership', status: 'confirmed', received: 4000, paidOn },
    ],
    total: 2,
    page: 1,
  })
  expect(await studio.ask(member, payments.mine, {})).toEqual([])
})
