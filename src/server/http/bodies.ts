import type { IncomingMessage } from 'node:http'
import { MINUTE } from '#kernel/time.ts'

/** Milliseconds for a body of the usual size. */
const PATIENCE = 30_000
/** Bytes in a millisecond on the slowest line that a file is waited for: as web/commands.ts. */
const SLOWEST = 50

/** Node's own limit for a whole request: above what any body is waited for. */
export const LONGEST_REQUEST = 15 * MINUTE

/** How long a body of at most so many bytes is waited for. */
export const patienceFor = (largest = 0): number => PATIENCE + Math.ceil(largest / SLOWEST)

/** Closes a request whose body has not come within that time: whoever sends slowly on purpose holds nothing for long. */
export function bodyWithin(message: IncomingMessage, milliseconds: number): void {
  if (message.complete) return
  const timer = setTimeout(() => !message.complete && message.destroy(), milliseconds).unref()
  message.once('close', () => clearTimeout(timer))
}
