import { DAY } from '#kernel/time.ts'

/** For so long a merge can be undone. */
export const UNDO_MERGE_WITHIN = 30 * DAY

/** What may differ between two records of one person, and is chosen. */
export const mergedFields = ['phone', 'memberLevel', 'membershipCategory'] as const
export type MergedField = (typeof mergedFields)[number]

/** What is counted of a record before it is merged. */
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

/** Why two records can't become one yet. */
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

/** What an undo gives back. */
export interface Before {
  readonly gone: Facts
  readonly kept: Facts
  /** The account of the record that went: it signs in no more where the other record does, too. */
  readonly account: { readonly accountId: string; readonly active: boolean; readonly closed: boolean } | null
}

/** Of two records the same dates of birth, or one that nobody has said. */
export const mayBeOne = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other

/** What the kept record says afterwards. */
export function merged(kept: Facts, gone: Facts, take: readonly MergedField[]): Facts {
  const chosen = Object.fromEntries(take.map((field) => [field, gone[field]]))
  return { ...kept, dob: kept.dob ?? gone.dob, active: kept.active || gone.active, ...chosen }
}
