// What a change of entries may change, and what undoing it restores.
import type { Instant } from '#kernel/time.ts'
import { isSame } from '#kernel/edits.ts'

export type ChangeKind = 'edited' | 'cancelled'

/** Facts of an entry that an edit may change. */
export interface ChangedFacts {
  readonly className: string
  readonly classDescription: string
  readonly categories: string[]
  readonly maxParticipants: number
  readonly standardPrice: number | null
  readonly memberPrice: number | null
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly roomId: string | null
  readonly teacherIds: string[]
  readonly movedAt: Instant | null
}

/** Facts that are only changed together. */
const units = [
  ['className'],
  ['classDescription'],
  ['categories'],
  ['maxParticipants'],
  ['standardPrice', 'memberPrice'],
  ['startsAt', 'endsAt'],
  ['roomId'],
  ['teacherIds'],
  ['movedAt'],
] as const satisfies (keyof ChangedFacts)[][]

export const factsOf = (entry: ChangedFacts): ChangedFacts => ({
  className: entry.className,
  classDescription: entry.classDescription,
  categories: entry.categories,
  maxParticipants: entry.maxParticipants,
  standardPrice: entry.standardPrice,
  memberPrice: entry.memberPrice,
  startsAt: entry.startsAt,
  endsAt: entry.endsAt,
  roomId: entry.roomId,
  teacherIds: entry.teacherIds,
  movedAt: entry.movedAt,
})

/** The facts before the change, except those that others have changed since; never fewer places than are taken now. */
export function factsUndone(
  now: ChangedFacts & { readonly registeredCount: number; readonly heldCount: number },
  { before, after }: { readonly before: ChangedFacts; readonly after: ChangedFacts },
): ChangedFacts {
  let facts = factsOf(now)
  for (const names of units) {
    if (!names.every((name) => isSame(now[name], after[name]))) continue
    for (const name of names) facts = { ...facts, [name]: before[name] }
  }
  return { ...facts, maxParticipants: Math.max(facts.maxParticipants, now.registeredCount + now.heldCount) }
}

/** A change that people are not told about yet. */
interface UntoldChange {
  readonly undoableUntil: Instant
  readonly undoneAt: Instant | null
}

/** Whether the change can still be undone. */
export const isUndoable = ({ undoableUntil, undoneAt }: UntoldChange, now: Instant): boolean =>
  undoneAt === null && undoableUntil > now
