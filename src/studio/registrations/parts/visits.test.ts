import { describe, expect, it } from 'vitest'
import { dateIn } from '#kernel/time.ts'
import { nextCourseDay, whatsNext } from './visits.ts'

const at = (text: string) => Date.parse(`${text}:00+02:00`)
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Tallinn', hour: '2-digit', minute: '2-digit' })
const clock = {
  dayOf: (instant: number) => dateIn('Europe/Tallinn', instant),
  timeOf: (instant: number) => time.format(instant),
}
/** Thursdays from 18:00 to 19:00, for four weeks. */
const course = {
  courseId: 'course',
  name: 'Hip Hop',
  startDate: '2026-11-05',
  endDate: '2026-11-26',
  weekday: 4,
  startTime: '18:00',
  endTime: '19:00',
  daysOff: [] as string[],
}

describe('the next day of a course', () => {
  it('is the first day before the course begins', () => {
    expect(nextCourseDay(course, '2026-10-01', '12:00')).toBe('2026-11-05')
  })

  it('is the first matching weekday if the start date is another weekday', () => {
    expect(nextCourseDay({ ...course, startDate: '2026-11-02' }, '2026-10-01', '12:00')).toBe('2026-11-05')
  })

  it('is today until the class ends, then a week later', () => {
    expect(nextCourseDay(course, '2026-11-12', '18:59')).toBe('2026-11-12')
    expect(nextCourseDay(course, '2026-11-12', '19:00')).toBe('2026-11-19')
  })

  it('can be the last day of the course', () => {
    expect(nextCourseDay(course, '2026-11-20', '12:00')).toBe('2026-11-26')
  })

  it('skips days on which the studio is closed', () => {
    expect(nextCourseDay({ ...course, daysOff: ['2026-11-12', '2026-11-19'] }, '2026-11-06', '12:00')).toBe(
      '2026-11-26',
    )
    expect(nextCourseDay({ ...course, daysOff: ['2026-11-26'] }, '2026-11-20', '12:00')).toBeNull()
  })

  it('is null after the last day', () => {
    expect(nextCourseDay(course, '2026-11-26', '19:00')).toBeNull()
    expect(nextCourseDay(course, '2026-11-27', '08:00')).toBeNull()
  })
})

describe('the list of next visits', () => {
  const timed = (className: string, day: string) => ({
    className,
    startsAt: at(`${day}T20:00`),
    endsAt: at(`${day}T21:00`),
  })
  const entry = (id: string, day: string, cancelledAt: number | null = null) => ({
    ...timed(id, day),
    id,
    categories: ['Girl Group'],
    cancelledAt,
  })
  const facts = {
    registered: [{ ...timed('Waacking', '2026-11-20'), scheduleId: 'waacking' }],
    entries: [entry('included', '2026-11-18')],
    courses: [course],
    membershipCategory: 'Member-girl',
    classCategories: [
      { id: 'Girl Group', name: '', nameEt: '', fitness: false, archived: false, includes: ['Member-girl'] },
    ],
  }
  const now = at('2026-11-17T12:00')
  const names = (visits: ReturnType<typeof whatsNext>) => visits.map(({ name, how, day }) => `${name} ${how} ${day}`)

  it('sorts registered classes, included classes and course days by time', () => {
    expect(names(whatsNext(facts, now, clock))).toEqual([
      'included included 2026-11-18',
      'Hip Hop course 2026-11-19',
      'Waacking registered 2026-11-20',
    ])
  })

  it('lists a class once if it is both registered and included', () => {
    const both = { ...facts, courses: [], entries: [entry('waacking', '2026-11-20')] }
    expect(names(whatsNext(both, now, clock))).toEqual(['Waacking registered 2026-11-20'])
  })

  it('leaves out cancelled and past classes, and those included for others', () => {
    const gone = [entry('cancelled', '2026-11-18', now), entry('over', '2026-11-16')]
    const others = { ...facts, courses: [], registered: [], membershipCategory: 'Member-boy' }
    expect(whatsNext({ ...facts, courses: [], registered: [], entries: gone }, now, clock)).toEqual([])
    expect(whatsNext(others, now, clock)).toEqual([])
  })

  it('still lists a class that is going on now', () => {
    expect(names(whatsNext({ ...facts, courses: [] }, at('2026-11-18T20:30'), clock))[0]).toBe(
      'included included 2026-11-18',
    )
  })
})
