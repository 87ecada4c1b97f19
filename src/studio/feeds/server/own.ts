import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { HOUR } from '#kernel/time.ts'
import { on } from '#server/events.ts'
import { handler, personal } from '#server/procedures.ts'
import { addressTakenBack } from '#studio/signing/events.ts'
import { logLines } from '../messages/log.ts'
import { feedPath, hasFeed, type FeedKind } from '../rules.ts'
import { feeds } from '../tables.ts'

export const mine = personal({ accountOn: [feeds.accountId] }, async ({ db, kind: caller, accountId }) => {
  const found = await db
    .select()
    .from(feeds)
    .where(eq(feeds.accountId, accountId ?? ''))
    .orderBy(asc(feeds.kind))
  return found.filter(({ kind }) => hasFeed(caller, kind)).map(({ kind, token }) => ({ kind, path: feedPath(token) }))
})

interface Make {
  readonly kind: FeedKind
  readonly anew: boolean
}

export const make = handler({
  limits: () => [{ key: 'feed', max: 30, per: HOUR, perCaller: true }],
  run: async (c, { kind, anew }: Make) => {
    if (!hasFeed(c.me.kind, kind)) return refuse('staffOnly')
    const made = { token: randomBytes(32).toString('base64url'), createdAt: c.now }
    const insert = c.tx.insert(feeds).values({ accountId: c.me.accountId, kind, ...made })
    if (anew) await insert.onConflictDoUpdate({ target: [feeds.accountId, feeds.kind], set: made })
    else await insert.onConflictDoNothing()
    if (anew) c.log({ channel: 'auth', level: 'info', message: logLines.newAddress })
    return done({})
  },
})

/** An intruder may have copied the account's calendar addresses. */
export const endCopied = on(addressTakenBack, async (c, { accountId }) => {
  await c.tx.delete(feeds).where(eq(feeds.accountId, accountId))
})
