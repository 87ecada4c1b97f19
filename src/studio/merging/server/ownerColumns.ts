// Every column that refers to a person or account, and what a merge does to it. A test compares the list with the
// database: a new column without an entry here fails it.
import { getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { guardians } from '#studio/accounts/tables.ts'
import { attendance, taps } from '#studio/attendance/tables.ts'
import { bankLines } from '#studio/bank/tables.ts'
import { categorySpans, monthlyFees, pauses } from '#studio/bills/tables.ts'
import { courseRegistrations, heldCoursePlaces } from '#studio/courses/tables.ts'
import { invitations, invitedPeople, photoConsents } from '#studio/families/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { pushes, told, waitingNotices } from '#studio/notices/tables.ts'
import { paperBuyers, papers } from '#studio/papers/tables.ts'
import { freezes } from '#studio/passes/tables.ts'
import { credits, payerReferences, payments } from '#studio/payments/tables.ts'
import {
  absences,
  cancelledPlaces,
  heldPlaces,
  lateCancellations,
  makeUps,
  registrations,
} from '#studio/registrations/tables.ts'
import { waiting } from '#studio/waiting/tables.ts'

/** A column that says whose a row is: a person, an account or a payer. */
export interface OwnerColumn {
  readonly table: PgTable
  readonly column: PgColumn
  /** Columns that, with this one, must be unique: if both records have the row, one is deleted. */
  readonly once?: readonly PgColumn[]
}

/** Columns that refer to a person, in the order in which they move. */
export const ofPerson: readonly OwnerColumn[] = [
  { table: purchases, column: purchases.userId },
  { table: freezes, column: freezes.userId },
  { table: payments, column: payments.userId },
  { table: monthlyFees, column: monthlyFees.personId },
  { table: makeUps, column: makeUps.userId },
  { table: registrations, column: registrations.userId },
  { table: lateCancellations, column: lateCancellations.userId },
  { table: heldPlaces, column: heldPlaces.userId },
  { table: absences, column: absences.userId, once: [absences.scheduleId] },
  { table: attendance, column: attendance.userId, once: [attendance.scheduleId] },
  { table: taps, column: taps.userId, once: [taps.scheduleId] },
  { table: courseRegistrations, column: courseRegistrations.userId },
  { table: heldCoursePlaces, column: heldCoursePlaces.userId },
  { table: waiting, column: waiting.userId },
  { table: pauses, column: pauses.personId },
  { table: photoConsents, column: photoConsents.personId, once: [photoConsents.accountId] },
  { table: guardians, column: guardians.personId, once: [guardians.accountId] },
  { table: invitedPeople, column: invitedPeople.personId, once: [invitedPeople.invitationId] },
  { table: cancelledPlaces, column: cancelledPlaces.personId, once: [cancelledPlaces.scheduleId] },
  { table: told, column: told.personId, once: [told.accountId, told.letter, told.subject, told.version] },
  { table: waitingNotices, column: waitingNotices.personId },
  { table: pushes, column: pushes.personId },
]

/** Columns of an account that is closed because the person's other account stays. */
export const ofAccount: readonly OwnerColumn[] = [
  { table: guardians, column: guardians.accountId, once: [guardians.personId] },
  { table: photoConsents, column: photoConsents.accountId, once: [photoConsents.personId] },
  { table: invitations, column: invitations.accountId },
  { table: waitingNotices, column: waitingNotices.accountId },
]

/** Columns that refer to a payer: only open payments move, as the specification says; paid ones stay for the books. */
export const ofPayer = {
  payments: { table: payments, column: payments.payerId },
  credits: { table: credits, column: credits.payerId },
  references: { table: payerReferences, column: payerReferences.payerId },
  lines: { table: bankLines, column: bankLines.payerId },
  papers: { table: papers, column: papers.payerId },
  // a payer has one
  buyers: { table: paperBuyers, column: paperBuyers.payerId, once: [] },
} as const satisfies Record<string, OwnerColumn>

/** Category spans of both records are taken out, and made anew for the kept one. */
export const spans: OwnerColumn = { table: categorySpans, column: categorySpans.personId }

export const nameOf = ({ table, column }: OwnerColumn): string => `${getTableName(table)}.${column.name}`

export const ownerColumns: readonly OwnerColumn[] = [...ofPerson, ...ofAccount, ...Object.values(ofPayer), spans]
export const ownerColumnNamed = new Map(ownerColumns.map((one) => [nameOf(one), one]))
