import { and, eq, inArray } from 'drizzle-orm'
import { HOUR, type Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { tellAt, type NoticeKind } from '../rules.ts'
import { chosenWays, pushes, pushSubscriptions } from '../tables.ts'

export interface Notice {
  readonly accountId: string
  readonly title: string
  readonly body: string
  /** Where a press on it leads. */
  readonly path: string
}

/** Nearer than this it is shown at once, whatever the device saves. */
const URGENT = 24 * HOUR

/**
 * Queues a push for each of these accounts that wants one of this kind, on every browser where it is signed in. `about`
 * names the subject: a later one of the same takes the place of one that was not seen yet.
 */
export async function pushTo(
  c: CommandContext,
  kind: NoticeKind,
  about: { readonly id: string; readonly at: Instant },
  notices: readonly Notice[],
): Promise<void> {
  const { id: topic, at } = about
  if (notices.length === 0 || at <= c.now) return
  const of = new Map(notices.map((notice) => [notice.accountId, notice]))
  const found = await c.tx
    .select({ id: pushSubscriptions.id, accountId: pushSubscriptions.accountId })
    .from(pushSubscriptions)
    .innerJoin(chosenWays, and(eq(chosenWays.accountId, pushSubscriptions.accountId), eq(chosenWays.kind, kind)))
    .where(and(inArray(pushSubscriptions.accountId, [...of.keys()]), inArray(chosenWays.way, ['push', 'emailAndPush'])))
  if (found.length === 0) return
  const when = {
    topic: topic.slice(0, 32),
    urgent: at - c.now < URGENT,
    expiresAt: at,
    nextAttemptAt: tellAt(c.now, at, c.settings.timeZone),
  }
  const rows = found.flatMap(({ id, accountId }) => {
    const notice = of.get(accountId)
    if (!notice) return []
    const { title, body, path } = notice
    return [{ subscriptionId: id, payload: JSON.stringify({ title, body, path, tag: topic }), ...when }]
  })
  await c.tx.insert(pushes).values(rows)
}
