import { describe, expect, it } from 'vitest'
import { weekdayOf } from '#kernel/time.ts'
import { checkPlan, MOST_ENTRIES } from './plan.ts'
import { planEntries } from './weekly.ts'

const zone = 'Europe/Tallinn'
const wednesdays = { weekdays: [3], startTime: '18:00', endTime: '19:30' }
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
const utcHours = (plan: Parameters<typeof planEntries>[0]) => [
  ...new Set(planEntries(plan, zone).map(({ startsAt }) => new Date(startsAt).getUTCHours())),
]

describe('a weekly class at 18:00', () => {
  it.each([
    {
      startDate: '2026-03-01',
      endDate: '2026-04-30',
      dates: 9,
      first: '2026-03-04',
      last: '2026-04-29',
      utc: [16, 15],
    },
    {
      startDate: '2026-10-01',
      endDate: '2026-11-30',
      dates: 8,
      first: '2026-10-07',
      last: '2026-11-25',
      utc: [15, 16],
    },
  ])('is at 18:00 local time on each date from $startDate to $endDate', ({ dates, first, last, utc, ...days }) => {
    const entries = planEntries({ ...wednesdays, ...days }, zone)
    expect(entries).toHaveLength(dates)
    expect([entries[0]?.date, entries.at(-1)?.date]).toEqual([first, last])
    for (const { date, startsAt, endsAt } of entries) {
      expect(weekdayOf(date)).toBe(3)
      expect([clock.format(startsAt), clock.format(endsAt)]).toEqual(['18:00', '19:30'])
      expect(endsAt - startsAt).toBe(90 * 60_000)
    }
    // the same local time has another UTC hour after the clock change
    expect(utcHours({ ...wednesdays, ...days })).toEqual(utc)
  })
})

it('counts Monday as 1 and Sunday as 7, and includes both ends of the period', () => {
  const week = { startDate: '2026-03-09', endDate: '2026-03-15', startTime: '10:00', endTime: '11:00' }
  expect(planEntries({ ...week, weekdays: [1, 7] }, zone).map(({ date }) => date)).toEqual(['2026-03-09', '2026-03-15'])
})

it('never ends before it starts, even in the hour that a clock change skips', () => {
  const night = { weekdays: [7], startDate: '2026-03-29', endDate: '2026-03-29', startTime: '03:30', endTime: '04:00' }
  for (const { startsAt, endsAt } of planEntries(night, zone)) expect(endsAt).toBeGreaterThan(startsAt)
})

it('stops after exceeding the most entries of a plan', () => {
  const years = { startDate: '2026-01-01', endDate: '2028-12-31', startTime: '10:00', endTime: '11:00' }
  expect(planEntries({ ...years, weekdays: [1, 2, 3, 4, 5, 6, 7] }, zone)).toHaveLength(MOST_ENTRIES + 1)
})

it('names every field that is missing or wrong', () => {
  const empty = { classId: '', weekdays: [], startDate: '', endDate: '', startTime: '', endTime: '' }
  expect(checkPlan({ ...empty, standardPrice: null, memberPrice: null })).toEqual({
    classId: 'classMissing',
    weekdays: 'weekdayMissing',
    startDate: 'fieldMissing',
    endDate: 'fieldMissing',
    startTime: 'fieldMissing',
    endTime: 'fieldMissing',
  })
})
