import { eq } from 'drizzle-orm'
import type { BeforeCommand, Turn } from '#server/procedures.ts'
import { refuseWrong } from '../rules.ts'
import { checkCredentials, normalEmail, type Credentials } from '../rules/forms.ts'
import { accounts, credentials } from '../tables.ts'
import { passwordProves } from './passwords.ts'
import { isUsualIp } from './usualIps.ts'

/** Callers at a usual IP address of the account get priority; an incomplete form is not hashed. */
export async function turnToProve(typed: Credentials, before: BeforeCommand): Promise<Turn | null> {
  return refuseWrong(checkCredentials(typed)) ? null : { known: await isUsualIp(before, typed.email) }
}

/** The account with this e-mail and password, and the matching hash; null if wrong, after the same time. */
export async function provenBy(typed: Credentials, { db }: BeforeCommand) {
  const [found] = await db
    .select({ accountId: accounts.id, passwordHash: credentials.passwordHash })
    .from(accounts)
    .innerJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(eq(accounts.email, normalEmail(typed.email)))
  const { matches, renewed } = await passwordProves(db, typed.password, found?.passwordHash ?? null)
  return matches && found ? { ...found, renewed } : null
}
