import { event } from '#server/events.ts'
import type { MembershipCategory } from './rules.ts'

/** Somebody has another membership category than before; while they are deactivated, none counts. */
export const categoryChanged = event<{
  readonly userId: string
  readonly before: MembershipCategory | null
  readonly after: MembershipCategory | null
}>('accounts.categoryChanged')
