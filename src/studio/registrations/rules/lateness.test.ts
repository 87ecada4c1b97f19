import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { cutOffOf, forgivenBy, freeUntil, isLate, latenessChangesAt } from './lateness.ts'

const startsAt = Date.parse('2026-03-11T16:00:00Z')
const late = (hoursBefore: number, lateHours = 24, movedAt: number | null = null) =>
  isLate({ startsAt, movedAt }, lateHours, startsAt - hoursBefore * HOUR)

it('a cancellation is late within the given hours before the start, but not exactly at the deadline', () => {
  expect([late(24), late(23.99), late(0.01), late(0), late(-1)]).toEqual([false, true, true, false, false])
})

it('a cancellation is never late if the studio has set no hours', () => {
  expect(late(0.01, 0)).toBe(false)
})

it('a cancellation is not late within a day after the studio moved the class', () => {
  const moved = (hoursBefore: number) => late(2, 24, startsAt - hoursBefore * HOUR)
  expect([moved(25), moved(26), moved(27)]).toEqual([false, true, true])
})

it('one can cancel without cost until the deadline, or for a day after a change by the studio, but not after the start', () => {
  const now = startsAt - 3 * DAY
  const until = (lateHours: number, moved: number | null = null, at = now) => {
    const instant = freeUntil({ startsAt, movedAt: moved === null ? null : startsAt - moved * HOUR }, lateHours, at)
    return instant === null ? null : (startsAt - instant) / HOUR
  }
  expect(until(24), 'the deadline').toBe(24)
  expect(until(24, 72), 'a change long before').toBe(24)
  expect(until(24, 30, startsAt - 26 * HOUR), 'a change shortly before the deadline').toBe(6)
  expect(until(24, 10, startsAt - 8 * HOUR), 'a change on the last day').toBe(0)
  expect(until(0), 'no deadline').toBe(null)
  expect(until(24, null, startsAt - 23 * HOUR), 'late already').toBe(null)
})

it('lateness stays the same until the returned instant', () => {
  const hours = fc.integer({ min: 0, max: 72 })
  const moved = fc.option(fc.integer({ min: -5 * DAY, max: 0 }), { nil: null })
  const before = fc.integer({ min: 0, max: 5 * DAY })
  fc.assert(
    fc.property(hours, moved, before, fc.double({ min: 0, max: 0.999, noNaN: true }), (lateHours, since, ago, part) => {
      const entry = { startsAt, movedAt: since === null ? null : startsAt + since }
      const now = startsAt - ago
      const at = latenessChangesAt(entry, lateHours, now)
      if (at === null) return
      const later = now + Math.floor((at - now) * part)
      // exactly at the deadline a cancellation is still in time
      if (now !== cutOffOf(entry, lateHours))
        expect(isLate(entry, lateHours, later)).toBe(isLate(entry, lateHours, now))
    }),
  )
})

it('forgives the person who comes back, else the earliest if the studio forgives', () => {
  const unforgiven = [
    { id: '1', userId: 'anna' },
    { id: '2', userId: 'mari' },
  ]
  const forgiven = (by: string, forgives = true) => forgivenBy(unforgiven, by, forgives)?.id ?? null
  expect([forgiven('kati'), forgiven('mari'), forgiven('kati', false), forgiven('mari', false)]).toEqual([
    '1',
    '2',
    null,
    '2',
  ])
})
