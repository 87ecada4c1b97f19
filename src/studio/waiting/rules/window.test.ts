import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, timeIn, type Instant } from '#kernel/time.ts'
import { QUIET_FROM, QUIET_UNTIL } from '#studio/notices/rules.ts'
import { afterDaytime, offerEnds, windowLength } from './window.ts'

const ZONE = 'Europe/Tallinn'
const at = (local: string, offset = '+02:00'): Instant => Date.parse(`${local}:00${offset}`)
const ends = (now: Instant, cutOff: Instant) => {
  const until = offerEnds(ZONE, now, cutOff)
  return until === null ? null : `${new Date(until).toISOString().slice(0, 10)} ${timeIn(ZONE, until)}`
}

describe('the time to reply to an offer', () => {
  it('is a quarter of the time to the cut-off, at least 15 minutes and at most two hours', () => {
    const start = at('2026-03-10T12:00')
    expect(windowLength(start, start + 4 * HOUR)).toBe(HOUR)
    expect(windowLength(start, start + 30 * MINUTE)).toBe(15 * MINUTE)
    expect(windowLength(start, start + 48 * HOUR)).toBe(2 * HOUR)
  })

  it('is null if it would end after the cut-off', () => {
    const noon = at('2026-03-10T12:00')
    expect(ends(noon, noon + 15 * MINUTE)).toBe('2026-03-10 12:15')
    expect(ends(noon, noon + 15 * MINUTE - 1)).toBe(null)
    // the night is in between
    expect(ends(at('2026-03-10T21:50'), at('2026-03-11T08:00'))).toBe(null)
  })
})

it('the time to reply pauses from 22:00 to 8:00', () => {
  expect(ends(at('2026-03-10T21:00'), at('2026-03-12T18:00'))).toBe('2026-03-11 09:00')
  expect(ends(at('2026-03-10T23:30'), at('2026-03-12T18:00'))).toBe('2026-03-11 10:00')
  expect(ends(at('2026-03-11T03:00'), at('2026-03-12T18:00'))).toBe('2026-03-11 10:00')
  expect(ends(at('2026-03-10T20:00'), at('2026-03-12T18:00'))).toBe('2026-03-10 22:00')
})

it('the time to reply also pauses in nights with a clock change', () => {
  expect(ends(at('2026-03-28T21:10'), at('2026-03-30T18:00', '+03:00'))).toBe('2026-03-29 09:10')
  expect(ends(at('2026-10-24T21:10', '+03:00'), at('2026-10-26T18:00'))).toBe('2026-10-25 09:10')
})

const isNight = (instant: Instant) => {
  const time = timeIn(ZONE, instant)
  return time >= QUIET_FROM || time < QUIET_UNTIL
}

it('the time to reply counts exactly the daytime minutes, on any date and across both clock changes', () => {
  const march = at('2026-03-27T00:00')
  const october = at('2026-10-23T00:00', '+03:00')
  const minute = fc.integer({ min: 0, max: 4 * 24 * 60 })
  const length = fc.integer({ min: 1, max: 20 * 60 })
  fc.assert(
    fc.property(fc.constantFrom(march, october), minute, length, (start, offset, minutes) => {
      const from = start + offset * MINUTE
      const until = afterDaytime(ZONE, from, minutes * MINUTE)
      let counted = 0
      for (let one = from; one < until; one += MINUTE) if (!isNight(one)) counted += 1
      expect(counted).toBe(minutes)
      // it ends by day, or as the night begins
      expect(isNight(until - 1)).toBe(false)
    }),
    { numRuns: 40 },
  )
})
