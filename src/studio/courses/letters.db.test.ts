import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { aCourse, joining } from '#server/testing/fixtures.ts'
import type { Person, TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { closures } from '#studio/closures/contract.ts'
import { courses } from './contract.ts'

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

it('whoever joins a course gets a letter with the first evening, and all evenings for their calendar', async () => {
  await studio.must(admin, closures.add, { firstDay: '2026-04-03', lastDay: '', reason: 'Good Friday' })
  const courseId = await aCourse(studio, admin, { startDate: '2026-03-23', endDate: '2026-04-17' })
  await studio.must(await studio.person(), courses.join, joining(courseId))
  await studio.writeLetters()
  const [letter, ...more] = await studio.sql<{ text: string; calendar: string }>`
    select text, calendar from outbox where subject = 'Your course: K-pop in six weeks'`
  expect(more).toEqual([])
  // the course begins on a Monday, and its evenings are Fridays
  expect(letter?.text).toContain('Friday 27 March, 18:00–19:30')
  const events = new ICAL.Component(ICAL.parse(letter?.calendar ?? '') as never).getAllSubcomponents('vevent')
  const starts = events.map((event) => new ICAL.Event(event).startDate.toJSDate().toISOString().slice(0, 13))
  expect(starts).toEqual(['2026-03-27T16', '2026-04-10T15', '2026-04-17T15'])
})
