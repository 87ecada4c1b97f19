import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'

/** What a drop-in costs when the entry has no prices. */
export const DROP_IN_FEE: Cents = 1500

export interface Places {
  readonly registeredCount: number
  /** Users counted in by their membership category. */
  readonly includedCount: number
  readonly maxParticipants: number
}

export const participants = (entry: Places): number => entry.registeredCount + entry.includedCount

/** READINGS R12. */
export const isFull = (entry: Places): boolean => participants(entry) >= entry.maxParticipants

/** READINGS R13: nobody registers, and nobody cancels their own place, once it has started. */
export const hasStarted = (entry: { readonly startsAt: Instant }, now: Instant): boolean => now >= entry.startsAt

/** The filter of Scheduled Classes and Registrants, in its order; what each means is in rules/ranges.ts. */
export const entryRanges = ['upcoming', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'past'] as const
export type EntryRange = (typeof entryRanges)[number]
