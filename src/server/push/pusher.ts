import type { Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { lookEvery, type Looking } from '#server/oneAtATime.ts'
import type { Settings } from '#server/settings.ts'
import type { ClaimedPush, PushQueue, VapidKeys } from './queue.ts'

/** Interval (ms) of checking the queue. */
const LOOK = 10_000
const AT_A_TIME = 20
/** Timeout (ms) of a call to a push service. */
const PATIENCE = 10_000

export interface PusherParts {
  readonly database: Database
  readonly settings: Pick<Settings, 'supportEmail' | 'baseUrl'>
  readonly queue: PushQueue
  readonly clock: () => Instant
  readonly report: (line: string, error?: unknown) => void
  /** Replaced in tests, which have no push service. */
  readonly post?: typeof fetch
}

/** Sends queued pushes to the push services of browsers, until stopped. */
export const startPusher = (parts: PusherParts): Looking =>
  lookEvery({
    every: LOOK,
    look: (stopping) => deliverDue(parts, stopping),
    failed: (error) => parts.report('The queue of pushes could not be worked on.', error),
  })

/** Delivers until nothing is due. */
export async function deliverDue(parts: PusherParts, stopping: () => boolean = () => false): Promise<void> {
  const { database, queue, clock } = parts
  const keys = await queue.keys(database)
  while (!stopping()) {
    const pushes = await queue.claim(database, AT_A_TIME, clock())
    if (pushes.length === 0) return
    await Promise.all(pushes.map((push) => deliver(push, keys, parts)))
  }
}

async function deliver(push: ClaimedPush, keys: VapidKeys, parts: PusherParts): Promise<void> {
  const { database, queue, clock, report, settings, post = fetch } = parts
  const outcome = await send(push, keys, contactOf(settings), clock(), post)
  if (outcome === 'delivered') return await queue.delivered(database, push)
  if (outcome === 'gone') return await queue.gone(database, push)
  if (outcome === 'again') return await queue.again(database, push, clock())
  report(`A push was refused and is given up: ${outcome.refused}.`)
  return await queue.givenUp(database, push)
}

/** VAPID contact for the push service: Apple refuses one it can't reach, such as a URL that was never set. */
const contactOf = ({ baseUrl, supportEmail }: PusherParts['settings']): string =>
  baseUrl.startsWith('https://') ? baseUrl : `mailto:${supportEmail}`

/** Sends one push. `refused` holds only the status: the URL of a subscription is a secret. */
async function send(
  { subscription, payload, topic, urgent, expiresAt }: ClaimedPush,
  vapid: VapidKeys,
  contact: string,
  now: Instant,
  post: typeof fetch,
): Promise<'delivered' | 'gone' | 'again' | { readonly refused: string }> {
  // loaded with the first push: most studios start without one
  const { default: webPush } = await import('web-push')
  let details: ReturnType<typeof webPush.generateRequestDetails>
  try {
    details = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject: contact, ...vapid },
      TTL: Math.max(0, Math.round((expiresAt - now) / 1000)),
      urgency: urgent ? 'high' : 'normal',
      topic,
    })
  } catch {
    // invalid keys: the subscription can never be used, and must not block others
    return 'gone'
  }
  const { endpoint, method, headers, body } = details
  const given = Object.entries(headers as Record<string, unknown>).filter(([name]) => name !== 'Content-Length')
  try {
    const answer = await post(endpoint, {
      method,
      headers: given.map(([name, value]) => [name, String(value)] as [string, string]),
      body: new Uint8Array(body ?? []),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    // read and discard the body, so that the connection can be reused
    await answer.arrayBuffer()
    if (answer.ok) return 'delivered'
    if (answer.status === 404 || answer.status === 410) return 'gone'
    if (answer.status === 429 || answer.status >= 500) return 'again'
    return { refused: `status ${answer.status}` }
  } catch {
    return 'again'
  }
}
