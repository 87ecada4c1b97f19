import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { sessions } from '../tables.ts'

/** Signs somebody out on all devices, but for one session if named. The record of the registration stays. */
export async function endSessions(tx: Tx, userId: string, { except }: { except?: string | null } = {}): Promise<void> {
  const others = except ? ne(sessions.id, except) : undefined
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.status, 'active'), others))
}
