import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { recurring } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { challenges } from '../tables.ts'

const LIFE = 5 * MINUTE

type Purpose = typeof challenges.$inferSelect.purpose

export async function rememberChallenge(
  c: CommandContext,
  challenge: string,
  purpose: Purpose,
  accountId: string | null,
): Promise<void> {
  await c.tx.insert(challenges).values({ challenge, purpose, accountId, expiresAt: c.now + LIFE })
}

/** Uses up a challenge; returns false if it is unknown, used or expired. */
export async function takeChallenge(
  c: CommandContext,
  challenge: string,
  purpose: Purpose,
  accountId: string | null,
): Promise<boolean> {
  const owner = accountId === null ? isNull(challenges.accountId) : eq(challenges.accountId, accountId)
  const asked = and(eq(challenges.challenge, challenge), eq(challenges.purpose, purpose), owner)
  const used = await c.tx
    .delete(challenges)
    .where(and(asked, gt(challenges.expiresAt, c.now)))
    .returning({ challenge: challenges.challenge })
  return used.length > 0
}

export const cleanUpChallenges = recurring('signing.cleanUp', HOUR, async ({ tx, now }) => {
  await tx.delete(challenges).where(lt(challenges.expiresAt, now))
  return false
})
