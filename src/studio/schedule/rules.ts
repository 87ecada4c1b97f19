import type { Span } from '#kernel/clock.ts'
import type { Instant } from '#kernel/time.ts'

export interface Places {
  readonly registeredCount: number
  /** Places held for people to whom they were offered. */
  readonly heldCount: number
  /** People included by their membership category. */
  readonly includedCount: number
  readonly maxParticipants: number
}

export const participants = (entry: Places): number => entry.registeredCount + entry.includedCount

/** Number of places that are neither taken nor held. */
export const freePlaces = (entry: Places): number => entry.maxParticipants - participants(entry) - entry.heldCount

export const isFull = (entry: Places): boolean => freePlaces(entry) <= 0

export const hasNewTime = (before: Span, after: Span): boolean =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt

/** Whether an edit changes the time, room or teacher, on which people rely. */
export const isMoved = (before: Planned, after: Planned): boolean =>
  hasNewTime(before, after) ||
  before.roomId !== after.roomId ||
  before.teacherIds.toSorted().join(' ') !== after.teacherIds.toSorted().join(' ')

interface Planned extends Span {
  readonly roomId: string | null
  readonly teacherIds: readonly string[]
}

/** After the start, people can neither register nor cancel by themselves. */
export const hasStarted = (entry: { readonly startsAt: Instant }, now: Instant): boolean => now >= entry.startsAt

/** Filter of Scheduled Classes and Registrants, in its order; rules/ranges.ts defines each. */
export const entryRanges = ['upcoming', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'past'] as const
export type EntryRange = (typeof entryRanges)[number]
