import { eq, inArray, or, type SQL } from 'drizzle-orm'
import { fromRf, isReference, plainReference } from '#kernel/references.ts'
import type { Tx } from '#server/db/database.ts'
import type { PersonalContext } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { foundBy } from '#studio/accounts/server/search.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { payerReferences, payments } from '../tables.ts'

/**
 * Payments for people who are found by a search, and, for whoever may know who pays for whom, those of payers who are. No
 * condition when it is empty.
 */
export async function paymentsFound(
  { db, kind }: Pick<PersonalContext, 'db' | 'kind'>,
  search: string,
): Promise<SQL | undefined> {
  const of = await foundBy(db, search)
  const theirs = of(payments.userId)
  // who is whose guardian teachers learn in their classes alone
  if (!theirs || !may(kind, 'manageUsers')) return theirs
  const payers = db.select({ id: accounts.id }).from(accounts).where(of(accounts.personId))
  return or(theirs, inArray(payments.payerId, payers))
}

/** Whose a reference number is, in whichever way it is written on a statement; null of all else that is typed. */
export async function payerByReference(db: Tx, typed: string): Promise<string | null> {
  const reference = fromRf(typed) ?? plainReference(typed)
  if (!isReference(reference)) return null
  const [found] = await db
    .select({ payerId: payerReferences.payerId })
    .from(payerReferences)
    .where(eq(payerReferences.reference, reference))
  return found?.payerId ?? null
}
