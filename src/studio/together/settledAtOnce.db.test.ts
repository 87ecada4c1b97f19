import { expect, it } from 'vitest'
import { aCourse, aMembership, anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { asMade } from '#studio/payments/rules.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let teacher: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  teacher = await studio.person('teacher')
  member = await studio.person('user')
})

const cash = { coverMember: false, paymentMethod: 'cash' } as const

/** What staff book or sell for the member, in each of the three ways. */
async function booked() {
  const { userId } = member
  const { scheduleId } = await anEntry(studio, admin)
  const membershipId = await aMembership(studio, admin)
  const courseId = await aCourse(studio, admin)
  return [
    await studio.must(teacher, registrations.registerOtherWithDropIn, { ...dropIn(scheduleId), userId }),
    await studio.must(teacher, memberships.sellTo, { membershipId, userId, ...cash }),
    await studio.must(teacher, courses.registerOther, { courseId, userId, ...cash }),
  ]
}
const standings = async () => {
  const { rows } = await studio.ask(admin, payments.ofUser, { userId: member.userId, page: 1 })
  return rows.map(({ status }) => status)
}

it('what staff book for somebody can be settled at once, by a teacher and then by an admin', async () => {
  const made = await booked()
  for (const one of made) await studio.must(teacher, payments.markAsPaidByTeacher, asMade(one))
  expect(await standings()).toEqual(['markedByTeacher', 'markedByTeacher', 'markedByTeacher'])
  for (const one of await booked()) await studio.must(admin, payments.confirm, asMade(one))
  expect((await standings()).filter((status) => status === 'confirmed')).toHaveLength(3)
  await expectInvariants(studio)
})

it('a payment that somebody has settled meanwhile is not settled again', async () => {
  for (const one of await booked()) {
    await studio.must(teacher, payments.markAsPaidByTeacher, asMade(one))
    expect(await codeOf(studio.call(admin, payments.confirm, asMade(one)))).toBe('paymentMoved')
    expect(await codeOf(studio.call(teacher, payments.markAsPaidByTeacher, asMade(one)))).toBe('paymentMoved')
  }
  expect(await standings()).toEqual(['markedByTeacher', 'markedByTeacher', 'markedByTeacher'])
})
