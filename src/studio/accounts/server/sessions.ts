import { and, eq, ne, sql } from 'drizzle-orm'
import { DAY } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { accounts, sessions } from '../tables.ts'

/** How long a session lasts without use; milliseconds. */
export const SESSION_LIFE = 60 * DAY

/**
 * When a session ends that is not used any more. What staff may do is other people's, so that theirs ends soon. The
 * role counts that somebody has now, and not the one that the session began with.
 */
export const sessionEndsAt = sql<number | null>`case when ${accounts.role} = 'user' then ${sessions.expiresAt} else
  least(${sessions.expiresAt}, coalesce(${sessions.lastUsedAt}, ${sessions.createdAt}) + interval '12 hours') end`.mapWith(
  sessions.expiresAt,
)

/** Signs an account out on all devices, but for one session if named; answers from how many. The record of the registration stays. */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { except }: { except?: string | null } = {},
): Promise<number> {
  const others = except ? ne(sessions.id, except) : undefined
  const theirs = and(eq(sessions.accountId, accountId), eq(sessions.status, 'active'), others)
  return (await tx.delete(sessions).where(theirs).returning({ id: sessions.id })).length
}
