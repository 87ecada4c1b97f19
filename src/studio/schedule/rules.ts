import type { Instant } from '#kernel/time.ts'

export interface Places {
  readonly registeredCount: number
  /** Users counted in by their membership category. */
  readonly includedCount: number
  readonly maxParticipants: number
}

export const participants = (entry: Places): number => entry.registeredCount + entry.includedCount

export const isFull = (entry: Places): boolean => participants(entry) >= entry.maxParticipants

/** Nobody registers, and nobody cancels their own place, once it has started. */
export const hasStarted = (entry: { readonly startsAt: Instant }, now: Instant): boolean => now >= entry.startsAt

/** The filter of Scheduled Classes and Registrants, in its order; what each means is in rules/ranges.ts. */
export const entryRanges = ['upcoming', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'past'] as const
export type EntryRange = (typeof entryRanges)[number]
