import { expect, it } from 'vitest'
import { entryRanges, type EntryRange } from '../rules.ts'
import { LINGER, spanOf } from './ranges.ts'

const zone = 'Europe/Tallinn'

/** The span's bounds in UTC, for Tallinn: '2026-03-09T22:00Z' is midnight in winter. */
function spanAt(range: EntryRange, now: string): string {
  const span = spanOf(range, Date.parse(now), zone)
  if (span.kind !== 'startsWithin') return `${span.kind} ${minute(span.instant)}`
  return `${minute(span.from)} to ${minute(span.until)}`
}
const minute = (instant: number) => `${new Date(instant).toISOString().slice(0, 16)}Z`

it('keeps a class among the upcoming ones for half an hour after its end', () => {
  expect(spanAt('upcoming', '2026-03-10T10:00:00Z')).toBe('endsAfter 2026-03-10T09:30Z')
  expect(LINGER).toBe(30 * 60_000)
})

it('counts a class as past once it has ended', () => {
  expect(spanAt('past', '2026-03-10T10:00:00Z')).toBe('endsBy 2026-03-10T10:00Z')
})

it('starts the week on Monday in the studio’s time zone', () => {
  // Sunday 23:30 in Tallinn, and Monday 00:30 an hour later
  expect(spanAt('thisWeek', '2026-03-08T21:30:00Z')).toBe('2026-03-01T22:00Z to 2026-03-08T22:00Z')
  expect(spanAt('thisWeek', '2026-03-08T22:30:00Z')).toBe('2026-03-08T22:00Z to 2026-03-15T22:00Z')
  expect(spanAt('lastWeek', '2026-03-08T22:30:00Z')).toBe('2026-03-01T22:00Z to 2026-03-08T22:00Z')
})

it('has a week of 167 hours when summer time begins, and of 169 when it ends', () => {
  expect(spanAt('thisWeek', '2026-03-27T10:00:00Z')).toBe('2026-03-22T22:00Z to 2026-03-29T21:00Z')
  expect(spanAt('lastWeek', '2026-03-30T10:00:00Z')).toBe('2026-03-22T22:00Z to 2026-03-29T21:00Z')
  expect(spanAt('thisWeek', '2026-10-21T10:00:00Z')).toBe('2026-10-18T21:00Z to 2026-10-25T22:00Z')
})

it('handles months of every length and their clock changes', () => {
  expect(spanAt('thisMonth', '2026-03-10T10:00:00Z')).toBe('2026-02-28T22:00Z to 2026-03-31T21:00Z')
  expect(spanAt('lastMonth', '2026-03-31T10:00:00Z')).toBe('2026-01-31T22:00Z to 2026-02-28T22:00Z')
  expect(spanAt('lastMonth', '2028-03-31T10:00:00Z')).toBe('2028-01-31T22:00Z to 2028-02-29T22:00Z')
  expect(spanAt('thisMonth', '2026-10-31T10:00:00Z')).toBe('2026-09-30T21:00Z to 2026-10-31T22:00Z')
})

it('crosses the end of the year', () => {
  // New Year 2027 is a Friday; on 31 December at 23:00 UTC it has begun in Tallinn
  expect(spanAt('thisMonth', '2026-12-31T21:59:00Z')).toBe('2026-11-30T22:00Z to 2026-12-31T22:00Z')
  expect(spanAt('thisMonth', '2026-12-31T23:00:00Z')).toBe('2026-12-31T22:00Z to 2027-01-31T22:00Z')
  expect(spanAt('lastMonth', '2026-12-31T23:00:00Z')).toBe('2026-11-30T22:00Z to 2026-12-31T22:00Z')
  expect(spanAt('thisWeek', '2026-12-31T23:00:00Z')).toBe('2026-12-27T22:00Z to 2027-01-03T22:00Z')
  expect(spanAt('lastWeek', '2027-01-04T10:00:00Z')).toBe('2026-12-27T22:00Z to 2027-01-03T22:00Z')
})

it('returns when the next week or month begins', () => {
  const now = Date.parse('2026-03-27T10:00:00Z')
  const changes = entryRanges.map((range) => spanOf(range, now, zone).changesAt)
  const [monday, april] = [Date.parse('2026-03-29T21:00:00Z'), Date.parse('2026-03-31T21:00:00Z')]
  expect(changes).toEqual([null, monday, monday, april, april, null])
})
