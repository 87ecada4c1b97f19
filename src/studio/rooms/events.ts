import { event } from '#server/events.ts'
import type { taken } from './tables.ts'

/** Raised before past times are deleted or changed, with their unchanged rows. */
export const pastTimesChange = event<{ readonly times: readonly (typeof taken.$inferSelect)[] }>(
  'rooms.pastTimesChange',
)
