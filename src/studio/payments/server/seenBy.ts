import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '#studio/accounts/tables.ts'
import { paymentHistory } from '../tables.ts'

interface Of {
  readonly id: AnyPgColumn
  readonly payerId: AnyPgColumn
  readonly userId: AnyPgColumn
}

/**
 * Condition for the payments whose amounts an account may see: those that it pays or created, and those of its own
 * person. Other payments for a child are the business of its other parent.
 */
export const seenBy = (of: Of, accountId: string | Placeholder): SQL => sql`(${of.payerId} = ${accountId}
  or exists (select from ${accounts} where ${accounts.id} = ${accountId} and ${accounts.personId} = ${of.userId})
  or exists (select from ${paymentHistory} where ${paymentHistory.paymentId} = ${of.id}
    and ${paymentHistory.byUserId} = ${accountId} and ${paymentHistory.reason} = 'created'))`
