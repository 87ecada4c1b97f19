import type { CallerKind } from '#studio/accounts/rules.ts'
import { may } from '#studio/accounts/rules.ts'
import type { ShownPaymentStatus } from '#studio/payments/rules.ts'

export const attendanceValues = ['attended', 'no-show'] as const
export type AttendanceValue = (typeof attendanceValues)[number]

/** Entries on one page of Scheduled Classes and Registrants: a week of most studios, with everyone who comes. */
export const ENTRIES_ON_A_PAGE = 10

/** A tap on the mark that stands takes it back. */
export const afterTap = (standing: AttendanceValue | null, tapped: AttendanceValue): AttendanceValue | null =>
  standing === tapped ? null : tapped

/** A confirmed payment was received: only who may cancel payments removes the registration that it paid for. */
export const mayRemove = (kind: CallerKind, payment: ShownPaymentStatus | null): boolean =>
  may(kind, 'registerOthers') && (payment !== 'confirmed' || may(kind, 'deletePayments'))
