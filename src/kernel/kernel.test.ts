import { describe, expect, it, vi } from 'vitest'
import { newId } from './ids.ts'
import { centsFrom, euros } from './money.ts'
import { addDays, ageOn, dateIn, daysBetween, isDate, isTime, weekdayOf } from './time.ts'
import { endOfDay, instantIn, startOfDay } from './zone.ts'

describe('money', () => {
  it.each([
    [0, '0€'],
    [1500, '15€'],
    [1250, '12.50€'],
    [5, '0.05€'],
    [-705, '−7.05€'],
  ])('shows %i cents as %s', (cents, text) => expect(euros(cents, 'en')).toBe(text))

  it('shows cents after a comma in Estonian', () =>
    expect([euros(1250, 'et'), euros(1500, 'et')]).toEqual(['12,50€', '15€']))

  it.each([
    ['12', 1200],
    ['12,5', 1250],
    [' 0.05 ', 5],
    ['-3', -300],
    ['−3', -300],
    ['12.345', null],
    ['1e3', null],
    ['', null],
    ['twelve', null],
  ])('reads %j as %j cents', (typed, cents) => expect(centsFrom(typed)).toBe(cents))
})

describe('time', () => {
  it('gives the day that a clock in the studio shows', () => {
    expect(dateIn('Europe/Tallinn', Date.parse('2026-03-10T21:59:59Z'))).toBe('2026-03-10')
    expect(dateIn('Europe/Tallinn', Date.parse('2026-03-10T22:00:00Z'))).toBe('2026-03-11')
    expect(dateIn('Europe/Tallinn', Date.parse('2026-07-10T21:00:00Z'))).toBe('2026-07-11')
  })

  it('gives the same day whatever the order in which a browser writes dates', () => {
    const Real = Intl.DateTimeFormat
    const american = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (_, options) {
      return new Real('en-US', options)
    })
    // a zone that no other test uses, because formatters are cached
    expect(dateIn('Pacific/Chatham', Date.parse('2026-03-10T21:59:59Z'))).toBe('2026-03-11')
    expect(american).toHaveBeenCalled()
    american.mockRestore()
  })

  it('tells existing days from days that do not exist', () => {
    for (const day of ['2028-02-29', '2026-12-31']) expect(isDate(day)).toBe(true)
    for (const day of ['2026-02-29', '2026-13-01', '26-01-01', 'today', '0000-01-01', '9999-12-31'])
      expect(isDate(day)).toBe(false)
    for (const time of ['00:00', '23:59']) expect(isTime(time)).toBe(true)
    for (const time of ['24:00', '9:00', '12:60']) expect(isTime(time)).toBe(false)
  })

  it('counts days across months, years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1)
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
    expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2)
    expect(weekdayOf('2026-11-22')).toBe(7)
    expect(weekdayOf('2026-11-23')).toBe(1)
  })

  it('counts full years of age', () => {
    expect(ageOn('2026-03-10', '2019-03-10')).toBe(7)
    expect(ageOn('2026-03-09', '2019-03-10')).toBe(6)
    expect(ageOn('2027-02-28', '2020-02-29')).toBe(6)
    expect(ageOn('2027-03-01', '2020-02-29')).toBe(7)
  })

  it('finds the instant of a local time on both sides of a clock change', () => {
    const at = (date: string, time: string) => new Date(instantIn('Europe/Tallinn', date, time)).toISOString()
    expect(at('2026-03-28', '18:00')).toBe('2026-03-28T16:00:00.000Z')
    expect(at('2026-03-29', '18:00')).toBe('2026-03-29T15:00:00.000Z')
    expect(at('2026-10-25', '18:00')).toBe('2026-10-25T16:00:00.000Z')
    // 03:30 does not exist on the day clocks go forward, and exists twice on the day they go back
    expect(at('2026-03-29', '03:30')).toBe('2026-03-29T01:30:00.000Z')
    expect(at('2026-10-25', '03:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(startOfDay('Europe/Tallinn', '2026-03-29')).toBe(Date.parse('2026-03-28T22:00:00Z'))
    // a day of 23 hours
    expect(endOfDay('Europe/Tallinn', '2026-03-29')).toBe(Date.parse('2026-03-29T20:59:59.999Z'))
  })
})

it('newId makes unique ids that fit into a URL', () => {
  const ids = new Set(Array.from({ length: 1000 }, newId))
  expect(ids.size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
})
