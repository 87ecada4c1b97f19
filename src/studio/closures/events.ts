import { event } from '#server/events.ts'
import type { closedDays } from './tables.ts'

type ClosedDaysRow = typeof closedDays.$inferSelect

/** Closed days without courses were added, removed or given back to courses; carries these days before and after. */
export const daysOffChanged = event<{
  readonly before: readonly ClosedDaysRow[]
  readonly after: readonly ClosedDaysRow[]
}>('closures.daysOffChanged')
