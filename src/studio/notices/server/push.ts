import { createHash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { DAY, dateIn, type Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { tellAt, titleAbout, type NoticeKind, type NoticeText } from '../rules.ts'
import { pushes, pushSubscriptions } from '../tables.ts'
import type { Told } from './mail.ts'
import type { Reader } from './readers.ts'
import type { LetterKind } from './tell.ts'

interface About {
  readonly kind: LetterKind
  /** A newer push with the same subject replaces one that was not seen yet. */
  readonly subject: string
  readonly version: number
  readonly at: Instant | undefined
  readonly batch: string | undefined
  readonly from: Instant
}

/** Kinds that are sent with high urgency on the day they are about, so that battery saving doesn't delay them. */
const urgentKinds: readonly NoticeKind[] = ['cancelled', 'moved', 'offers']
/** How long a push without a time of its own is worth showing (ms). */
const WORTH = 3 * DAY
/** Longest time that push services keep a push (ms); they refuse more. */
const LONGEST = 28 * DAY

/** Most characters: a locked screen shows no more, and push services accept 4096 encrypted bytes. */
const [MOST_TITLE, MOST_BODY] = [120, 300]

function cut(text: string, most: number): string {
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}

/**
 * A topic has at most 32 characters of the URL-safe base64 alphabet (RFC 8030); ids from another system may differ, so
 * hash those.
 */
const topicOf = (tag: string): string =>
  /^[\w-]{1,32}$/.test(tag) ? tag : createHash('sha256').update(tag).digest('base64url').slice(0, 32)

type Subject = Readonly<Record<'personId' | 'subject', string>>
const tagOf = ({ personId, subject }: Subject, of: string | null): string =>
  of === null ? subject : `${subject}-${personId}`

/** JSON that the browser gets for a notice. */
export function payloadOf(about: Subject, { of = null, push, subject }: Told): string {
  const { title = subject, body, path } = push
  return JSON.stringify({
    title: cut(titleAbout(of, title), MOST_TITLE),
    body: cut(body, MOST_BODY),
    path,
    tag: tagOf(about, of),
  })
}

/** Queues a push for every browser of these readers that takes pushes. */
export async function pushTo(
  c: CommandContext,
  { kind, subject, version, at, batch, from }: About,
  notices: readonly { readonly reader: Reader; readonly text: NoticeText }[],
): Promise<void> {
  if (notices.length === 0) return
  const ids = notices.map(({ reader }) => reader.accountId)
  const found = await c.tx
    .select({ id: pushSubscriptions.id, accountId: pushSubscriptions.accountId })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.accountId, ids))
  if (found.length === 0) return
  const { timeZone } = c.settings
  const isToday = (day: Instant | undefined) => day !== undefined && dateIn(timeZone, day) === dateIn(timeZone, c.now)
  const rows = notices.flatMap(({ reader: { accountId: own, of, personId }, text }) => {
    const about = { personId, subject }
    const payload = payloadOf(about, { ...text, of })
    return found
      .filter(({ accountId }) => accountId === own)
      .map(({ id, accountId }) => ({
        subscriptionId: id,
        accountId,
        personId,
        letter: kind.name,
        subject,
        version,
        payload,
        topic: topicOf(tagOf(about, of)),
        urgent: urgentKinds.includes(kind.choice) && isToday(at),
        expiresAt: Math.min(at ?? c.now + WORTH, c.now + LONGEST),
        nextAttemptAt: kind.atOnce ? from : tellAt(from, at ?? Infinity, timeZone),
        batch: batch ?? null,
      }))
  })
  await c.tx.insert(pushes).values(rows)
}
