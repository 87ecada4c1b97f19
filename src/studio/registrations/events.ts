import { event } from '#server/events.ts'

/** Somebody's registration ended while the entry goes on; `stays`: they still come, by category. */
export const registrationEnded = event<{
  readonly scheduleId: string
  readonly userId: string
  readonly stays: boolean
}>('registrations.registrationEnded')

/** Somebody has registered; whether the entry is full by that. */
export const placeTaken = event<{ readonly scheduleId: string; readonly userId: string; readonly full: boolean }>(
  'registrations.placeTaken',
)

/** An entry is cancelled, and with it the places that these people had. */
export const placesCancelled = event<{ readonly scheduleId: string; readonly userIds: readonly string[] }>(
  'registrations.placesCancelled',
)

/**
 * An entry that one can register for has more room than before, once for each command. Whoever handles it counts the
 * places under the entry's lock: by its members an entry may still be overfull.
 */
export const placeFreed = event<{ readonly scheduleId: string }>('registrations.placeFreed')
