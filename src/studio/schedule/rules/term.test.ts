import { describe, expect, it } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { fullUntil, lastTerm, nextTerm } from './term.ts'

const everyWeek = (from: string, weeks: number) => Array.from({ length: weeks }, (_, week) => addDays(from, 7 * week))

const held = (days: readonly string[], series: string | null = null) => days.map((day) => ({ day, slot: day, series }))
const inOrder = (some: ReturnType<typeof held>) => some.toSorted((a, b) => (a.day < b.day ? -1 : 1))

describe('the last term', () => {
  it('begins after a break of two weeks, but not after one week off', () => {
    const spring = everyWeek('2026-02-02', 16)
    const autumn = everyWeek('2026-09-07', 15).filter((day) => day !== '2026-10-19')
    expect(lastTerm(held([...spring, ...autumn]))).toEqual({ startDate: '2026-09-07', endDate: '2026-12-14' })
    expect(lastTerm(held(spring))).toEqual({ startDate: '2026-02-02', endDate: '2026-05-18' })
  })

  it('begins where it was planned anew right after the one before', () => {
    const autumn = ['2026-09-07', '2026-09-09'].flatMap((from) => held(everyWeek(from, 12), from))
    const winter = ['2026-11-30', '2026-12-02'].flatMap((from) => held(everyWeek(from, 12), from))
    // one series is added while the term runs, one runs through both, and a camp is planned as a series, too
    const added = held(everyWeek('2026-12-11', 8), 'added')
    const open = held(everyWeek('2026-10-05', 20), 'open')
    const camp = held(['2027-01-04', '2027-01-05', '2027-01-07'], 'camp')
    expect(lastTerm(inOrder([...autumn, ...winter, ...added, ...open, ...camp]))).toEqual({
      startDate: '2026-11-30',
      endDate: '2027-02-17',
    })
  })

  it('does not begin where one series is added to classes that were not planned together', () => {
    const imported = everyWeek('2026-09-07', 15).map((day) => ({ day, slot: 'Monday', series: null }))
    const added = held(everyWeek('2026-11-03', 8), 'added')
    expect(lastTerm(inOrder([...imported, ...added]))?.startDate).toBe('2026-09-07')
  })

  it('is null without any classes', () => expect(lastTerm([])).toBeNull())
})

describe('the day until which the plan is full', () => {
  const slot = (name: string, from: string, weeks: number) =>
    everyWeek(from, weeks).map((day) => ({ day, slot: name, series: null }))
  const plan = ['2026-09-07', '2026-09-08', '2026-09-10', '2026-09-11'].flatMap((from) => slot(from, from, 18))
  const withoutChristmas = plan.filter(({ day }) => day < '2026-12-21' || day > '2026-12-27')

  it('is the last class of all where all series end together', () => {
    expect(fullUntil(inOrder(plan))).toBe('2027-01-08')
  })

  it('does not move when one series runs longer, with a week off before', () => {
    const longer = slot('Sunday', '2026-11-29', 10)
    expect(longer.at(-1)?.day).toBe('2027-01-31')
    expect(fullUntil(inOrder([...withoutChristmas, ...longer]))).toBe('2027-01-10')
  })

  it('is not moved by classes that took place once', () => {
    const camp = ['2027-01-18', '2027-01-19', '2027-01-20', '2027-01-21'].map((day) => ({
      day,
      slot: day,
      series: null,
    }))
    expect(fullUntil(inOrder([...plan, ...camp]))).toBe('2027-01-08')
    expect(fullUntil(camp)).toBe('2027-01-21')
  })

  it('is null without any classes', () => expect(fullUntil([])).toBeNull())
})

describe('the proposed next term', () => {
  // Tuesday to Friday, fifteen weeks
  const autumn = { startDate: '2026-09-08', endDate: '2026-12-18' }

  it('has the same number of weeks, from the Monday after the last term to the same weekday', () => {
    expect(nextTerm(autumn, '2026-11-27')).toEqual({ startDate: '2026-12-21', endDate: '2027-04-02' })
  })

  it('does not begin in the past', () => {
    expect(nextTerm(autumn, '2027-01-07')).toEqual({ startDate: '2027-01-11', endDate: '2027-04-23' })
    expect(nextTerm(autumn, '2027-01-11')?.startDate).toBe('2027-01-11')
  })

  it('is null after a single day', () => {
    expect(nextTerm({ startDate: '2026-11-27', endDate: '2026-11-27' }, '2026-11-27')).toBeNull()
  })
})
