import type { Cents } from '#kernel/money.ts'
import { DAY, HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import { isBlank } from '#kernel/visible.ts'
import type { AttendanceValue } from '#studio/attendance/rules.ts'
import { ownFirst } from '#studio/rooms/rules.ts'

/** Payment methods at the door. */
export const doorWays = ['cash', 'stebby'] as const

/** Days that the door shows: today and tomorrow. */
export const DOOR_DAYS = 2

/** What is wrong with the count of a hand-over of `cents`: a difference needs a reason. */
export function checkCount(
  cents: Cents,
  { counted, reason }: { readonly counted: Cents | null; readonly reason: string },
): { counted?: 'countedNegative'; reason?: 'reasonMissing' } {
  if (counted === null || counted < 0) return { counted: 'countedNegative' }
  return counted !== cents && isBlank(reason) ? { reason: 'reasonMissing' } : {}
}

/** Until when a count can be undone: a mistake is found the same evening or the next day. */
export const countUndoableUntil = ({ confirmedAt }: { readonly confirmedAt: Instant | null }): Instant =>
  (confirmedAt ?? 0) + DAY

/** All that a person owes at the door. */
export const sumOwed = (row: {
  readonly owes: { readonly cents: Cents } | null
  readonly alsoOwes: readonly { readonly cents: Cents }[]
}): Cents => [row.owes, ...row.alsoOwes].reduce((sum, one) => sum + (one?.cents ?? 0), 0)

/** The next mark in the cycle of taps on a row: attended, no-show, cleared. */
export const nextMark = (current: AttendanceValue | null): AttendanceValue | null =>
  current === null ? 'attended' : current === 'attended' ? 'no-show' : null

interface Class {
  readonly id: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly cancelledAt: Instant | null
  readonly teacherIds: readonly string[]
}

export const isOwn = ({ teacherIds }: Pick<Class, 'teacherIds'>, accountId: string | null): boolean =>
  accountId !== null && teacherIds.includes(accountId)

/** By day, the caller's own classes first, otherwise in order. */
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

/** How long a class stays in view after its end (ms), for late marks. */
const STAYS_AFTER = 30 * MINUTE

/** Whether the class in view stays there, whatever other classes have started. */
export const staysInView = ({ endsAt }: Pick<Class, 'endsAt'>, now: Instant): boolean => now < endsAt + STAYS_AFTER

/** The class to open: the caller's own one that runs or comes next, else any such. */
export function classAtDoor<One extends Class>(
  all: readonly One[],
  accountId: string | null,
  now: Instant,
): One | null {
  const coming = all.filter(({ endsAt, cancelledAt }) => endsAt > now && cancelledAt === null)
  const own = coming.find((one) => isOwn(one, accountId))
  const first = coming[0]
  // a teacher whose class is later today may be helping with the current one
  if (own && first && own.startsAt - first.startsAt > 3 * HOUR && first.teacherIds.length === 0) return first
  return own ?? first ?? all.at(-1) ?? null
}
