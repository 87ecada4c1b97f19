import { DAY } from '#kernel/time.ts'

/** How long a merge can be undone (ms). */
export const UNDO_MERGE_WITHIN = 30 * DAY

/** Fields in which two records may differ; the admin chooses a value for each. */
export const mergedFields = ['phone', 'memberLevel', 'membershipCategory'] as const
export type MergedField = (typeof mergedFields)[number]

/** What the preview counts for a record. */
export const movedKinds = [
  'classes',
  'courses',
  'waiting',
  'memberships',
  'makeUps',
  'absences',
  'attendance',
  'payments',
  'references',
  'papers',
  'guardians',
  'children',
  'photos',
  'pauses',
] as const
export type MovedKind = (typeof movedKinds)[number]

/** Reasons why two records can't be merged yet. */
export const hindrances = [
  'bothRegistered',
  'bothInCourse',
  'bothWait',
  'registeredAndWaits',
  'bothAbsent',
  'bothBilled',
] as const
export type Hindrance = (typeof hindrances)[number]

interface Facts {
  readonly displayName: string
  readonly familyName: string
  readonly dob: string | null
  readonly phone: string
  readonly memberLevel: string
  readonly membershipCategory: string | null
  readonly active: boolean
  readonly deletionAskedAt: number | null
}

/** Values that an undo restores. */
export interface Before {
  readonly gone: Facts
  readonly kept: Facts
  /** Account of the record that went: deactivated if the kept record has an account too. */
  readonly account: { readonly accountId: string; readonly active: boolean; readonly closed: boolean } | null
  /** Ids of the kept record's category spans that the merge made; merges by an earlier version made none. */
  readonly spans?: readonly number[]
}

/** Whether two dates of birth allow a merge: equal, or one unknown. */
export const mayBeOne = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other

/** The kept record's values after the merge. */
export function merged(kept: Facts, gone: Facts, take: readonly MergedField[]): Facts {
  const chosen = Object.fromEntries(take.map((field) => [field, gone[field]]))
  return { ...kept, dob: kept.dob ?? gone.dob, active: kept.active || gone.active, ...chosen }
}
