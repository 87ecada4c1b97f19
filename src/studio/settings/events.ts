import { event } from '#server/events.ts'
import type { ClassCategory, Feature } from './rules.ts'

/** Holders of a membership category are included in other classes than before. */
export const inclusionChanged = event<{
  readonly before: readonly ClassCategory[]
  readonly after: readonly ClassCategory[]
}>('settings.inclusionChanged')

/** A membership category is about to be deleted. Whoever still names it, such as a bill, keeps it. */
export const membershipCategoryEnds = event<{ readonly id: string; readonly keep: () => void }>(
  'settings.membershipCategoryEnds',
)

/** A feature is about to be switched off. Who has something pending in it keeps it, with the code of a text that says what. */
export const featureEnds = event<{ readonly feature: Feature; readonly keep: (code: Pending) => void }>(
  'settings.featureEnds',
)

/** The account number of the payments was replaced soon after it was saved. Who knows it as one that was used keeps it. */
export const accountReplaced = event<{ readonly iban: string; readonly keep: () => void }>('settings.accountReplaced')

/** What may be pending in a feature: each has its words in messages.ts. */
export type Pending =
  | 'offersPending'
  | 'cashPending'
  | 'standInsPending'
  | 'linesPending'
  | 'billsPending'
  | 'ticketsPending'
