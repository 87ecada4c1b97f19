import { UNDO_WITHIN } from '#kernel/undo.ts'
import type { CalendarEvent } from '#kernel/calendar.ts'
import type { Cents } from '#kernel/money.ts'
import { addDays, dateIn, HOUR, MINUTE, timeIn, type Instant } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'

/** What a letter or a push tells of one thing, in its reader's language. Paths are those of this application. */
export interface NoticeText {
  /** The subject of a letter of its own, and its heading among others. */
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly facts?: readonly { readonly label: string; readonly value: string }[]
  readonly button?: { readonly label: string; readonly path: string }
  readonly links?: readonly { readonly label: string; readonly path: string }[]
  /**
   * What a locked screen shows: of people none but first names, and no sums. `title` takes the place of a subject that
   * says more.
   */
  readonly push: { readonly title?: string; readonly body: string; readonly path: string }
  /** What it tells of, as whoever tells keeps it: so it can be said anew without a part that is not true any more. */
  readonly parts?: readonly unknown[]
  /** What is to be paid by transfer: of several in one letter the sums are one at its end, with where it goes. */
  readonly transfer?: ToTransfer | undefined
  /** All that the reader has to pay, and how: of several in one letter it stands once, after the last of them. */
  readonly allToPay?: Pick<NoticeText, 'paragraphs' | 'facts'>
  /** What the reader's calendar takes. */
  readonly calendar?: readonly CalendarEvent[]
}

export interface ToTransfer {
  readonly cents: Cents
  /** The heading and the label of the one sum. */
  readonly heading: string
  readonly label: string
  readonly where: readonly { readonly label: string; readonly value: string }[]
}

/** What the studio writes about, the most urgent first, and by which ways somebody may choose to hear of it. */
export const noticeKinds = {
  // what changes where somebody should be is always in the mailbox, too
  cancelled: ['email', 'emailAndPush'],
  moved: ['email', 'emailAndPush'],
  // a place waits for no one
  offers: ['email', 'emailAndPush'],
  bookings: ['email', 'emailAndPush', 'push', 'none'],
  reminders: ['email', 'emailAndPush', 'push', 'none'],
  // what is owed is always in the mailbox, too
  payments: ['email', 'emailAndPush'],
  // what is written to a class is about somebody's place in it
  messages: ['email', 'emailAndPush'],
  news: ['email', 'emailAndPush', 'push', 'none'],
} as const satisfies Record<string, readonly NoticeWay[]>

export type NoticeKind = keyof typeof noticeKinds
export const noticeWays = ['email', 'emailAndPush', 'push', 'none'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** Until somebody has chosen. */
export const FIRST_WAY: NoticeWay = 'email'

export const kindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]
export const mayChoose = (kind: NoticeKind, way: NoticeWay): boolean =>
  (noticeKinds[kind] as readonly NoticeWay[]).includes(way)

/** Of which kinds the letters end, by a link's token; what it names otherwise is none. */
export const kindsIn = (token: string): NoticeKind[] => {
  const named = token.split('.')[1]?.split('_') ?? []
  return kindNames.filter((kind) => named.includes(kind))
}

/** Letters that somebody may do without, and end from the letter itself. */
export const isOptional = (kind: NoticeKind): boolean => mayChoose(kind, 'none')

/** The way that leaves e-mail out of another one. */
export const withoutEmail = (way: NoticeWay): NoticeWay => (way === 'emailAndPush' || way === 'push' ? 'push' : 'none')

/** What concerns the next hours is told at any hour. */
const SOON = 12 * HOUR
/** Nobody is written to between these times of the studio's clock. */
export const QUIET_FROM = '22:00'
export const QUIET_UNTIL = '08:00'

const isQuiet = (time: string): boolean => time < QUIET_UNTIL || time >= QUIET_FROM

/** The end of the quiet hours in which an instant lies; itself where it lies in none. */
export function afterQuiet(now: Instant, zone: string): Instant {
  const time = timeIn(zone, now)
  if (!isQuiet(time)) return now
  const today = dateIn(zone, now)
  return instantIn(zone, time < QUIET_UNTIL ? today : addDays(today, 1), QUIET_UNTIL)
}

const isNear = (now: Instant, at: Instant): boolean => at - now <= SOON

/** When somebody is told of what is about `subjectAt`: not from 22:00 to 8:00 on the studio's clock, unless it is near. */
export const tellAt = (now: Instant, subjectAt: Instant, zone: string): Instant =>
  isNear(now, subjectAt) ? now : afterQuiet(now, zone)

/** So long a letter waits for others to the same account. */
const WAITS_FOR_OTHERS = 15 * MINUTE
/** When a letter is written, and whether alone; otherwise it becomes one with the others to the same account. */
export function writeAt(
  now: Instant,
  zone: string,
  { atOnce = false, at = Infinity, undoable = false }: { atOnce?: boolean; at?: Instant; undoable?: boolean },
): { readonly at: Instant; readonly alone: boolean } {
  const least = undoable ? now + UNDO_WITHIN : now
  if (atOnce || isNear(now, at)) return { at: least, alone: true }
  const open = afterQuiet(now, zone)
  if (open > now) return { at: open, alone: false }
  // whoever did something in the evening hears of it in the evening
  const quiet = instantIn(zone, dateIn(zone, now), QUIET_FROM) - MINUTE
  return { at: Math.max(least, Math.min(now + WAITS_FOR_OTHERS, Math.max(now, quiet))), alone: false }
}

/** Where browsers have their pushes from. The studio's server calls no other address that a browser names. */
const services = [
  'fcm.googleapis.com',
  // of Chromium as Linux distributions build it, and of Chrome before its release
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
