import type { Instant } from '#kernel/time.ts'
import { isActive, type State } from './rules/states.ts'

interface Class {
  readonly startsAt: Instant
  readonly cancelledAt: Instant | null
  readonly teacherIds: readonly string[]
}

/** Why no stand-in can be requested; null if one can. */
export function whyNotAsk(
  entry: Class,
  accountId: string,
  now: Instant,
): 'entryCancelled' | 'entryStarted' | 'notTaughtByYou' | null {
  if (entry.cancelledAt !== null) return 'entryCancelled'
  if (entry.startsAt <= now) return 'entryStarted'
  return entry.teacherIds.includes(accountId) ? null : 'notTaughtByYou'
}

/** Why the account can't take a class over; null if it can. */
export function whyNotOffer(
  entry: Class,
  { state, offeredBy }: { readonly state: State; readonly offeredBy: string | null },
  accountId: string,
  now: Instant,
): 'standInOver' | 'entryStarted' | 'taughtByYou' | 'offeredByAnother' | null {
  if (!isActive(state) || entry.cancelledAt !== null) return 'standInOver'
  if (entry.startsAt <= now) return 'entryStarted'
  if (entry.teacherIds.includes(accountId)) return 'taughtByYou'
  return state === 'offered' && offeredBy !== accountId ? 'offeredByAnother' : null
}
