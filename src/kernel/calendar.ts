// Calendar files as phones read them: RFC 5545 (iCalendar).
import * as z from 'zod/mini'
import { instant, object } from './fields.ts'

export const calendarEvent = object({
  /** The same for the same thing for ever: a file that is opened again updates the event. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** Grows whenever the event changes. */
  revision: z.int(),
  cancelled: z.boolean(),
  /** The name of its room; none where it has none, or nobody is told. */
  room: z.optional(z.string()),
})
export type CalendarEvent = z.infer<typeof calendarEvent>

export interface CalendarSource {
  readonly studioName: string
  /** In one line; empty where it has none. */
  readonly studioAddress: string
  /** Where the studio's application is open; its host makes the events' names unique in the world. */
  readonly baseUrl: string
  readonly now: number
  /** Of a calendar that is followed: what it is called. */
  readonly feed?: string
}

/** A calendar file of these events. Times are UTC, which is right on both sides of a clock change. */
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

/** The name as old and new programs read it, and how often to look: RFC 7986, sections 5.1 and 5.7. */
const followed = (name: string) => [
  `NAME:${escaped(name)}`,
  `X-WR-CALNAME:${escaped(name)}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
]

/** "20261126T160000Z" (RFC 5545, section 3.3.5). */
const utc = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}|[-:]/g, '')

/** RFC 5545, section 3.3.11; control characters, which a text may not hold, are left out, tabs apart. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- these are what it is about
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll('\n', '\\n')

/** At most 75 bytes of UTF-8 a line, the rest on lines that begin with a space; no letter is cut (section 3.1). */
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
