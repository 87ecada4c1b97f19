import { and, eq, gt, isNull } from 'drizzle-orm'
import { refuse, type Refusal } from '#kernel/result.ts'
import { HOUR, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { emailLinks } from '../tables.ts'
import { newToken, tokenHash } from './tokens.ts'

export type LinkPurpose = 'verify' | 'reset'

/** How long a link works. */
const LIFE: Readonly<Record<LinkPurpose, number>> = { verify: 48 * HOUR, reset: HOUR }

/** Makes a link's token. Older links keep working until one is used: impatient people ask twice and open either. */
export async function createLink(tx: Tx, userId: string, purpose: LinkPurpose, now: Instant): Promise<string> {
  const token = newToken()
  await tx
    .insert(emailLinks)
    .values({ tokenHash: tokenHash(token), userId, purpose, createdAt: now, expiresAt: now + LIFE[purpose] })
  return token
}

/** Uses a link up, together with its owner's others of the same purpose, and says whose it is. */
export async function consumeLink(
  tx: Tx,
  token: string,
  purpose: LinkPurpose,
  now: Instant,
): Promise<{ ok: true; userId: string } | Refusal<'linkUsed' | 'linkExpired' | 'linkUnknown'>> {
  const hash = tokenHash(token)
  const mine = and(eq(emailLinks.tokenHash, hash), eq(emailLinks.purpose, purpose))
  const [used] = await tx
    .update(emailLinks)
    .set({ usedAt: now })
    .where(and(mine, isNull(emailLinks.usedAt), gt(emailLinks.expiresAt, now)))
    .returning({ userId: emailLinks.userId })
  if (used) {
    const others = and(eq(emailLinks.userId, used.userId), eq(emailLinks.purpose, purpose), isNull(emailLinks.usedAt))
    await tx.update(emailLinks).set({ usedAt: now }).where(others)
    return { ok: true, userId: used.userId }
  }
  const [found] = await tx.select({ usedAt: emailLinks.usedAt }).from(emailLinks).where(mine)
  if (!found) return refuse('linkUnknown')
  return refuse(found.usedAt === null ? 'linkExpired' : 'linkUsed')
}
