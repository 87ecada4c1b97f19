import { event } from '#server/events.ts'

/** Raised before the waiting letters of these kinds are written to an account. */
export const lettersDue = event<{ readonly accountId: string; readonly letters: ReadonlySet<string> }>(
  'notices.lettersDue',
)
