import type { Instant } from '#kernel/time.ts'
import { isBlank, isMisleading, isSameName } from '#kernel/visible.ts'
import type { Feature } from '#studio/settings/rules.ts'

/** Room and account ids of the teachers. */
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
  /** Id of an entry or course. */
  readonly ownerId: string
  readonly title: string
}

/** Most teachers of one class, entry or course. */
export const MOST_TEACHERS = 4
/** Most rooms; all of them are sent to each page. */
export const MOST_ROOMS = 50

/** Features that need teachers: the door and the pay sheet. */
export const withTeachers = ['door', 'paySheet'] as const satisfies Feature[]
export const withRoomsOrTeachers = ['rooms', ...withTeachers] as const satisfies Feature[]

export const haveTeachers = (features: readonly Feature[]): boolean =>
  withTeachers.some((one) => features.includes(one))

/** Whether two times share a moment; one may begin when the other ends. */
export const overlap = (one: Span, other: Span): boolean => one.startsAt < other.endsAt && one.endsAt > other.startsAt

/** Clashes of these times in the room, soonest first. */
export const clashesInRoom = (roomId: string | null, times: readonly Span[], taken: readonly Taken[]): Taken[] =>
  roomId === null ? [] : overlapping(times, taken).filter((one) => one.roomId === roomId)

/** Clashes of these teachers at these times, soonest first. */
export const clashesOfTeachers = (
  teacherIds: readonly string[],
  times: readonly Span[],
  taken: readonly Taken[],
): Taken[] => overlapping(times, taken).filter((one) => one.teacherIds.some((id) => teacherIds.includes(id)))

const overlapping = (times: readonly Span[], taken: readonly Taken[]): Taken[] =>
  taken.filter((one) => times.some((time) => overlap(time, one))).toSorted((a, b) => a.startsAt - b.startsAt)

/** Returns what is wrong with a room's name; `others` are the other rooms, including archived ones. */
export function checkRoom(
  { name }: { readonly name: string },
  others: readonly { readonly name: string }[] = [],
): { name?: string } {
  if (isBlank(name) || [...name.trim()].length > 40) return { name: 'roomNameLength' }
  if (others.some((other) => isSameName(other.name, name))) return { name: 'roomNameTaken' }
  return isMisleading(name) ? { name: 'nameMisleading' } : {}
}

/** Sorts the account's own first; keeps the order otherwise. */
export const ownFirst = <One extends { readonly teacherIds: readonly string[] }>(
  all: readonly One[],
  accountId: string | null,
): One[] => {
  const isOwn = (one: One) => accountId !== null && one.teacherIds.includes(accountId)
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]
}
