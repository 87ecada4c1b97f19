import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { credentials, sessions, users } from '../tables.ts'
import { passwordMatches } from './passwords.ts'
import { tokenHash } from './tokens.ts'

/** Whose password was typed, and the hash that proved it. */
export interface Proven {
  readonly userId: string
  readonly passwordHash: string
}

/** Whether the admin whose session this is typed their own password; null otherwise. Nobody else costs a hash. */
export async function provenByAdmin(db: Tx, sessionToken: string | null, password: string): Promise<Proven | null> {
  if (sessionToken === null || password === '') return null
  const admin = and(eq(users.role, 'admin'), eq(users.active, true))
  const [found] = await db
    .select({ userId: users.id, passwordHash: credentials.passwordHash })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(sessions.tokenHash, tokenHash(sessionToken)), admin))
  return found && (await passwordMatches(password, found.passwordHash)) ? found : null
}

/** Whether it is the password still. If it is being changed now, that waits. */
export async function isStillTrue(tx: Tx, { userId, passwordHash }: Proven): Promise<boolean> {
  const proof = and(eq(credentials.userId, userId), eq(credentials.passwordHash, passwordHash))
  return (await tx.select({ userId: credentials.userId }).from(credentials).where(proof).for('share')).length > 0
}
