import { DAY, type Instant } from '#kernel/time.ts'
import type { AttendanceValue } from '#studio/attendance/rules.ts'
import { ownFirst } from '#studio/rooms/rules.ts'

/** In which ways money is taken at the door. */
export const doorWays = ['cash', 'stebby'] as const

/** Days that the door shows: today and tomorrow. */
export const DOOR_DAYS = 2

/** How long a count may be taken back: who finds a note beside the drawer does so on the same evening, or the next. */
export const countUndoableUntil = ({ confirmedAt }: { readonly confirmedAt: Instant | null }): Instant =>
  (confirmedAt ?? 0) + DAY

/** Each tap on a row is the next of these: attended, no-show, cleared. */
export const nextMark = (standing: AttendanceValue | null): AttendanceValue | null =>
  standing === null ? 'attended' : standing === 'attended' ? 'no-show' : null

interface Class {
  readonly id: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly cancelledAt: Instant | null
  readonly teacherIds: readonly string[]
}

export const isOwn = ({ teacherIds }: Pick<Class, 'teacherIds'>, accountId: string | null): boolean =>
  accountId !== null && teacherIds.includes(accountId)

/** By day, and within each one's own first, otherwise as they come. */
export const byDayOwnFirst = <One extends Pick<Class, 'teacherIds'>>(
  all: readonly One[],
  accountId: string | null,
  dayOf: (one: One) => string,
): One[] =>
  [...new Set(all.map(dayOf))].flatMap((day) =>
    ownFirst(
      all.filter((one) => dayOf(one) === day),
      accountId,
    ),
  )

/** In milliseconds: a class stays in view for so long after its end, for whoever marks late. */
const STAYS_AFTER = 30 * 60_000

/** Whether a class that is in view stays there, whatever else there is by now. */
export const staysInView = ({ endsAt }: Pick<Class, 'endsAt'>, now: Instant): boolean => now < endsAt + STAYS_AFTER

/** The class that somebody at the door wants: the own one that runs or comes next, else any such. */
export function classAtDoor<One extends Class>(
  all: readonly One[],
  accountId: string | null,
  now: Instant,
): One | null {
  const coming = all.filter(({ endsAt, cancelledAt }) => endsAt > now && cancelledAt === null)
  const own = coming.find((one) => isOwn(one, accountId))
  const first = coming[0]
  // who teaches later today may still help with what runs now
  if (own && first && own.startsAt - first.startsAt > 3 * 60 * 60_000 && first.teacherIds.length === 0) return first
  return own ?? first ?? all.at(-1) ?? null
}
