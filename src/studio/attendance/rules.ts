import { HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import { may, type Actor } from '#studio/accounts/rules.ts'
import type { ShownPaymentStatus } from '#studio/payments/rules.ts'

export const attendanceValues = ['attended', 'no-show'] as const
export type AttendanceValue = (typeof attendanceValues)[number]

/** Days: how far back staff are reminded of classes with unmarked people. */
export const DAYS_TO_MARK = 7

/** Entries on one page of Scheduled Classes and Registrants: a week of most studios, with everyone who comes. */
export const ENTRIES_ON_A_PAGE = 10

/** How long before the start 'All here' can be used (ms); nobody can be here earlier. */
export const ALL_HERE_BEFORE = 3 * HOUR
/** Maximum number of people marked by one press. */
export const MOST_MARKED = 500
/** How long a press can be taken back, in ms. */
export const TAKE_BACK_WITHIN = 2 * MINUTE

/** Latest accepted age of a tap (ms); an older one is dated to this limit. */
export const LATEST_TAP = 48 * HOUR

/** When a tap was made: the device's time, limited to between LATEST_TAP before its arrival and its arrival. */
export const momentOf = (tappedAt: Instant, arrivedAt: Instant): Instant =>
  Math.min(arrivedAt, Math.max(Math.round(tappedAt), arrivedAt - LATEST_TAP))

export const mayTakeAll = (
  entry: { readonly startsAt: Instant; readonly cancelledAt: Instant | null },
  now: Instant,
): boolean => entry.cancelledAt === null && entry.startsAt - now <= ALL_HERE_BEFORE

/** The mark after a tap: tapping the current mark clears it. */
export const afterTap = (current: AttendanceValue | null, tapped: AttendanceValue): AttendanceValue | null =>
  current === tapped ? null : tapped

/** If a payment is confirmed, only those who may cancel payments can remove the registration it paid for. */
export const mayRemove = (kind: Actor['kind'], payment: ShownPaymentStatus | null): boolean =>
  may(kind, 'registerOthers') && (payment !== 'confirmed' || may(kind, 'deletePayments'))
