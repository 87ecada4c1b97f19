// Needed only to create the sample studio; no procedure does this.
import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { accounts, sessions } from '../tables.ts'

export async function idsByEmail(db: Tx, email: string) {
  const [found] = await db
    .select({ accountId: accounts.id, userId: accounts.personId })
    .from(accounts)
    .where(eq(accounts.email, email))
  return found
}

/** Sessions that do not expire when unused, so that nobody has to sign in to the demo every morning. */
export async function staySignedIn(tx: Tx, accountId: string): Promise<void> {
  await tx.update(sessions).set({ lastUsedAt: sessions.expiresAt }).where(eq(sessions.accountId, accountId))
}

export async function signEverybodyOut(tx: Tx): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.status, 'active'))
}
