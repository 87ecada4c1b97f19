import { event } from '#server/events.ts'

/** Before what waits for an account is written, of these kinds. */
export const lettersDue = event<{ readonly accountId: string; readonly letters: ReadonlySet<string> }>(
  'notices.lettersDue',
)
