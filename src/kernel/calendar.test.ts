import { expect, it } from 'vitest'
import { calendarFile, type CalendarEvent } from './calendar.ts'

const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 'e1',
  title: 'Jazz',
  description: '',
  startsAt: Date.parse('2026-11-26T16:00:00Z'),
  endsAt: Date.parse('2026-11-26T17:30:00Z'),
  revision: 0,
  cancelled: false,
  ...more,
})
const source = {
  studioName: 'Stuudio',
  studioAddress: '',
  baseUrl: 'https://book.studio.ee',
  now: Date.parse('2026-03-10T10:00:00Z'),
}
const file = (more: Partial<CalendarEvent> = {}) => calendarFile([event(more)], source)
/** Unfolds the lines as a reader does (RFC 5545, section 3.1). */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

it('ends every line with CR LF', () => {
  const text = file()
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
  expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

it('gives times in UTC, and keeps the id of an event', () => {
  expect(unfolded(file())).toEqual(
    expect.arrayContaining([
      'UID:e1@book.studio.ee',
      'DTSTAMP:20260310T100000Z',
      'DTSTART:20261126T160000Z',
      'DTEND:20261126T173000Z',
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      'URL:https://book.studio.ee/dashboard',
    ]),
  )
})

it('tells subscribers to refresh every hour, in the old and the new property', () => {
  const hourly = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']
  expect(unfolded(calendarFile([], { ...source, feed: 'Mine' }))).toEqual(expect.arrayContaining(hourly))
  // a file that is imported once has no refresh interval
  for (const line of hourly) expect(unfolded(file())).not.toContain(line)
})

it('marks a cancelled event as cancelled', () => {
  expect(unfolded(file({ cancelled: true, revision: 7 }))).toEqual(
    expect.arrayContaining(['STATUS:CANCELLED', 'SEQUENCE:7']),
  )
})

it('escapes special characters, so that no value can add lines of its own', () => {
  const lines = unfolded(file({ title: 'Jazz, hip; hop \\ funk', description: 'One\r\nEND:VEVENT\rTwo\nThree\u0007' }))
  expect(lines).toContain('SUMMARY:Jazz\\, hip\\; hop \\\\ funk')
  expect(lines).toContain('DESCRIPTION:One\\nEND:VEVENT\\nTwo\\nThree')
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1)
})

it('folds lines at 75 bytes without cutting a character', () => {
  const title = `${'õ'.repeat(60)} ${'💃'.repeat(40)}`
  const text = file({ title })
  const bytes = text.split('\r\n').map((line) => Buffer.byteLength(line))
  expect(Math.max(...bytes)).toBeLessThanOrEqual(75)
  expect(Math.max(...bytes)).toBeGreaterThan(70)
  expect(text).not.toContain('\ufffd')
  expect(unfolded(text)).toContain(`SUMMARY:${title}`)
})

it('gives the studio as the location, with its address if it has set one', () => {
  const placeOf = (studioAddress: string) =>
    unfolded(calendarFile([event()], { ...source, studioAddress })).filter((line) => line.startsWith('LOCATION'))
  expect(placeOf('')).toEqual(['LOCATION:Stuudio'])
  expect(unfolded(file({ room: 'Big room' }))).toContain('LOCATION:Big room\\, Stuudio')
  expect(placeOf('Tartu mnt 1, Tallinn')).toEqual(['LOCATION:Stuudio\\, Tartu mnt 1\\, Tallinn'])
})
