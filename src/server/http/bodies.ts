import type { IncomingMessage } from 'node:http'
import { MINUTE } from '#kernel/time.ts'

/** Timeout (ms) for a body of usual size. */
const PATIENCE = 30_000
/** Slowest accepted upload speed in bytes per millisecond: as web/commands.ts. */
const SLOWEST = 50

/** Node's own timeout (ms) for a whole request: longer than that of any body. */
export const LONGEST_REQUEST = 15 * MINUTE

/** Timeout (ms) for a body of at most this many bytes. */
export const patienceFor = (largest = 0): number => PATIENCE + Math.ceil(largest / SLOWEST)

const waiting = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Closes a request whose body does not arrive in time, so that slow senders hold no resources. A second call replaces
 * the timeout.
 */
export function bodyWithin(message: IncomingMessage, milliseconds: number): void {
  // the caller may have left while access was looked up
  if (message.complete || message.destroyed) return
  const before = waiting.get(message)
  clearTimeout(before)
  waiting.set(message, setTimeout(() => !message.complete && message.destroy(), milliseconds).unref())
  if (!before) message.once('close', () => clearTimeout(waiting.get(message)))
}
