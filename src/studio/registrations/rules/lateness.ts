import { DAY, HOUR, type Instant } from '#kernel/time.ts'

interface Coming {
  readonly startsAt: Instant
  /** When the studio last changed its time, room or teacher. */
  readonly movedAt: Instant | null
}

/** How long after a change by the studio no cancellation is late (ms). */
export const AFTER_MOVE = DAY

/** Latest instant of a free cancellation; with 0 hours, the start. */
export const cutOffOf = ({ startsAt }: Pick<Coming, 'startsAt'>, lateHours: number): Instant =>
  startsAt - lateHours * HOUR

/** Whether a cancellation now would still be charged. */
export function isLate(entry: Coming, lateHours: number, now: Instant): boolean {
  if (now <= cutOffOf(entry, lateHours) || now >= entry.startsAt) return false
  return entry.movedAt === null || now >= entry.movedAt + AFTER_MOVE
}

/** Until when a cancellation costs nothing, if that ends before the start; null if it does not, or is late already. */
export function freeUntil(entry: Coming, lateHours: number, now: Instant): Instant | null {
  if (lateHours === 0 || isLate(entry, lateHours, now)) return null
  const afterMove = (entry.movedAt ?? 0) + AFTER_MOVE
  return Math.min(entry.startsAt, Math.max(cutOffOf(entry, lateHours), afterMove))
}

/** Next instant at which the result of `isLate` changes by time alone; null if there is none. */
export function latenessChangesAt(entry: Coming, lateHours: number, now: Instant): Instant | null {
  const times = [cutOffOf(entry, lateHours), (entry.movedAt ?? 0) + AFTER_MOVE, entry.startsAt]
  return times.filter((at) => at > now).toSorted((a, b) => a - b)[0] ?? null
}

/** A late cancellation that is not forgiven yet. */
interface Unforgiven {
  readonly id: string
  readonly userId: string
}

/**
 * The late cancellation that is forgiven when a person takes a place, among those of one entry, earliest first: the
 * person's own, or else the earliest.
 */
export function forgivenBy<One extends Unforgiven>(
  unforgiven: readonly One[],
  takenBy: string,
  forgiveLate: boolean,
): One | null {
  const own = unforgiven.find(({ userId }) => userId === takenBy)
  return own ?? (forgiveLate ? (unforgiven[0] ?? null) : null)
}
