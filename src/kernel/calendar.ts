// Calendar files that phones can import: RFC 5545 (iCalendar).
import * as z from 'zod/mini'
import { instant, object } from './fields.ts'

export const calendarEvent = object({
  /** Stable for one event, so that opening a newer file updates the event instead of adding another. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** SEQUENCE: increases whenever the event changes. */
  revision: z.int(),
  cancelled: z.boolean(),
  /** The room's name; missing when the event has no room, or when the reader may not see it. */
  room: z.optional(z.string()),
})
export type CalendarEvent = z.infer<typeof calendarEvent>

export interface CalendarSource {
  readonly studioName: string
  /** On one line; empty when the studio has no address. */
  readonly studioAddress: string
  /** The application's base URL; its host makes the event ids globally unique. */
  readonly baseUrl: string
  readonly now: number
  /** The name of the calendar, for a feed that phones subscribe to. */
  readonly feed?: string
}

/** Returns these events as a calendar file. Times are UTC, so they stay right across clock changes. */
export function calendarFile(
  events: readonly CalendarEvent[],
  { studioName, studioAddress, baseUrl, now, feed }: CalendarSource,
): string {
  const host = new URL(baseUrl).hostname
  const placeOf = ({ room = '' }: CalendarEvent) =>
    [room, studioName, studioAddress].filter((part) => part !== '').join(', ')
  const lines = events.flatMap((event) => [
    'BEGIN:VEVENT',
    `UID:${escaped(event.id)}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(event.endsAt)}`,
    `SEQUENCE:${event.revision}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.description.trim() ? [`DESCRIPTION:${escaped(event.description.trim())}`] : []),
    `LOCATION:${escaped(placeOf(event))}`,
    `URL:${baseUrl}/dashboard`,
    'END:VEVENT',
  ])
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${host}//dance-studio//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(feed === undefined ? [] : followed(feed)),
    ...lines,
    'END:VCALENDAR',
  ]
  return all.map((line) => `${folded(line)}\r\n`).join('')
}

/** The calendar name and refresh interval, in the old and new properties: RFC 7986, sections 5.1 and 5.7. */
const followed = (name: string) => [
  `NAME:${escaped(name)}`,
  `X-WR-CALNAME:${escaped(name)}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
]

/** Formats an instant: "20261126T160000Z" (RFC 5545, section 3.3.5). */
const utc = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}|[-:]/g, '')

/** Escapes a text (RFC 5545, section 3.3.11); drops control characters, which are not allowed, except tabs. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- control characters are what this removes
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll('\n', '\\n')

/** Folds lines at 75 bytes of UTF-8, never inside a character; continuation lines begin with a space (section 3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let [folded, room] = ['', 75]
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (size > room) [folded, room] = [`${folded}\r\n `, 74]
    folded += letter
    room -= size
  }
  return folded
}
