import { UNDO_WITHIN } from '#kernel/undo.ts'
import type { CalendarEvent } from '#kernel/calendar.ts'
import type { Cents } from '#kernel/money.ts'
import { addDays, dateIn, HOUR, MINUTE, timeIn, type Instant } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'

/** The text of one notice for a letter and a push, in its reader's language. Paths are those of this application. */
export interface NoticeText {
  /** Subject of its own letter, or its heading in a combined letter. */
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly facts?: readonly { readonly label: string; readonly value: string }[]
  readonly button?: { readonly label: string; readonly path: string }
  readonly links?: readonly { readonly label: string; readonly path: string }[]
  /** Shown on a locked screen: only first names of people, and no sums. `title` replaces a subject that says more. */
  readonly push: { readonly title?: string; readonly body: string; readonly path: string }
  /**
   * The things it tells about, in the teller's own form, so that the text can be written again without those that are
   * no longer true.
   */
  readonly parts?: readonly unknown[]
  /** Payment by transfer: in a combined letter the sums are added up at the end, with the account details. */
  readonly transfer?: ToTransfer | undefined
  /** All that the reader has to pay, and how: in a combined letter only the last notice's copy is used, once. */
  readonly allToPay?: Pick<NoticeText, 'paragraphs' | 'facts'>
  /** Events for the reader's calendar. */
  readonly calendar?: readonly CalendarEvent[]
}

export interface ToTransfer {
  readonly cents: Cents
  /** Heading of the section, and label of the total. */
  readonly heading: string
  readonly label: string
  readonly where: readonly { readonly label: string; readonly value: string }[]
}

/** Kinds of notices, the most urgent first, with the ways that a person may choose for each. */
export const noticeKinds = {
  // a change of place or time always comes by e-mail, too
  cancelled: ['email', 'emailAndPush'],
  moved: ['email', 'emailAndPush'],
  // an offered place expires
  offers: ['email', 'emailAndPush'],
  bookings: ['email', 'emailAndPush', 'push', 'none'],
  reminders: ['email', 'emailAndPush', 'push', 'none'],
  // a debt always comes by e-mail, too
  payments: ['email', 'emailAndPush'],
  // messages to a class concern a booked place
  messages: ['email', 'emailAndPush'],
  news: ['email', 'emailAndPush', 'push', 'none'],
} as const satisfies Record<string, readonly NoticeWay[]>

export type NoticeKind = keyof typeof noticeKinds
export const noticeWays = ['email', 'emailAndPush', 'push', 'none'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** Default until the person chooses. */
export const FIRST_WAY: NoticeWay = 'email'

export const kindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]
export const mayChoose = (kind: NoticeKind, way: NoticeWay): boolean =>
  (noticeKinds[kind] as readonly NoticeWay[]).includes(way)

/** The kinds in an unsubscribe token; unknown names are ignored. */
export const kindsIn = (token: string): NoticeKind[] => {
  const named = token.split('.')[1]?.split('_') ?? []
  return kindNames.filter((kind) => named.includes(kind))
}

/** Whether a person may switch off letters of this kind, also from the letter itself. */
export const isOptional = (kind: NoticeKind): boolean => mayChoose(kind, 'none')

/** The same way without e-mail. */
export const withoutEmail = (way: NoticeWay): NoticeWay => (way === 'emailAndPush' || way === 'push' ? 'push' : 'none')

/** Notices about this time ahead (ms) are sent at any hour. */
export const SOON = 12 * HOUR
/** Nothing is sent between these times in the studio's time zone. */
export const QUIET_FROM = '22:00'
export const QUIET_UNTIL = '08:00'

const isQuiet = (time: string): boolean => time < QUIET_UNTIL || time >= QUIET_FROM

/** The end of the quiet hours if `now` is inside them, else `now`. */
export function afterQuiet(now: Instant, zone: string): Instant {
  const time = timeIn(zone, now)
  if (!isQuiet(time)) return now
  const today = dateIn(zone, now)
  return instantIn(zone, time < QUIET_UNTIL ? today : addDays(today, 1), QUIET_UNTIL)
}

const isNear = (now: Instant, at: Instant): boolean => at - now <= SOON

/** When to tell about something at `subjectAt`: not from 22:00 to 8:00 in the studio's time zone, unless it is near. */
export const tellAt = (now: Instant, subjectAt: Instant, zone: string): Instant =>
  isNear(now, subjectAt) ? now : afterQuiet(now, zone)

/** How long a letter waits for others to the same account (ms). */
const WAITS_FOR_OTHERS = 15 * MINUTE
/** When to write a letter, and whether alone; otherwise it is combined with others to the same account. */
export function writeAt(
  now: Instant,
  zone: string,
  { atOnce = false, at = Infinity, undoable = false }: { atOnce?: boolean; at?: Instant; undoable?: boolean },
): { readonly at: Instant; readonly alone: boolean } {
  const least = undoable ? now + UNDO_WITHIN : now
  if (atOnce || isNear(now, at)) return { at: least, alone: true }
  const open = afterQuiet(now, zone)
  if (open > now) return { at: open, alone: false }
  // write before the quiet hours rather than in the morning, so that an evening booking is confirmed the same evening
  const quiet = instantIn(zone, dateIn(zone, now), QUIET_FROM) - MINUTE
  return { at: Math.max(least, Math.min(now + WAITS_FOR_OTHERS, Math.max(now, quiet))), alone: false }
}

/** Hosts of the browsers' push services. The server calls no other host that a browser names. */
const services = [
  'fcm.googleapis.com',
  // used by Chromium in Linux distributions, and by Chrome before its release
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'notify.windows.com',
]

export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  const known = services.some((service) => hostname === service || hostname.endsWith(`.${service}`))
  return protocol === 'https:' && port === '' && username === '' && known
}

/** A subject or title that begins with the name of the person it is about, as a guardian may have several children. */
export function titleAbout(of: string | null, title: string): string {
  // not 'Another class' for An
  const isNamed = of !== null && title.startsWith(of) && !/^\p{L}/u.test(title.slice(of.length))
  return of === null || isNamed ? title : `${of}: ${title}`
}
