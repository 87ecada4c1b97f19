import { and, eq, gt } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { Caller } from '../rules.ts'
import { sessions, users } from '../tables.ts'
import { tokenHash } from './tokens.ts'

/** Who a session speaks for right now: role and verification are read at each call (READINGS R3). */
export async function identify(tx: Tx, sessionToken: string | null, now: Instant): Promise<Caller> {
  if (!sessionToken) return { kind: 'visitor' }
  const [found] = await tx
    .select({
      sessionId: sessions.id,
      userId: users.id,
      email: users.email,
      displayName: users.displayName,
      role: users.role,
      verifiedAt: users.emailVerifiedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash(sessionToken)), gt(sessions.expiresAt, now), eq(users.active, true)))
  if (!found) return { kind: 'visitor' }
  const { role, verifiedAt, ...account } = found
  return { kind: verifiedAt === null ? 'unverified' : role, ...account }
}
