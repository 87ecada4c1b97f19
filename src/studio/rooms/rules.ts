import type { Instant } from '#kernel/time.ts'
import { isBlank, isMisleading, isSameName } from '#kernel/visible.ts'
import type { Feature } from '#studio/settings/rules.ts'

/** Where something takes place, and the accounts of those who teach it. */
export interface RoomAndTeachers {
  readonly roomId: string | null
  readonly teacherIds: readonly string[]
}

export interface Span {
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** A time at which a room or teachers are taken, and by what. */
export interface Taken extends Span, RoomAndTeachers {
  /** An entry's or a course's id. */
  readonly ownerId: string
  readonly title: string
}

/** Of one thing. */
export const MOST_TEACHERS = 4
/** Each page has all of them. */
export const MOST_ROOMS = 50

/** Whether things have teachers here: the door and the pay sheet are about them. */
export const withTeachers = ['door', 'paySheet'] as const satisfies Feature[]
export const withRoomsOrTeachers = ['rooms', ...withTeachers] as const satisfies Feature[]

export const haveTeachers = (features: readonly Feature[]): boolean =>
  withTeachers.some((one) => features.includes(one))

/** Whether two times have a moment in common: one may begin as the other ends. */
export const overlap = (one: Span, other: Span): boolean => one.startsAt < other.endsAt && one.endsAt > other.startsAt

/** What stands in the way of these times in the room, soonest first. */
export const clashesInRoom = (roomId: string | null, times: readonly Span[], taken: readonly Taken[]): Taken[] =>
  roomId === null ? [] : overlapping(times, taken).filter((one) => one.roomId === roomId)

/** What these teachers have at these times already, soonest first. */
export const clashesOfTeachers = (
  teacherIds: readonly string[],
  times: readonly Span[],
  taken: readonly Taken[],
): Taken[] => overlapping(times, taken).filter((one) => one.teacherIds.some((id) => teacherIds.includes(id)))

const overlapping = (times: readonly Span[], taken: readonly Taken[]): Taken[] =>
  taken.filter((one) => times.some((time) => overlap(time, one))).toSorted((a, b) => a.startsAt - b.startsAt)

/** What is wrong with a room's name; `others` are the other rooms, also archived ones. */
export function checkRoom(
  { name }: { readonly name: string },
  others: readonly { readonly name: string }[] = [],
): { name?: string } {
  if (isBlank(name) || [...name.trim()].length > 40) return { name: 'roomNameLength' }
  if (others.some((other) => isSameName(other.name, name))) return { name: 'roomNameTaken' }
  return isMisleading(name) ? { name: 'nameMisleading' } : {}
}

/** Those of the account first, each group in the order that it had. */
export const ownFirst = <One extends { readonly teacherIds: readonly string[] }>(
  all: readonly One[],
  accountId: string | null,
): One[] => {
  const isOwn = (one: One) => accountId !== null && one.teacherIds.includes(accountId)
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]
}
