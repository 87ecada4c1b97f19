import { expect, it } from 'vitest'
import { classesOf } from './rules.ts'

it('a course has as many classes as dates, without those on which the studio is closed', () => {
  // Fridays
  const course = { startDate: '2026-03-13', endDate: '2026-04-03', weekday: 5, nrOfClasses: 6, daysOff: ['2026-03-20'] }
  expect(classesOf(course)).toBe(3)
  expect(classesOf({ ...course, daysOff: [] })).toBe(4)
  // its weekday never comes between its dates
  expect(classesOf({ ...course, weekday: 4, endDate: '2026-03-14', daysOff: [] })).toBe(6)
})
