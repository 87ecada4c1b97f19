import type { Span } from '#kernel/clock.ts'
import type { Instant } from '#kernel/time.ts'
import { event } from '#server/events.ts'

/** A registration ended but the entry still takes place; `stays`: the person still comes, by category. */
export const registrationEnded = event<{
  readonly scheduleId: string
  readonly userId: string
  readonly stays: boolean
}>('registrations.registrationEnded')

/** A person has registered; `full`: no place is left. */
export const placeTaken = event<{ readonly scheduleId: string; readonly userId: string; readonly full: boolean }>(
  'registrations.placeTaken',
)

/** People are told now that an entry has changed; `history`: its former times and until when, oldest first. */
export const changesTold = event<{
  readonly scheduleId: string
  readonly history: readonly (Span & { readonly at: Instant })[]
}>('registrations.changesTold')

/** An entry was cancelled, and with it the places of these people. */
export const placesCancelled = event<{ readonly scheduleId: string; readonly userIds: readonly string[] }>(
  'registrations.placesCancelled',
)

/**
 * An open entry has more room than before; raised once for each command. The handler must count places under the
 * entry's lock, as included people may still overfill the entry.
 */
export const placeFreed = event<{ readonly scheduleId: string }>('registrations.placeFreed')
