import { and, eq, ne, sql } from 'drizzle-orm'
import { DAY } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { accounts, sessions } from '../tables.ts'

/** How long a session lasts without use; milliseconds. */
export const SESSION_LIFE = 60 * DAY

/**
 * When an unused session ends. Sessions of staff end earlier, because staff can see other people's data. The current
 * role counts, not the one at sign-in.
 */
export const sessionEndsAt = sql<number | null>`case when ${accounts.role} = 'user' then ${sessions.expiresAt} else
  least(${sessions.expiresAt}, coalesce(${sessions.lastUsedAt}, ${sessions.createdAt}) + interval '12 hours') end`.mapWith(
  sessions.expiresAt,
)

/**
 * Signs an account out on all devices, except one session if named; returns how many ended. The registration record
 * stays.
 */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { except }: { except?: string | null } = {},
): Promise<number> {
  const others = except ? ne(sessions.id, except) : undefined
  const theirs = and(eq(sessions.accountId, accountId), eq(sessions.status, 'active'), others)
  return (await tx.delete(sessions).where(theirs).returning({ id: sessions.id })).length
}
