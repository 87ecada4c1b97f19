// What an import stores: rows of each kind, in batches.
import type { sessions } from '#studio/accounts/tables.ts'
import type { attendance } from '#studio/attendance/tables.ts'
import type { classes } from '#studio/classes/tables.ts'
import type { courseRegistrations, courses } from '#studio/courses/tables.ts'
import type { logs } from '#studio/logs/tables.ts'
import type { memberships, purchases } from '#studio/memberships/tables.ts'
import type { registrations } from '#studio/registrations/tables.ts'
import type { schedule } from '#studio/schedule/tables.ts'
import type { Kind, Problem } from '../rules.ts'
import type { Paid } from './judge.ts'
import type { PersonRow } from './people.ts'

export type NamedPayment = Paid & { readonly description: string }

/** What is stored for each kind of row. */
export interface Rows {
  readonly people: PersonRow
  readonly sessions: { readonly id: string; readonly row: typeof sessions.$inferInsert }
  readonly classes: { readonly id: string; readonly row: typeof classes.$inferInsert }
  readonly memberships: { readonly id: string; readonly row: typeof memberships.$inferInsert }
  readonly courses: { readonly id: string; readonly row: typeof courses.$inferInsert }
  readonly schedule: { readonly id: string; readonly row: typeof schedule.$inferInsert }
  readonly passes: {
    readonly id: string
    readonly row: Omit<typeof purchases.$inferInsert, 'paymentId'>
    readonly paid: NamedPayment | null
  }
  readonly courseRegistrations: {
    readonly id: string
    readonly row: typeof courseRegistrations.$inferInsert
    readonly paid: NamedPayment
  }
  readonly registrations: {
    readonly id: string
    readonly row: typeof registrations.$inferInsert
    readonly paid: NamedPayment | null
    readonly mark: typeof attendance.$inferInsert | null
  }
  readonly payments: { readonly id: string; readonly paid: NamedPayment }
  readonly logs: {
    readonly id: string
    readonly line: Omit<typeof logs.$inferInsert, 'createdAt'>
    readonly at: number
  }
}

export type Batch = {
  [K in Kind]: {
    readonly kind: K
    readonly rows: readonly Rows[K][]
    /** Number of source documents, including those that are not imported. */
    readonly read: number
    readonly problems: readonly Problem[]
  }
}[Kind]
