// The unsubscribe link of a letter. It needs no sign-in: the token in the link is proof enough.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { MINUTE } from '#kernel/time.ts'
import { addressBucket } from '#server/commands/limits.ts'
import type { Tx } from '#server/db/database.ts'
import { meta } from '#server/db/tables.ts'
import { handler } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { FIRST_WAY, isOptional, kindsIn, withoutEmail, type NoticeKind } from '../rules.ts'
import { chosenWays, pushSubscriptions } from '../tables.ts'

const KEY = 'unsubscribe'

/** Created once and kept, so that links in old letters still work. */
async function secretOf(tx: Tx): Promise<string> {
  const kept = async () => (await tx.select().from(meta).where(eq(meta.key, KEY)))[0]?.value
  const found = await kept()
  if (found !== undefined) return found
  const made = randomBytes(32).toString('base64url')
  await tx.insert(meta).values({ key: KEY, value: made }).onConflictDoNothing()
  // another server may have stored its secret first
  return (await kept()) ?? made
}

const sealOf = (secret: string, sealed: string): string =>
  createHmac('sha256', secret).update(sealed).digest().subarray(0, 16).toString('base64url')

/**
 * Returns a function that makes an account's unsubscribe link for the optional ones of these kinds; null if none is
 * optional.
 */
export async function unsubscribing(tx: Tx, { baseUrl }: Pick<Settings, 'baseUrl'>) {
  const secret = await secretOf(tx)
  return (accountId: string, kinds: readonly NoticeKind[]): string | null => {
    const optional = kinds.filter(isOptional)
    if (optional.length === 0) return null
    const sealed = `${accountId}.${optional.toSorted().join('_')}`
    return `${baseUrl}/unsubscribe/${sealed}.${sealOf(secret, sealed)}`
  }
}

export const unsubscribe = handler({
  limits: (_input: { token: string }, { address }) => [
    { key: `unsubscribe:${addressBucket(address)}`, max: 60, per: 10 * MINUTE },
  ],
  run: async (c, { token }) => {
    const [accountId = '', kinds = '', seal = ''] = token.split('.')
    const expected = Buffer.from(sealOf(await secretOf(c.tx), `${accountId}.${kinds}`))
    const given = Buffer.from(seal)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return refuse('linkDead')
    // a deleted account gets no letters anyway
    const [account] = await c.tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('share')
    if (!account) return done({})
    const ended = kindsIn(token).filter(isOptional)
    const chosen = await c.tx
      .select()
      .from(chosenWays)
      .where(and(eq(chosenWays.accountId, accountId), inArray(chosenWays.kind, ended)))
    const [browser] = await c.tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.accountId, accountId))
      .limit(1)
    for (const kind of ended) {
      const before = chosen.find((one) => one.kind === kind)?.way ?? FIRST_WAY
      // without a browser that takes pushes, choosing pushes would bring e-mails again
      const way = browser ? withoutEmail(before) : 'none'
      await c.tx
        .insert(chosenWays)
        .values({ accountId, kind, way })
        .onConflictDoUpdate({ target: [chosenWays.accountId, chosenWays.kind], set: { way } })
    }
    return done({})
  },
})
