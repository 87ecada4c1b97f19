import { event } from '#server/events.ts'

/** A person's membership category has changed; a deactivated person counts as having none. */
export const categoryChanged = event<{
  readonly userId: string
  readonly before: string | null
  readonly after: string | null
}>('accounts.categoryChanged')
