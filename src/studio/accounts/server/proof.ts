import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { checkCredentials, normalEmail, refuseWrong, type Credentials } from '../rules.ts'
import { credentials, users } from '../tables.ts'
import { passwordMatches } from './passwords.ts'

/** Whose e-mail and password these are, and the hash that proved it; null for wrong ones, after the same time. */
export async function provenBy(db: Tx, typed: Credentials) {
  if (refuseWrong(checkCredentials(typed))) return null
  const [found] = await db
    .select({ userId: users.id, passwordHash: credentials.passwordHash })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.email, normalEmail(typed.email)))
  const matches = await passwordMatches(typed.password, found?.passwordHash ?? null)
  return matches && found ? found : null
}
