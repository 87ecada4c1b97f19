import { event } from '#server/events.ts'
import type { closedDays } from './tables.ts'

type ClosedDaysRow = typeof closedDays.$inferSelect

/** Closed days on which courses leave their evenings out were added, removed or given back: these, before and after it. */
export const daysOffChanged = event<{
  readonly before: readonly ClosedDaysRow[]
  readonly after: readonly ClosedDaysRow[]
}>('closures.daysOffChanged')
