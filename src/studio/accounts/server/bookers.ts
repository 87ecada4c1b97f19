import { and, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { kindOf, type Booker } from '../rules.ts'
import { accounts, guardians } from '../tables.ts'

/** Active accounts with a verified address that may book for a person: their own, and their guardians'. */
export async function bookersOf(db: Tx, personId: string): Promise<Booker[]> {
  const { role, emailVerifiedAt, acceptedTerms } = accounts
  const guarding = db
    .select({ id: guardians.accountId })
    .from(guardians)
    .where(and(eq(guardians.personId, personId), eq(guardians.canBook, true)))
  const found = await db
    .select({ role, emailVerifiedAt, acceptedTerms })
    .from(accounts)
    .where(and(or(eq(accounts.personId, personId), inArray(accounts.id, guarding)), eq(accounts.active, true)))
  return found.map((account) => ({ kind: kindOf(account), acceptedTerms: account.acceptedTerms }))
}
