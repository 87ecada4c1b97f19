import type { Instant } from '#kernel/time.ts'

/** From when until when a pass is frozen: the first instant after its last day ends it. */
export interface Frozen {
  readonly frozenFrom: Instant | null
  readonly frozenUntil: Instant | null
}

/** Whether a pass can't pay for what is at that time. */
export const isFrozenAt = ({ frozenFrom, frozenUntil }: Frozen, at: Instant): boolean =>
  frozenFrom !== null && frozenUntil !== null && frozenFrom <= at && at < frozenUntil

/** Frozen now, or from a day to come. */
export const isToBeFrozen = ({ frozenUntil }: Frozen, now: Instant): boolean =>
  frozenUntil !== null && now < frozenUntil
