import { expect, it } from 'vitest'
import { planEntries } from '../rules/weekly.ts'
import { afterThat, alreadyScheduled, byWeekday, clockChanges, endFor, startMoved, withoutPlanned } from './planned.ts'

const plan = (startDate: string, endDate: string, weekdays = [7, 1]) => ({
  weekdays,
  startDate,
  endDate,
  startTime: '18:00',
  endTime: '19:00',
})
const tallinn = (...args: Parameters<typeof plan>) => planEntries(plan(...args), 'Europe/Tallinn')

it('groups the dates by weekday, Monday first', () => {
  const shown = byWeekday(tallinn('2026-03-01', '2026-03-10'))
  expect(shown.map(({ weekday, entries }) => [weekday, ...entries.map(({ date }) => date)])).toEqual([
    [1, '2026-03-02', '2026-03-09'],
    [7, '2026-03-01', '2026-03-08'],
  ])
})

it('lists the first date after each clock change', () => {
  expect(clockChanges(tallinn('2026-03-01', '2026-04-30'), '18:00')).toEqual(['2026-03-29'])
  expect(clockChanges(tallinn('2026-03-01', '2026-11-30', [3]), '18:00')).toEqual(['2026-04-01', '2026-10-28'])
  expect(clockChanges(tallinn('2026-06-01', '2026-07-30'), '18:00')).toEqual([])
})

it('finds the dates on which the class, or another at an overlapping time, is scheduled already', () => {
  const mondays = tallinn('2026-03-02', '2026-03-16', [1])
  const at = (start: string, end: string) => ({
    startsAt: Date.parse(`2026-${start}Z`),
    endsAt: Date.parse(`2026-${end}Z`),
    classId: 'jazz',
    className: 'Jazz',
  })
  // 18:00 in Tallinn is 16:00 UTC: one ends when it starts, one starts during it, one is on another day
  const times = [at('03-02T15:00', '03-02T16:00'), at('03-09T16:59', '03-09T18:00'), at('03-17T16:00', '03-17T17:00')]
  const ofJazz = alreadyScheduled(mondays, times, 'jazz')
  expect([[...ofJazz.same], [...ofJazz.others]]).toEqual([['2026-03-09'], []])
  const ofHeels = alreadyScheduled(mondays, times, 'heels')
  expect([[...ofHeels.same], [...ofHeels.others]]).toEqual([[], [['2026-03-09', 'Jazz']]])
})

it('leaves out the entries of which the same class is scheduled already, at exactly that time', () => {
  const mondays = tallinn('2026-03-02', '2026-03-23', [1])
  const at = (start: string, end: string, classId = 'jazz') => ({
    startsAt: Date.parse(`2026-${start}Z`),
    endsAt: Date.parse(`2026-${end}Z`),
    classId,
    className: classId,
  })
  // one is a quarter of an hour later, one is another class
  const existing = [
    at('03-02T16:00', '03-02T17:00'),
    at('03-09T16:15', '03-09T17:15'),
    at('03-16T16:00', '03-16T17:00', 'heels'),
  ]
  const { entries, already } = withoutPlanned(mondays, existing, 'jazz')
  expect(already).toEqual(['2026-03-02'])
  expect(entries.map(({ date }) => date)).toEqual(['2026-03-09', '2026-03-16', '2026-03-23'])
})

it('moves the end with the start and keeps the length, by default an hour', () => {
  expect(endFor('18:00', { startTime: '', endTime: '' })).toBe('19:00')
  expect(endFor('19:15', { startTime: '18:00', endTime: '19:30' })).toBe('20:45')
  expect(endFor('18:00', { startTime: '', endTime: '20:00' })).toBe('19:00')
  expect(endFor('23:30', { startTime: '18:00', endTime: '19:30' })).toBe('23:59')
})

it('moves the end of an edited class with its start', () => {
  const saved = { startDate: '2026-03-02', startTime: '18:00', endDate: '2026-03-02', endTime: '19:30' }
  expect(startMoved({ startTime: '19:15' }, saved, saved)).toEqual({ startTime: '19:15', endTime: '20:45' })
  expect(startMoved({ startDate: '2026-03-04' }, saved, saved)).toEqual({
    startDate: '2026-03-04',
    endDate: '2026-03-04',
  })
  // a half-typed value moves nothing, and the saved one is still remembered
  expect(startMoved({ startTime: '' }, saved, saved)).toEqual({ startTime: '' })
  const typing = { ...saved, startTime: '', startDate: '' }
  expect(startMoved({ startTime: '19:00' }, typing, saved)).toMatchObject({ endTime: '20:30' })
  const night = { ...saved, endDate: '2026-03-03', endTime: '01:00' }
  expect(startMoved({ startTime: '19:00' }, night, night)).toEqual({ startTime: '19:00' })
})

it('starts another class of the same weekdays when the previous one ends', () => {
  const one = {
    key: 0,
    classId: 'jazz',
    weekdays: [1],
    startTime: '18:00',
    endTime: '19:15',
    standardPrice: 900,
    memberPrice: null,
  }
  const other = {
    key: 1,
    classId: '',
    weekdays: [1],
    startTime: '19:15',
    endTime: '20:30',
    standardPrice: null,
    memberPrice: null,
  }
  expect(afterThat(one, 1)).toEqual(other)
  expect(afterThat({ ...one, startTime: '', endTime: '' }, 1)).toMatchObject({
    weekdays: [1],
    startTime: '',
    endTime: '',
  })
})
