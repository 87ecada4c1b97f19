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
export async function createLink(tx: Tx, accountId: string, purpose: LinkPurpose, now: Instant): Promise<string> {
  const token = newToken()
  await tx
    .insert(emailLinks)
    .values({ tokenHash: tokenHash(token), accountId, purpose, createdAt: now, expiresAt: now + LIFE[purpose] })
  return token
}

type DeadLink = Refusal<'linkUsed' | 'linkExpired' | 'linkUnknown'>

const withToken = (token: string, purpose: LinkPurpose) =>
  and(eq(emailLinks.tokenHash, tokenHash(token)), eq(emailLinks.purpose, purpose))

/** Why a link does not work; null when it does. Looking uses nothing up, and tells nothing of its owner. */
export async function whyDead(tx: Tx, token: string, purpose: LinkPurpose, now: Instant): Promise<DeadLink | null> {
  const [found] = await tx.select().from(emailLinks).where(withToken(token, purpose))
  if (!found) return refuse('linkUnknown')
  if (found.usedAt !== null) return refuse('linkUsed')
  return found.expiresAt > now ? null : refuse('linkExpired')
}

/** Uses a link up, together with its owner's others of the same purpose, and says whose it is. */
export async function consumeLink(
  tx: Tx,
  token: string,
  purpose: LinkPurpose,
  now: Instant,
): Promise<{ ok: true; accountId: string } | DeadLink> {
  const [used] = await tx
    .update(emailLinks)
    .set({ usedAt: now })
    .where(and(withToken(token, purpose), isNull(emailLinks.usedAt), gt(emailLinks.expiresAt, now)))
    .returning({ accountId: emailLinks.accountId })
  if (used) {
    const others = and(
      eq(emailLinks.accountId, used.accountId),
      eq(emailLinks.purpose, purpose),
      isNull(emailLinks.usedAt),
    )
    await tx.update(emailLinks).set({ usedAt: now }).where(others)
    return { ok: true, accountId: used.accountId }
  }
  return (await whyDead(tx, token, purpose, now)) ?? refuse('linkUsed')
}
