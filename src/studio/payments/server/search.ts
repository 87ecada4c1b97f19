import { inArray, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { ofPeopleFound } from '#studio/accounts/server/search.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { payments } from '../tables.ts'

/** Payments for people who are found by a search, and those of whoever pays and is found. No condition when it is empty. */
export async function paymentsFound(db: Tx, search: string): Promise<SQL | undefined> {
  const theirs = await ofPeopleFound(db, search, payments.userId)
  if (!theirs) return undefined
  const payers = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(await ofPeopleFound(db, search, accounts.personId))
  const each = (which: SQL) => db.select({ id: payments.id }).from(payments).where(which)
  return inArray(payments.id, unionAll(each(theirs), each(inArray(payments.payerId, payers))))
}
