import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { codeOf, TestStudio, type Person } from '#server/testing/studio.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { registrations } from './contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(() => studio.close())
beforeEach(async () => {
  await studio.empty()
  admin = await studio.person('admin')
  member = await studio.person()
})

const form = {
  className: 'Girls advanced',
  classDescription: '',
  categories: ['Boy Group'],
  startDate: '2026-03-30',
  startTime: '17:30',
  endDate: '2026-03-30',
  endTime: '19:00',
  standardPrice: null,
  memberPrice: null,
}

it('leaves an edited entry a place for everyone who is registered', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  for (const person of [member, await studio.person()]) {
    await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  }
  const update = (maxParticipants: number) =>
    codeOf(studio.call(admin, schedule.update, { scheduleId, ...form, maxParticipants }))
  expect(await update(1)).toEqual({ maxParticipants: 'maxBelowRegistered' })
  expect(await update(2)).toBe('done')
})

it('deletes an entry only without registrations', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  expect(await codeOf(studio.call(admin, schedule.delete, { scheduleId }))).toBe('entryHasRegistrations')
  await studio.must(member, registrations.cancel, { scheduleId })
  expect(await codeOf(studio.call(admin, schedule.delete, { scheduleId }))).toBe('done')
})

it('edits no entry that is cancelled', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  await studio.must(admin, registrations.cancelEntry, { scheduleId })
  const change = studio.call(admin, schedule.update, { scheduleId, ...form, maxParticipants: 5 })
  expect(await codeOf(change)).toBe('entryCancelled')
})
