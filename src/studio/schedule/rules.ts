import type { Instant } from '#kernel/time.ts'

export interface Places {
  readonly registeredCount: number
  /** Held for people to whom a free place is offered. */
  readonly heldCount: number
  /** Users counted in by their membership category. */
  readonly includedCount: number
  readonly maxParticipants: number
}

export const participants = (entry: Places): number => entry.registeredCount + entry.includedCount

/** How many places nobody has, and nobody is offered. */
export const freePlaces = (entry: Places): number => entry.maxParticipants - participants(entry) - entry.heldCount

export const isFull = (entry: Places): boolean => freePlaces(entry) <= 0

/** Whether an edit changes what people have planned by: when it is, where and with whom. */
export const isMoved = (before: Planned, after: Planned): boolean =>
  before.startsAt !== after.startsAt ||
  before.endsAt !== after.endsAt ||
  before.roomId !== after.roomId ||
  before.teacherIds.toSorted().join(' ') !== after.teacherIds.toSorted().join(' ')

interface Planned {
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly roomId: string | null
  readonly teacherIds: readonly string[]
}

/** Nobody registers, and nobody cancels their own place, once it has started. */
export const hasStarted = (entry: { readonly startsAt: Instant }, now: Instant): boolean => now >= entry.startsAt

/** The filter of Scheduled Classes and Registrants, in its order; what each means is in rules/ranges.ts. */
export const entryRanges = ['upcoming', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'past'] as const
export type EntryRange = (typeof entryRanges)[number]
