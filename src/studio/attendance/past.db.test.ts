import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import type { TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { attendance } from './contract.ts'

let studio: TestStudio
studioForEach(async (empty) => {
  studio = empty
})

it("lists a person's past classes with a place or a mark, latest first", async () => {
  const admin = await studio.person('admin')
  const member = await studio.person('user', { membershipCategory: 'Member-girl' })
  const other = await studio.person()
  const own = await anEntry(studio, admin, { categories: ['Boy Group'] })
  const coming = await anEntry(studio, admin, { categories: ['Boy Group'], inDays: 9 })
  const marked = await anEntry(studio, admin, { inDays: 2 })
  await anEntry(studio, admin, { inDays: 3 })
  for (const { scheduleId } of [own, coming])
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  expect(await studio.ask(member, attendance.past, { page: 1 })).toEqual({ rows: [], total: 0, page: 1 })

  studio.now += 4 * DAY
  const mark = { scheduleId: marked.scheduleId, userId: member.userId, value: 'no-show' as const }
  await studio.must(admin, attendance.take, mark)
  expect(await studio.ask(member, attendance.past, { page: 1 })).toMatchObject({
    rows: [
      { id: marked.scheduleId, className: 'Girls beginners', attendance: 'no-show' },
      { id: own.scheduleId, attendance: null },
    ],
    total: 2,
  })
  expect(await studio.ask(other, attendance.past, { page: 1 })).toMatchObject({ total: 0 })
})
