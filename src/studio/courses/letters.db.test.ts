import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { aCourse, joining } from '#server/testing/fixtures.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { closures } from '#studio/closures/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { courses } from './contract.ts'

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
}, WITH_FEATURES)

it('whoever joins a course gets a letter with the first evening, the room, who teaches it, and all evenings for their calendar', async () => {
  await studio.must(admin, closures.add, { firstDay: '2026-04-03', lastDay: '', reason: 'Good Friday' })
  const { id: roomId } = await studio.must(admin, rooms.add, { name: 'Big room' })
  const triin = await studio.person('teacher', { displayName: 'Triin' })
  const days = { startDate: '2026-03-23', endDate: '2026-04-17' }
  const courseId = await aCourse(studio, admin, { ...days, roomId, teacherIds: [triin.accountId] })
  await studio.must(await studio.person(), courses.join, joining(courseId))
  await studio.writeLetters()
  const [letter, ...more] = await studio.sql<{ text: string; calendar: string }>`
    select text, calendar from outbox where subject = 'Your course: K-pop in six weeks'`
  expect(more).toEqual([])
  // the course begins on a Monday, and its evenings are Fridays
  expect(letter?.text).toContain('Friday 27 March, 18:00–19:30')
  expect(letter?.text).toContain('Room: Big room')
  expect(letter?.text).toContain('Teacher: Triin')
  const events = new ICAL.Component(ICAL.parse(letter?.calendar ?? '') as never).getAllSubcomponents('vevent')
  const starts = events.map((event) => new ICAL.Event(event).startDate.toJSDate().toISOString().slice(0, 13))
  expect(starts).toEqual(['2026-03-27T16', '2026-04-10T15', '2026-04-17T15'])
})
