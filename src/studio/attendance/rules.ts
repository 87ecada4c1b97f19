import { HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import { may, type Actor } from '#studio/accounts/rules.ts'
import type { ShownPaymentStatus } from '#studio/payments/rules.ts'

export const attendanceValues = ['attended', 'no-show'] as const
export type AttendanceValue = (typeof attendanceValues)[number]

/** Entries on one page of Scheduled Classes and Registrants: a week of most studios, with everyone who comes. */
export const ENTRIES_ON_A_PAGE = 10

/** Everybody is marked at once from so long before the start: earlier nobody can be here. */
export const ALL_HERE_BEFORE = 3 * HOUR
/** So many are marked by one press. */
export const MOST_MARKED = 500
/** How long a press can be taken back, in ms. */
export const TAKE_BACK_WITHIN = 2 * MINUTE

export const mayTakeAll = (
  entry: { readonly startsAt: Instant; readonly cancelledAt: Instant | null },
  now: Instant,
): boolean => entry.cancelledAt === null && entry.startsAt - now <= ALL_HERE_BEFORE

/** A tap on the mark that stands takes it back. */
export const afterTap = (standing: AttendanceValue | null, tapped: AttendanceValue): AttendanceValue | null =>
  standing === tapped ? null : tapped

/** A confirmed payment was received: only who may cancel payments removes the registration that it paid for. */
export const mayRemove = (kind: Actor['kind'], payment: ShownPaymentStatus | null): boolean =>
  may(kind, 'registerOthers') && (payment !== 'confirmed' || may(kind, 'deletePayments'))
