import { event } from '#server/events.ts'
import type { taken } from './tables.ts'

/** Times that are over are about to be forgotten or changed; the facts are as they were. */
export const pastTimesChange = event<{ readonly times: readonly (typeof taken.$inferSelect)[] }>(
  'rooms.pastTimesChange',
)
