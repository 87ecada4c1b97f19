import { addDays, dateIn, HOUR, timeIn, type Instant } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'

/** What the studio writes about, and by which ways somebody may choose to hear of it. */
export const noticeKinds = {
  // what changes where somebody should be is always in the mailbox, too
  cancelled: ['email', 'emailAndPush'],
  moved: ['email', 'emailAndPush'],
} as const satisfies Record<string, readonly NoticeWay[]>

export type NoticeKind = keyof typeof noticeKinds
export const noticeWays = ['email', 'emailAndPush', 'push', 'none'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** Until somebody has chosen. */
export const FIRST_WAY: NoticeWay = 'email'

export const kindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]
export const mayChoose = (kind: NoticeKind, way: NoticeWay): boolean =>
  (noticeKinds[kind] as readonly NoticeWay[]).includes(way)

/** What concerns the next hours is told at any hour. */
const SOON = 12 * HOUR
const [QUIET_FROM, QUIET_UNTIL] = ['22:00', '08:00']

/** When somebody is told of what is about `subjectAt`: not from 22:00 to 8:00 on the studio's clock, unless it is near. */
export function tellAt(now: Instant, subjectAt: Instant, zone: string): Instant {
  const time = timeIn(zone, now)
  if (subjectAt - now <= SOON || (time >= QUIET_UNTIL && time < QUIET_FROM)) return now
  const today = dateIn(zone, now)
  return instantIn(zone, time < QUIET_UNTIL ? today : addDays(today, 1), QUIET_UNTIL)
}

/** Where browsers have their pushes from. The studio's server calls no other address that a browser names. */
const services = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com', 'notify.windows.com']

export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  const known = services.some((service) => hostname === service || hostname.endsWith(`.${service}`))
  return protocol === 'https:' && port === '' && username === '' && known
}
