import { afterAll, beforeAll, expect, it } from 'vitest'
import { aCourse, dropIn, joining } from '#server/testing/fixtures.ts'
import { codeOf, TestStudio, type Person } from '#server/testing/studio.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person
beforeAll(async () => {
  studio = await TestStudio.open()
  admin = await studio.person('admin')
  member = await studio.person()
})
afterAll(() => studio.close())

const buying = { coverMember: false, paymentMethod: 'cash' } as const

it.each<[string, string, () => Promise<unknown>]>([
  [
    'Course registration refused: the course is not there.',
    'courseNotFound',
    () => codeOf(studio.call(member, courses.join, joining('gone'))),
  ],
  [
    'Course cancellation refused: the course is not there.',
    'courseNotFound',
    () => codeOf(studio.call(member, courses.leave, { courseId: 'gone' })),
  ],
  [
    'Course cancellation refused: no such registration.',
    'notInCourse',
    async () => codeOf(studio.call(member, courses.leave, { courseId: await aCourse(studio, admin) })),
  ],
  [
    'Membership purchase refused: membership not found.',
    'membershipNotFound',
    () => codeOf(studio.call(member, memberships.buy, { membershipId: 'gone', ...buying })),
  ],
  [
    'Class registration refused: the class is not there.',
    'scheduleNotFound',
    () => codeOf(studio.call(member, registrations.registerWithDropIn, dropIn('gone'))),
  ],
])('logs: %s', async (line, code, call) => {
  expect(await call()).toBe(code)
  const found = await studio.sql<{ message: string; userId: string }>`
    select message, user_id as "userId" from logs order by id desc limit 1`
  expect(found).toEqual([{ message: line, userId: member.accountId }])
})
