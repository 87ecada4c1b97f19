import { and, eq, gt, gte, inArray, isNull } from 'drizzle-orm'
import { refuse, type Refusal } from '#kernel/result.ts'
import { DAY, HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { emailLinks } from '../tables.ts'
import { newToken, tokenHash } from './tokens.ts'

export type LinkPurpose = typeof emailLinks.$inferSelect.purpose

/** Lifetime of a link (ms). */
const LIFE: Readonly<Record<LinkPurpose, number>> = {
  verify: 48 * HOUR,
  reset: HOUR,
  address: 48 * HOUR,
  keep: 7 * DAY,
  // not a link: time to complete the second step after a correct password
  secondStep: 10 * MINUTE,
}

/** Creates a link's token. Older links keep working until one is used, because people ask twice and open either. */
export async function createLink(
  tx: Tx,
  accountId: string,
  purpose: LinkPurpose,
  now: Instant,
  address: string | null = null,
): Promise<string> {
  const token = newToken()
  await tx.insert(emailLinks).values({
    tokenHash: tokenHash(token),
    accountId,
    purpose,
    address,
    createdAt: now,
    expiresAt: now + LIFE[purpose],
  })
  return token
}

/** Lifetime of an invitation to choose a first password, in days: a reset link that works longer. */
const INVITATION_DAYS = 14
export async function invitationTo(tx: Tx, accountId: string, now: Instant): Promise<string> {
  const token = newToken()
  const link = { tokenHash: tokenHash(token), accountId, purpose: 'reset', address: null } as const
  await tx.insert(emailLinks).values({ ...link, createdAt: now, expiresAt: now + INVITATION_DAYS * DAY })
  return token
}

type DeadLink = Refusal<'linkUsed' | 'linkExpired' | 'linkUnknown'>

interface WorkingLink {
  readonly ok: true
  readonly accountId: string
  /** Empty if the link is not about an address. */
  readonly address: string
  readonly createdAt: Instant
}

const workingOf = ({ accountId, address, createdAt }: typeof emailLinks.$inferSelect): WorkingLink => ({
  ok: true,
  accountId,
  address: address ?? '',
  createdAt,
})

const withToken = (token: string, purpose: LinkPurpose) =>
  and(eq(emailLinks.tokenHash, tokenHash(token)), eq(emailLinks.purpose, purpose))

/** A valid link, or why it does not work. Does not use the link up. */
export async function findLink(
  tx: Tx,
  token: string,
  purpose: LinkPurpose,
  now: Instant,
): Promise<WorkingLink | DeadLink> {
  const [found] = await tx.select().from(emailLinks).where(withToken(token, purpose))
  if (!found) return refuse('linkUnknown')
  if (found.usedAt !== null) return refuse('linkUsed')
  if (found.expiresAt <= now) return refuse('linkExpired')
  return workingOf(found)
}

/** Why a link does not work; null when it does. */
export async function whyDead(tx: Tx, token: string, purpose: LinkPurpose, now: Instant): Promise<DeadLink | null> {
  const found = await findLink(tx, token, purpose, now)
  return found.ok ? null : found
}

/** Ends all links of these purposes, or those created since an instant. */
export async function endLinksOf(
  tx: Tx,
  accountId: string,
  purposes: LinkPurpose[],
  now: Instant,
  since?: Instant,
): Promise<void> {
  const later = since === undefined ? undefined : gte(emailLinks.createdAt, since)
  const theirs = and(eq(emailLinks.accountId, accountId), inArray(emailLinks.purpose, purposes), later)
  await tx
    .update(emailLinks)
    .set({ usedAt: now })
    .where(and(theirs, isNull(emailLinks.usedAt)))
}

/**
 * Uses a link up, with the account's other links of the same purpose, and returns the account. Of an old mailbox only the
 * links of later changes: who changed the address twice must not be able to end the link of its owner.
 */
export async function consumeLink(
  tx: Tx,
  token: string,
  purpose: LinkPurpose,
  now: Instant,
): Promise<WorkingLink | DeadLink> {
  const [used] = await tx
    .update(emailLinks)
    .set({ usedAt: now })
    .where(and(withToken(token, purpose), isNull(emailLinks.usedAt), gt(emailLinks.expiresAt, now)))
    .returning()
  if (used) {
    await endLinksOf(tx, used.accountId, [purpose], now, purpose === 'keep' ? used.createdAt : undefined)
    return workingOf(used)
  }
  return (await whyDead(tx, token, purpose, now)) ?? refuse('linkUsed')
}
