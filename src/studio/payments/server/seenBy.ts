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
 * Of which payments an account sees the money: a guardian of those that they pay or caused, and everybody of what is their
 * own. What else was paid for a child is its other parent's.
 */
export const seenBy = (of: Of, accountId: string | Placeholder): SQL => sql`(${of.payerId} = ${accountId}
  or exists (select from ${accounts} where ${accounts.id} = ${accountId} and ${accounts.personId} = ${of.userId})
  or exists (select from ${paymentHistory} where ${paymentHistory.paymentId} = ${of.id}
    and ${paymentHistory.byUserId} = ${accountId} and ${paymentHistory.reason} = 'created'))`
