import { expect, it } from 'vitest'
import { planEntries } from '../rules/weekly.ts'
import { alreadyScheduled, byWeekday, clockChanges } from './planned.ts'

const plan = (startDate: string, endDate: string, weekdays = [7, 1]) => ({
  weekdays,
  startDate,
  endDate,
  startTime: '18:00',
  endTime: '19:00',
})
const tallinn = (...args: Parameters<typeof plan>) => planEntries(plan(...args), 'Europe/Tallinn')

it('shows the dates weekday by weekday, Monday first', () => {
  const shown = byWeekday(tallinn('2026-03-01', '2026-03-10'))
  expect(shown.map(({ weekday, entries }) => [weekday, ...entries.map(({ date }) => date)])).toEqual([
    [1, '2026-03-02', '2026-03-09'],
    [7, '2026-03-01', '2026-03-08'],
  ])
})

it('points out the first date after each clock change', () => {
  expect(clockChanges(tallinn('2026-03-01', '2026-04-30'), '18:00')).toEqual(['2026-03-29'])
  expect(clockChanges(tallinn('2026-03-01', '2026-11-30', [3]), '18:00')).toEqual(['2026-04-01', '2026-10-28'])
  expect(clockChanges(tallinn('2026-06-01', '2026-07-30'), '18:00')).toEqual([])
})

it('knows the dates on which the class stands already, where the times overlap', () => {
  const mondays = tallinn('2026-03-02', '2026-03-16', [1])
  const at = (start: string, end: string) => ({
    startsAt: Date.parse(`2026-${start}Z`),
    endsAt: Date.parse(`2026-${end}Z`),
  })
  // 18:00 in Tallinn is 16:00 UTC: one ends as it starts, one starts within it, one is on another day
  const times = [at('03-02T15:00', '03-02T16:00'), at('03-09T16:59', '03-09T18:00'), at('03-17T16:00', '03-17T17:00')]
  expect([...alreadyScheduled(mondays, times)]).toEqual(['2026-03-09'])
})
