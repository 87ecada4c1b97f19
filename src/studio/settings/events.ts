import { event } from '#server/events.ts'
import type { ClassCategory, Feature } from './rules.ts'

/** Membership categories are included in other classes than before. */
export const inclusionChanged = event<{
  readonly before: readonly ClassCategory[]
  readonly after: readonly ClassCategory[]
}>('settings.inclusionChanged')

/** Raised before a membership category is deleted. A handler whose rows still refer to it, such as a bill, keeps it. */
export const membershipCategoryEnds = event<{ readonly id: string; readonly keep: () => void }>(
  'settings.membershipCategoryEnds',
)

/** Raised before a feature is switched off. A handler with pending work keeps it on, with the code of a text. */
export const featureEnds = event<{ readonly feature: Feature; readonly keep: (code: Pending) => void }>(
  'settings.featureEnds',
)

/**
 * The IBAN was replaced soon after it was saved. A handler that knows it was used keeps it among the other accounts.
 */
export const accountReplaced = event<{ readonly iban: string; readonly keep: () => void }>('settings.accountReplaced')

/** Codes of pending work in a feature; texts are in messages.ts. */
export type Pending =
  | 'offersPending'
  | 'cashPending'
  | 'standInsPending'
  | 'linesPending'
  | 'billsPending'
  | 'ticketsPending'
