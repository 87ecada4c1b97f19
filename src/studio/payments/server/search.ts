import { eq, inArray, or, type SQL } from 'drizzle-orm'
import { fromRf, isReference, plainReference } from '#kernel/references.ts'
import type { Tx } from '#server/db/database.ts'
import type { PersonalContext } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { foundBy } from '#studio/accounts/server/search.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { payerReferences, payments } from '../tables.ts'

/**
 * Condition for payments of the people whom a search finds and, for users who may know who pays for whom, for payments
 * of the payers whom it finds, by name or by reference number. Undefined if the search is empty.
 */
export async function paymentsFound(
  { db, kind }: Pick<PersonalContext, 'db' | 'kind'>,
  search: string,
): Promise<SQL | undefined> {
  const of = await foundBy(db, search)
  const theirs = of(payments.userId)
  // teachers learn who is whose guardian only in their own classes
  if (!theirs || !may(kind, 'manageUsers')) return theirs
  const payers = db.select({ id: accounts.id }).from(accounts).where(of(accounts.personId))
  const payerId = await payerByReference(db, search)
  return or(theirs, inArray(payments.payerId, payers), payerId === null ? undefined : eq(payments.payerId, payerId))
}

/** The payer of a reference number, in any spelling that statements use; null if the typed text is no such number. */
export async function payerByReference(db: Tx, typed: string): Promise<string | null> {
  const reference = fromRf(typed) ?? plainReference(typed)
  if (!isReference(reference)) return null
  const [found] = await db
    .select({ payerId: payerReferences.payerId })
    .from(payerReferences)
    .where(eq(payerReferences.reference, reference))
  return found?.payerId ?? null
}
