import { event } from '#server/events.ts'

/** Somebody's registration ended while the entry goes on. */
export const registrationEnded = event<{ readonly scheduleId: string; readonly userId: string }>(
  'registrations.registrationEnded',
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
