import { DAY, HOUR, type Instant } from '#kernel/time.ts'

interface Coming {
  readonly startsAt: Instant
  /** When the studio last changed its time, place or teacher. */
  readonly movedAt: Instant | null
}

/** So long after a change by the studio nobody cancels late. */
export const AFTER_MOVE = DAY

/** Until when one can cancel without paying for the place; with 0 hours until the start. */
export const cutOffOf = ({ startsAt }: Pick<Coming, 'startsAt'>, lateHours: number): Instant =>
  startsAt - lateHours * HOUR

/** Whether whoever cancels now pays for the place all the same. */
export function isLate(entry: Coming, lateHours: number, now: Instant): boolean {
  if (now <= cutOffOf(entry, lateHours) || now >= entry.startsAt) return false
  return entry.movedAt === null || now >= entry.movedAt + AFTER_MOVE
}

/** When `isLate` next answers otherwise by time alone; null where it will not. */
export function latenessChangesAt(entry: Coming, lateHours: number, now: Instant): Instant | null {
  const times = [cutOffOf(entry, lateHours), (entry.movedAt ?? 0) + AFTER_MOVE, entry.startsAt]
  return times.filter((at) => at > now).toSorted((a, b) => a - b)[0] ?? null
}

/** A late cancellation before it is forgiven. */
interface Standing {
  readonly id: string
  readonly userId: string
}

/**
 * Which late cancellation is forgiven when somebody takes a place, of those of one entry, the earliest first: whoever
 * comes back takes the own place again, and otherwise the earliest that is taken by somebody else.
 */
export function forgivenBy<One extends Standing>(
  standing: readonly One[],
  takenBy: string,
  forgiveLate: boolean,
): One | null {
  const own = standing.find(({ userId }) => userId === takenBy)
  return own ?? (forgiveLate ? (standing[0] ?? null) : null)
}
