import { describe, expect, it } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { lastTerm, nextTerm } from './term.ts'

const everyWeek = (from: string, weeks: number) => Array.from({ length: weeks }, (_, week) => addDays(from, 7 * week))

describe('the last term', () => {
  it('reaches back to a break of two weeks, and over a week off', () => {
    const spring = everyWeek('2026-02-02', 16)
    const autumn = everyWeek('2026-09-07', 15).filter((day) => day !== '2026-10-19')
    expect(lastTerm([...spring, ...autumn])).toEqual({ startDate: '2026-09-07', endDate: '2026-12-14' })
    expect(lastTerm(spring)).toEqual({ startDate: '2026-02-02', endDate: '2026-05-18' })
  })

  it('is none where nothing was ever on', () => expect(lastTerm([])).toBeNull())
})

describe('the next term that is proposed', () => {
  // Tuesday to Friday, fifteen weeks
  const autumn = { startDate: '2026-09-08', endDate: '2026-12-18' }

  it('has as many weeks, from the Monday after the one before to the same weekday', () => {
    expect(nextTerm(autumn, '2026-11-27')).toEqual({ startDate: '2026-12-21', endDate: '2027-04-02' })
  })

  it('is not in the past', () => {
    expect(nextTerm(autumn, '2027-01-07')).toEqual({ startDate: '2027-01-11', endDate: '2027-04-23' })
    expect(nextTerm(autumn, '2027-01-11')?.startDate).toBe('2027-01-11')
  })

  it('is none after a single day', () => {
    expect(nextTerm({ startDate: '2026-11-27', endDate: '2026-11-27' }, '2026-11-27')).toBeNull()
  })
})
