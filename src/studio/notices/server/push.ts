import { inArray } from 'drizzle-orm'
import { DAY, HOUR, type Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { tellAt, type NoticeText } from '../rules.ts'
import { pushes, pushSubscriptions } from '../tables.ts'
import type { Reader } from './readers.ts'

interface About {
  /** A later one of the same takes the place of one that was not seen yet. */
  readonly subject: string
  readonly at: Instant | undefined
  readonly batch: string | undefined
  readonly from: Instant
  readonly atOnce: boolean
}

/** Nearer than this it is shown at once, whatever the device saves. */
const URGENT = 24 * HOUR
/** How long what has no time of its own is worth showing. */
const LONGEST = 3 * DAY

/** Queues pushes on every browser where these readers are signed in and take them. */
export async function pushTo(
  c: CommandContext,
  { subject, at, batch, from, atOnce }: About,
  notices: readonly { readonly reader: Reader; readonly text: NoticeText }[],
): Promise<void> {
  const shown = notices.filter(({ text }) => text.push !== undefined)
  if (shown.length === 0) return
  const ids = shown.map(({ reader }) => reader.accountId)
  const found = await c.tx
    .select({ id: pushSubscriptions.id, accountId: pushSubscriptions.accountId })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.accountId, ids))
  if (found.length === 0) return
  const rows = shown.flatMap(({ reader, text }) => {
    const tag = reader.of === null ? subject : `${subject}-${reader.personId}`
    const title = reader.of === null ? text.subject : `${reader.of}: ${text.subject}`
    const payload = JSON.stringify({ title, ...text.push, tag })
    return found
      .filter(({ accountId }) => accountId === reader.accountId)
      .map(({ id }) => ({
        subscriptionId: id,
        payload,
        topic: tag.slice(0, 32),
        urgent: at !== undefined && at - c.now < URGENT,
        expiresAt: at ?? c.now + LONGEST,
        nextAttemptAt: atOnce ? from : tellAt(from, at ?? Infinity, c.settings.timeZone),
        batch: batch ?? null,
      }))
  })
  await c.tx.insert(pushes).values(rows)
}
