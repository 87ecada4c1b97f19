import { and, asc, eq, ne, or } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { HOUR } from '#kernel/time.ts'
import { handler, personal, run } from '#server/procedures.ts'
import { FIRST_WAY, isPushService, kindNames, mayChoose, type NoticeKind, type NoticeWay } from '../rules.ts'
import { chosenWays, pushSubscriptions } from '../tables.ts'
import { vapidKeys } from './keys.ts'

export const mine = personal(
  { accountOn: [chosenWays.accountId, pushSubscriptions.accountId] },
  async ({ db, accountId }) => {
    const own = accountId ?? ''
    const chosen = await db.select().from(chosenWays).where(eq(chosenWays.accountId, own))
    const subscribed = await db
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.accountId, own))
      .orderBy(asc(pushSubscriptions.createdAt))
    const wayOf = (kind: NoticeKind) => chosen.find((one) => one.kind === kind)?.way ?? FIRST_WAY
    return {
      ways: kindNames.map((kind) => ({ kind, way: wayOf(kind) })),
      endpoints: subscribed.map(({ endpoint }) => endpoint),
    }
  },
)

export const choose = run(async (c, { kind, way }: { kind: NoticeKind; way: NoticeWay }) => {
  if (!mayChoose(kind, way)) return refuse('alwaysByEmail')
  await c.tx
    .insert(chosenWays)
    .values({ accountId: c.me.accountId, kind, way })
    .onConflictDoUpdate({ target: [chosenWays.accountId, chosenWays.kind], set: { way } })
  return done({})
})

export const pushKey = run(async (c) => done({ publicKey: (await vapidKeys(c.tx)).publicKey }))

interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Takes over a browser that another account used before. */
export const turnOn = handler({
  limits: () => [{ key: 'push', max: 30, per: HOUR, perCaller: true }],
  run: async (c, subscription: Subscription) => {
    if (!isPushService(subscription.endpoint)) return refuse('unknownPushService')
    const { accountId, sessionId } = c.me
    // delete the previous owner's row with its waiting pushes, and this session's old push address
    const before = or(eq(pushSubscriptions.endpoint, subscription.endpoint), eq(pushSubscriptions.sessionId, sessionId))
    await c.tx.delete(pushSubscriptions).where(before)
    await c.tx
      .insert(pushSubscriptions)
      .values({ id: newId(), accountId, sessionId, ...subscription, createdAt: c.now })
    return done({})
  },
})

/**
 * Moves waiting pushes to the browser's new address. Does not switch pushes on again for a person who turned them off.
 */
export const renew = handler({
  limits: () => [{ key: 'push', max: 30, per: HOUR, perCaller: true }],
  run: async (c, subscription: Subscription) => {
    if (!isPushService(subscription.endpoint)) return done({ renewed: false })
    const { accountId, sessionId } = c.me
    const here = and(eq(pushSubscriptions.accountId, accountId), eq(pushSubscriptions.sessionId, sessionId))
    const [had] = await c.tx.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(here).for('update')
    if (!had) return done({ renewed: false })
    const taken = and(eq(pushSubscriptions.endpoint, subscription.endpoint), ne(pushSubscriptions.id, had.id))
    await c.tx.delete(pushSubscriptions).where(taken)
    await c.tx.update(pushSubscriptions).set(subscription).where(eq(pushSubscriptions.id, had.id))
    return done({ renewed: true })
  },
})

export const turnOff = run(async (c, { endpoint }: { endpoint: string }) => {
  const own = eq(pushSubscriptions.accountId, c.me.accountId)
  await c.tx.delete(pushSubscriptions).where(and(own, eq(pushSubscriptions.endpoint, endpoint)))
  return done({})
})
