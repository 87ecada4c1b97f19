import { eq } from 'drizzle-orm'
import type { BeforeCommand, Turn } from '#server/procedures.ts'
import { refuseWrong } from '../rules.ts'
import { checkCredentials, normalEmail, type Credentials } from '../rules/forms.ts'
import { accounts, credentials } from '../tables.ts'
import { passwordProves } from './passwords.ts'
import { isUsualPlace } from './usualPlaces.ts'

/** Whoever is at a usual place of theirs goes first; a form that is not filled in costs no hash. */
export async function turnToProve(typed: Credentials, before: BeforeCommand): Promise<Turn | null> {
  return refuseWrong(checkCredentials(typed)) ? null : { known: await isUsualPlace(before, typed.email) }
}

/** Whose e-mail and password these are, and the hash that proved it; null for wrong ones, after the same time. */
export async function provenBy(typed: Credentials, { db }: BeforeCommand) {
  const [found] = await db
    .select({ accountId: accounts.id, passwordHash: credentials.passwordHash })
    .from(accounts)
    .innerJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(eq(accounts.email, normalEmail(typed.email)))
  const { matches, renewed } = await passwordProves(db, typed.password, found?.passwordHash ?? null)
  return matches && found ? { ...found, renewed } : null
}
