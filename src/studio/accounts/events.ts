import { event } from '#server/events.ts'

/** Somebody has another membership category than before; while they are deactivated, none counts. */
export const categoryChanged = event<{
  readonly userId: string
  readonly before: string | null
  readonly after: string | null
}>('accounts.categoryChanged')
